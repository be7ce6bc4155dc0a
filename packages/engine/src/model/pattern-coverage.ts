import type { MatchPattern } from './extension.ts';
import { parseMatchPattern } from './match-pattern.ts';

/** Whether every address of the narrow match pattern is one of the wide one; false where either is invalid. */
export function coversPattern(wideText: string, narrowText: string): boolean {
  const [wide, narrow] = [parseMatchPattern(wideText), parseMatchPattern(narrowText)];
  if (wide.error !== undefined || narrow.error !== undefined) return false;
  return (
    narrow.schemes.every((scheme) => wide.schemes.includes(scheme)) &&
    coversHost(wide, narrow) &&
    (wide.port === undefined || wide.port === '*' || wide.port === narrow.port) &&
    (wide.path === '/*' || wide.path === narrow.path)
  );
}

function coversHost(wide: MatchPattern, narrow: MatchPattern): boolean {
  if (wide.host === '*') return true;
  if (!wide.includesSubdomains) return wide.host === narrow.host && !narrow.includesSubdomains;
  return narrow.host === wide.host || narrow.host.endsWith(`.${wide.host}`);
}

import type { MatchPattern } from './extension.ts';
import { parseMatchPattern } from './match-pattern.ts';

/** Whether every address of the narrow match pattern is one of the wide one; false where either is invalid. */
export function coversPattern(wideText: string, narrowText: string): boolean {
  return new PatternIndex([wideText]).covers(narrowText);
}

/** Match patterns that are asked which of them cover another; a manifest may name tens of thousands. */
export class PatternIndex {
  /** By host, path and port: those that differ in schemes, or in whether subdomains count. */
  private readonly patterns = new Map<string, MatchPattern[]>();

  constructor(texts: readonly string[]) {
    for (const text of new Set(texts)) {
      const pattern = parseMatchPattern(text);
      if (pattern.error !== undefined) continue;
      const key = keyOf(pattern.host, pattern.path, pattern.port);
      const others = this.patterns.get(key);
      if (others === undefined) this.patterns.set(key, [pattern]);
      else if (!others.some((other) => isAlike(other, pattern))) others.push(pattern);
    }
  }

  covers(text: string): boolean {
    return this.covering(text).length > 0;
  }

  /** Those that cover every address of the pattern; none where it is invalid. */
  covering(text: string): readonly MatchPattern[] {
    const narrow = parseMatchPattern(text);
    if (narrow.error !== undefined) return [];
    return ['*', ...hostsAround(narrow.host)].flatMap((host) =>
      [...new Set(['/*', narrow.path])].flatMap((path) =>
        [...new Set([undefined, '*', narrow.port])].flatMap((port) =>
          (this.patterns.get(keyOf(host, path, port)) ?? []).filter((wide) => covers(wide, narrow)),
        ),
      ),
    );
  }
}

function keyOf(host: string, path: string, port: string | undefined): string {
  return JSON.stringify([host, path, port]);
}

/** Of two with the same host, path and port. */
function isAlike(one: MatchPattern, other: MatchPattern): boolean {
  return (
    one.includesSubdomains === other.includesSubdomains &&
    one.schemes.join() === other.schemes.join()
  );
}

/** Longer names are no host's. https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4 */
const hostLengthMax = 253;

/** The host itself and those that it may be a subdomain of. */
function hostsAround(host: string): readonly string[] {
  const hosts = [host];
  if (host.length > hostLengthMax) return hosts;
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    hosts.push(host.slice(dot + 1));
  }
  return hosts;
}

function covers(wide: MatchPattern, narrow: MatchPattern): boolean {
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

import { compareExtensionVersions, isExtensionVersion } from '../model/extension-version.ts';

/** Versions that a text such as `1.4` or `>=1.4 <2` names; `undefined` where it names none, as `>2 <1`. */
export function parseVersionRange(text: string): ((version: string) => boolean) | undefined {
  const parts = text.trim().split(/\s+/);
  const tests = parts.map((part) => {
    const [, sign = '=', limit = ''] = /^(>=|<=|>|<|=)?([\d.]+)$/.exec(part) ?? [];
    return isExtensionVersion(limit) ? { sign, limit } : undefined;
  });
  if (tests.includes(undefined)) return undefined;
  const all = tests.filter((test) => test !== undefined);
  if (all.some((lower) => all.some((upper) => leavesNone(lower, upper)))) return undefined;
  return (version) =>
    isExtensionVersion(version) &&
    all.every(({ sign, limit }) => fits(compareExtensionVersions(version, limit), sign));
}

interface Limit {
  readonly sign: string;
  readonly limit: string;
}

/** Whether nothing lies above the one and below the other. */
function leavesNone(lower: Limit, upper: Limit): boolean {
  if (lower.sign.startsWith('<') || upper.sign.startsWith('>')) return false;
  const comparison = compareExtensionVersions(lower.limit, upper.limit);
  return comparison > 0 || (comparison === 0 && (lower.sign === '>' || upper.sign === '<'));
}

function fits(comparison: number, sign: string): boolean {
  switch (sign) {
    case '>=':
      return comparison >= 0;
    case '<=':
      return comparison <= 0;
    case '>':
      return comparison > 0;
    case '<':
      return comparison < 0;
    default:
      return comparison === 0;
  }
}

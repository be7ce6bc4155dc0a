import type { JsonValue } from '../../model/extension.ts';
import { isList, isObject } from '../../model/manifest-reader.ts';

/** Headers by which sites protect their pages, with the values that protect as much as any. */
const protections: ReadonlyMap<string, RegExp> = new Map([
  ['content-security-policy', /^(?!.*(?:'unsafe-|\*)).*\b(?:src|ancestors|object|script)\b/iu],
  ['content-security-policy-report-only', /^(?!.*(?:'unsafe-|\*)).*\bsrc\b/iu],
  ['x-frame-options', /^\s*(?:deny|sameorigin)\s*$/iu],
  ['x-content-type-options', /^\s*nosniff\s*$/iu],
  ['x-xss-protection', /^\s*1/u],
  ['strict-transport-security', /max-age=[1-9]/iu],
  ['cross-origin-opener-policy', /^\s*same-origin/iu],
  ['cross-origin-embedder-policy', /^\s*(?:require-corp|credentialless)\s*$/iu],
  ['cross-origin-resource-policy', /^\s*same-/iu],
  ['permissions-policy', /=\(\)/u],
  ['referrer-policy', /^\s*(?:no-referrer|same-origin|origin|strict-origin)/iu],
]);

export function isSecurityHeader(name: string): boolean {
  return protections.has(name.toLowerCase());
}

/**
 * Protecting headers, lower case, that an action on response headers takes away or sets to less. What is appended only
 * adds: a page obeys all of its policies together.
 * @param list `responseHeaders` of the action
 */
export function weakenedHeaders(list: JsonValue | undefined): string[] {
  if (!isList(list)) return [];
  return list.flatMap((entry) => {
    if (!isObject(entry) || typeof entry['header'] !== 'string') return [];
    const name = entry['header'].toLowerCase();
    const { operation, value } = entry;
    const strict = protections.get(name);
    if (strict === undefined || operation === 'append') return [];
    return operation === 'set' && typeof value === 'string' && strict.test(value) ? [] : [name];
  });
}

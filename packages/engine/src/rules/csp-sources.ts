import type { Evidence } from '../finding.ts';
import type { CspPolicy } from '../model/extension.ts';

/**
 * One piece of evidence for each source of scripts in the policy that `accepts` says yes to, in lower case.
 * Nothing when the manifest sets no policy: then the browser's default holds.
 */
export function scriptSources(
  policy: CspPolicy,
  accepts: (source: string) => boolean,
): readonly Evidence[] {
  if (!policy.declared) return [];
  const names = ['script-src', 'script-src-elem', 'worker-src'].filter((name) =>
    policy.directives.has(name),
  );
  const governing = names.includes('script-src') ? names : [...names, 'default-src'];
  return governing.flatMap((name) =>
    (policy.directives.get(name) ?? [])
      .map((source) => source.toLowerCase())
      .filter(accepts)
      .map((source) => ({ at: policy.at, note: `${name} contains ${source.slice(0, 120)}.` })),
  );
}

/**
 * Whether the policy lets a script element load the absolute address.
 * https://www.w3.org/TR/CSP3/#match-url-to-source-expression
 */
export function allowsScript({ directives }: CspPolicy, address: string): boolean {
  const url = URL.parse(address, 'https://extension.invalid');
  const sources = ['script-src-elem', 'script-src', 'default-src'].map((name) =>
    directives.get(name),
  );
  const governing = sources.find((values) => values !== undefined);
  if (url === null || governing === undefined) return url !== null;
  return governing.some((source) => matches(source.toLowerCase(), url));
}

function matches(source: string, { protocol, hostname }: URL): boolean {
  if (source === '*' || source === protocol) return true;
  if (source === 'http:' && protocol === 'https:') return true;
  const host = sourceHost(source);
  if (host === undefined) return false;
  if (source.startsWith('https:') && protocol !== 'https:') return false;
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : host === hostname;
}

/**
 * The host of a CSP host source without scheme, port and path, for example `*.example.org`; undefined for keywords,
 * hashes, nonces and bare schemes.
 */
export function sourceHost(source: string): string | undefined {
  if (source.startsWith("'") || source.endsWith(':')) return undefined;
  return /^(?:(?:https?|wss?):\/\/)?([^/:?#]+)(?::(?:\d+|\*))?(?:\/.*)?$/u.exec(source)?.[1];
}

/** Whether the source lets scripts come from any place: a bare scheme, every host or a whole top-level domain. */
export function isAnySource(source: string): boolean {
  return (
    ['http:', 'https:', 'ws:', 'wss:', 'data:'].includes(source) ||
    /^\*(?:\.[^.]+)?$/u.test(sourceHost(source) ?? '')
  );
}

/** Whether the host is the machine itself, which serves scripts while a developer works. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.');
}

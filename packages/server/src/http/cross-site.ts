import { Refusal } from '../errors.ts';

/** What browsers say about where a request comes from. */
export interface Provenance {
  readonly method: string;
  /** `Sec-Fetch-Site` */
  readonly fetchSite: string | undefined;
  readonly origin: string | undefined;
  /** As the client wrote it, with its port. */
  readonly host: string;
  readonly authorization: string | undefined;
}

/**
 * Refuses an unsafe request that a browser sends from another site. One without `Sec-Fetch-Site` and
 * `Origin` comes from no browser, and one with an API token carries what no other site can know.
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export function refuseCrossSite(request: Provenance): void {
  if (safeMethods.has(request.method) || request.authorization !== undefined) return;
  if (isFromHere(request)) return;
  throw new Refusal('forbidden', 'this request was sent by a page of another site');
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function isFromHere({ fetchSite, origin, host }: Provenance): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

import { isExtensionVersion } from '@extaudit/engine';
import type { StoreQuery } from './store.ts';

/** The version of no browser yet, so that nothing is held back because it needs a newer one. */
const browserVersion = '9999.0.9999.0';

/** Ids in one request at most; more are not known to work. */
const idsMax = 100;

/** One request, with what it asks for. */
export interface UpdateRequest {
  readonly url: string;
  readonly queries: readonly StoreQuery[];
}

/**
 * Requests of Chromium's update protocol, `x=id%3D…%26v%3D…%26uc` for each extension, with as many in each as the
 * URL's length allows; at least one. Protocol:
 * https://chromium.googlesource.com/chromium/src/+/main/extensions/browser/updater/manifest_fetch_data.cc
 */
export function updateRequests(
  baseUrl: string,
  queries: readonly StoreQuery[],
  urlCharactersMax: number,
): readonly UpdateRequest[] {
  const start = urlOf(baseUrl, 'updatecheck');
  const requests: { url: string; queries: StoreQuery[] }[] = [];
  for (const query of queries) {
    const extra = itemOf(query);
    const last = requests.at(-1);
    const hasRoom = last && last.queries.length < idsMax;
    if (hasRoom && last.url.length + extra.length <= urlCharactersMax) {
      last.url += extra;
      last.queries.push(query);
    } else requests.push({ url: start + extra, queries: [query] });
  }
  return requests;
}

/** Where the store redirects to the newest package. */
export function packageUrl(baseUrl: string, id: string): string {
  return urlOf(baseUrl, 'redirect') + itemOf({ id });
}

function urlOf(baseUrl: string, response: 'updatecheck' | 'redirect'): string {
  const url = new URL(baseUrl);
  url.hash = '';
  const begin = url.search === '' ? '?' : '&';
  return `${url.href.replace(/\?$/, '')}${begin}response=${response}&prodversion=${browserVersion}&acceptformat=crx3`;
}

function itemOf({ id, version }: Pick<StoreQuery, 'id' | 'version'>): string {
  // What is no version would be read as one by some stores, and is none that can be compared.
  const known = version !== undefined && isExtensionVersion(version) ? `&v=${version}` : '';
  return `&x=${encodeURIComponent(`id=${id}${known}&uc`)}`;
}

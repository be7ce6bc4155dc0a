import { versionProblem } from '@extaudit/engine';
import { StoreError, type Listed, type StoreName, type Unclear, type Unlisted } from './store.ts';

/** What addons.mozilla.org says of an add-on. */
export type AddOnState = Listed | Unlisted | Unclear;

/**
 * The add-ons of a page of search results, by their gecko ids. One that cannot be understood spoils itself only.
 * @throws StoreError `store-answer-invalid`
 */
export function readAddOns(store: StoreName, body: Uint8Array): ReadonlyMap<string, AddOnState> {
  const results = parsed(store, body)['results'];
  if (!Array.isArray(results) || results.length > addOnsMax)
    throw invalid(store, 'it has no list of results');
  return new Map(
    results.flatMap((entry: unknown) => {
      const guid = isObject(entry) ? entry['guid'] : undefined;
      return typeof guid === 'string' ? [[guid, stateOf(entry as Fields)] as const] : [];
    }),
  );
}

/** @throws StoreError `store-answer-invalid` */
export function readAddOn(store: StoreName, body: Uint8Array, geckoId: string): AddOnState {
  const addOn = parsed(store, body);
  // The same address takes names and numbers of add-ons, too.
  return addOn['guid'] === geckoId
    ? stateOf(addOn)
    : { state: 'unclear', why: 'the store answers with another add-on' };
}

/**
 * An add-on that the store knows and does not show: it, or the developer, has disabled it, or it was never listed.
 * @throws StoreError `store-answer-invalid`
 */
export function readWithheld(store: StoreName, body: Uint8Array): AddOnState {
  const answer = parsed(store, body);
  const isKnown = typeof answer['is_disabled_by_mozilla'] === 'boolean';
  if (!isKnown) return { state: 'unclear', why: 'the store lets nobody see it without a reason' };
  return answer['is_disabled_by_mozilla'] === true
    ? { state: 'unlisted', verdict: 'policy-violation' }
    : { state: 'unlisted' };
}

/** Far fewer were asked for. */
const addOnsMax = 100;

type Fields = Readonly<Record<string, unknown>>;

/** https://mozilla.github.io/addons-server/topics/api/addons.html#version-detail-object */
function stateOf(addOn: Fields): AddOnState {
  if (addOn['is_disabled'] === true || addOn['status'] === 'disabled') return { state: 'unlisted' };
  const current = addOn['current_version'];
  const file = isObject(current) ? current['file'] : undefined;
  if (!isObject(current) || !isObject(file)) return unclear('it names no current version');
  const { version } = current;
  if (typeof version !== 'string' || versionProblem(version, true) !== undefined)
    return unclear('its version is none that Firefox allows');
  const { url, hash, size } = file;
  const codebase = typeof url === 'string' && url.length <= 2_048 ? URL.parse(url) : null;
  if (!codebase || !/^https?:$/.test(codebase.protocol)) return unclear('it has no download');
  const sha256 = typeof hash === 'string' ? /^sha256:([0-9a-f]{64})$/i.exec(hash)?.[1] : undefined;
  if (sha256 === undefined) return unclear('it tells no SHA-256 of its file');
  return {
    state: 'listed',
    version,
    codebase: codebase.href,
    sha256: sha256.toLowerCase(),
    ...(Number.isSafeInteger(size) && Number(size) > 0 && { sizeBytes: Number(size) }),
  };
}

function parsed(store: StoreName, body: Uint8Array): Fields {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw invalid(store, 'it is no JSON');
  }
  if (!isObject(value)) throw invalid(store, 'it is no object');
  return value;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(store: StoreName, why: string): StoreError {
  return new StoreError('store-answer-invalid', store, `its answer cannot be used: ${why}`);
}

function unclear(why: string): Unclear {
  return { state: 'unclear', why };
}

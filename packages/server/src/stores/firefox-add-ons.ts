import type { Downloaded } from '../outbound/download.ts';
import { trustOrigin } from '../outbound/trust-origin.ts';
import { type AddOnState, readAddOn, readAddOns, readWithheld } from './add-on-answer.ts';
import {
  StoreError,
  type Listed,
  type Store,
  type StoreAnswer,
  type StoreItem,
  type StoreQuery,
} from './store.ts';
import { callStore, fetchPackage, located, statusError, type Calling } from './update-service.ts';

const name = 'firefox-add-ons';

/** The store's own server; a mirror or a test's cannot sign in its name. */
const officialHost = 'addons.mozilla.org';

/** What one answer holds; an add-on takes up to 40 kB of it. */
const addOnsAtATime = 25;

/**
 * addons.mozilla.org by its public API. What is listed is asked about many at a time; of the others each is asked about by
 * itself, because only then does the store say whether it knows the add-on and who has disabled it.
 * https://mozilla.github.io/addons-server/topics/api/addons.html
 * @param baseUrl of the API, with its version
 */
export function createFirefoxAddOns(
  baseUrl: string,
  options: Omit<Calling, 'signer' | 'format'>,
): Store {
  const calling: Calling = {
    ...options,
    format: 'xpi',
    destinations: trustOrigin(options.destinations, baseUrl),
    signer: new URL(baseUrl).hostname === officialHost ? name : undefined,
  };
  const base = baseUrl.replace(/\/$/, '');

  async function lookUp(queries: readonly StoreQuery[]): Promise<ReadonlyMap<string, StoreAnswer>> {
    const answers = new Map<string, StoreAnswer>();
    const named = queries.filter((query): query is NamedQuery => query.geckoId !== undefined);
    for (const { id, geckoId } of queries) {
      const why = 'the id that Firefox knows the add-on by is not known here';
      if (geckoId === undefined) answers.set(id, { state: 'unclear', why });
    }
    for (let start = 0; start < named.length; start += addOnsAtATime) {
      const group = named.slice(start, start + addOnsAtATime);
      const listed = await listedOf(group);
      for (const query of group) {
        const state = listed.get(query.geckoId) ?? (await stateOf(query.geckoId));
        answers.set(query.id, answerTo(query, state));
      }
    }
    return answers;
  }

  async function listedOf(group: readonly NamedQuery[]): Promise<ReadonlyMap<string, AddOnState>> {
    // Of several ids, none may have a comma; Firefox allows none either.
    const guids = group.map(({ geckoId }) => encodeURIComponent(geckoId)).join(',');
    const url = `${base}/addons/search/?guid=${guids}&page_size=${addOnsAtATime}&lang=en-US`;
    const answer = await callStore(name, { url }, calling);
    if (answer.status !== 200) throw statusError(name, answer);
    return readAddOns(name, answer.body);
  }

  async function stateOf(geckoId: string): Promise<AddOnState> {
    const url = `${base}/addons/addon/${encodeURIComponent(geckoId)}/?lang=en-US`;
    const answer = await callStore(name, { url }, calling, { keptStatuses });
    return stateIn(answer, geckoId);
  }

  return {
    name,
    lookUp,
    async download(item: StoreItem) {
      const known = item.codebase === undefined ? await located(name, item, lookUp) : item;
      if (known.codebase === undefined)
        throw new StoreError('package-missing', name, `no address of ${item.id} is told`);
      return fetchPackage(name, known, known.codebase, calling);
    },
  };
}

type NamedQuery = StoreQuery & { readonly geckoId: string };

/** For what is not public, or was public once. */
const keptStatuses: ReadonlySet<number> = new Set([401, 403]);

function stateIn(answer: Downloaded, geckoId: string): AddOnState {
  if (answer.status === 200) return readAddOn(name, answer.body, geckoId);
  if (answer.status === 404) return { state: 'unlisted' };
  if (keptStatuses.has(answer.status)) return readWithheld(name, answer.body);
  throw statusError(name, answer);
}

/** The store may go back to an older version; one that is held already is no news. */
function answerTo({ version }: StoreQuery, state: AddOnState): StoreAnswer {
  const isHeld = (listed: Listed): boolean => listed.version === version;
  return state.state === 'listed' && isHeld(state) ? { state: 'unchanged' } : state;
}

import { StoreError, type Store, type StoreAnswer, type StoreQuery } from './store.ts';
import { answerTo, readUpdateAnswer } from './update-answer.ts';
import { updateRequests } from './update-request.ts';
import { askForUpdates, fetchPackage, located, type Calling } from './update-service.ts';

const name = 'update-manifest';

/** What the guard lets pass. */
const urlCharactersMax = 2_048;

/** The newest release of a project is often behind one. */
const redirectsMax = 3;

/** Addresses that are asked at a time, so that a dead one does not hold up the others. */
const addressesAtATime = 10;

/**
 * Extensions that their developers host themselves, each at the `update_url` of its manifest. An address that
 * cannot be used makes its own extensions unclear and says nothing of the others, so `lookUp` never rejects.
 */
export function createUpdateManifests(calling: Omit<Calling, 'signer'>): Store {
  async function lookUp(queries: readonly StoreQuery[]): Promise<ReadonlyMap<string, StoreAnswer>> {
    const answers = new Map<string, StoreAnswer>();
    const addresses = groupsOf(queries).entries();
    const ask = async (): Promise<void> => {
      for (const [updateUrl, group] of addresses) {
        for (const [id, answer] of await lookUpAt(updateUrl, group, calling)) {
          answers.set(id, answer);
        }
      }
    };
    await Promise.all(Array.from({ length: addressesAtATime }, ask));
    return answers;
  }
  return {
    name,
    lookUp,
    async download(item) {
      const known = item.codebase === undefined ? await located(name, item, lookUp) : item;
      if (known.codebase === undefined) {
        throw new StoreError('package-missing', name, `no address of ${item.id} is told`);
      }
      return fetchPackage(name, known, known.codebase, calling);
    },
  };
}

function groupsOf(queries: readonly StoreQuery[]): ReadonlyMap<string, readonly StoreQuery[]> {
  const groups = new Map<string, StoreQuery[]>();
  for (const query of queries) {
    const group = groups.get(query.updateUrl ?? '') ?? [];
    groups.set(query.updateUrl ?? '', [...group, query]);
  }
  return groups;
}

async function lookUpAt(
  updateUrl: string,
  queries: readonly StoreQuery[],
  calling: Calling,
): Promise<readonly (readonly [string, StoreAnswer])[]> {
  const all = (answer: StoreAnswer): (readonly [string, StoreAnswer])[] =>
    queries.map(({ id }) => [id, answer]);
  if (!URL.canParse(updateUrl)) return all({ state: 'unclear', why: 'it has no update_url' });
  try {
    const answers: (readonly [string, StoreAnswer])[] = [];
    for (const request of updateRequests(updateUrl, queries, urlCharactersMax)) {
      answers.push(...(await ask(request.url, request.queries, calling)));
    }
    return answers;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return all({ state: 'unclear', why: error.message });
  }
}

async function ask(
  url: string,
  queries: readonly StoreQuery[],
  calling: Calling,
): Promise<readonly (readonly [string, StoreAnswer])[]> {
  const etag = commonEtag(queries);
  const {
    status,
    body,
    etag: newEtag,
  } = await askForUpdates(name, { url, etag }, calling, redirectsMax);
  if (status === 304) {
    const unchanged = { state: 'unchanged', ...(etag !== undefined && { etag }) } as const;
    return queries.map(({ id }) => [id, unchanged]);
  }
  const states = readUpdateAnswer(name, body);
  return queries.map((query) => {
    const answer = answerTo(query, states.get(query.id));
    const isSettled = answer.state === 'unchanged' && newEtag !== undefined;
    return [query.id, isSettled ? { ...answer, etag: newEtag } : answer];
  });
}

/** An answer of 304 must hold for all that are asked about, in the version that is named. */
function commonEtag(queries: readonly StoreQuery[]): string | undefined {
  const [first] = queries;
  const isCommon = queries.every(
    ({ etag, version }) => etag === first?.etag && version !== undefined,
  );
  return isCommon ? first?.etag : undefined;
}

import { createHash } from 'node:crypto';
import { trustOrigin } from '../outbound/trust-origin.ts';
import { StoreError, type Store, type StoreAnswer, type StoreQuery } from './store.ts';
import { isNothingNew } from './update-answer.ts';
import { packageUrl } from './update-request.ts';
import { createUpdateService, hasPackage, type Calling } from './update-service.ts';

const name = 'chrome-web-store';

/** The store's own servers; a mirror or a test's server cannot sign in its name. */
const officialHost = 'clients2.google.com';

/** A hundred extensions with their versions; the store's servers take 8 KiB and more. */
const urlCharactersMax = 8_000;

export interface ChromeWebStoreOptions extends Omit<Calling, 'signer'> {
  readonly now?: (() => Date) | undefined;
  /** How often each extension is asked about. Default: every hour. */
  readonly checkEverySeconds?: number | undefined;
}

/**
 * The Chrome Web Store by its update protocol. It answers "no update" both for what is unchanged and for what it has
 * removed but remembers. So each extension is asked about once a day as if nothing were known of it, when only a
 * removed one has no update; and a removal counts when the store has no package to redirect to either.
 * @param baseUrl of the update service
 */
export function createChromeWebStore(baseUrl: string, options: ChromeWebStoreOptions): Store {
  const { now = () => new Date(), checkEverySeconds = 3_600, ...rest } = options;
  const hoursBetween = Math.ceil(checkEverySeconds / 3_600);
  const calling: Calling = {
    ...rest,
    destinations: trustOrigin(options.destinations, baseUrl),
    signer: new URL(baseUrl).hostname === officialHost ? name : undefined,
  };
  const service = createUpdateService({ ...calling, name, baseUrl, urlCharactersMax });

  async function isRemoved(id: string): Promise<boolean | 'unclear'> {
    try {
      return !(await hasPackage(name, packageUrl(baseUrl, id), calling));
    } catch (error) {
      if (error instanceof StoreError) return 'unclear';
      throw error;
    }
  }

  return {
    ...service,
    async lookUp(queries) {
      const time = now();
      const answers = await service.lookUp(
        queries.map((query) =>
          isAskedInFull(query.id, time, hoursBetween) ? withoutVersion(query) : query,
        ),
      );
      const settled = new Map<string, StoreAnswer>();
      let isConfirming = true;
      for (const query of queries) {
        const answer = settledFor(query, answers.get(query.id));
        settled.set(query.id, answer);
        const isWithheld = answer.state === 'unclear' && answer.isWithheld === true;
        if (!isWithheld || !isConfirming) continue;
        const removed = await isRemoved(query.id);
        if (removed === true) settled.set(query.id, { state: 'unlisted' });
        // What the store said of the others stands; the next check asks again.
        isConfirming = removed !== 'unclear';
      }
      return settled;
    },
  };
}

/**
 * In one hour of each day, another one each day, so that the load is spread; or at the first check after that hour.
 * @param hoursBetween two checks
 */
export function isAskedInFull(id: string, time: Date, hoursBetween = 1): boolean {
  if (hoursBetween >= hoursOfDay) return true;
  const hour = Math.floor(time.getTime() / 3_600_000);
  return Array.from({ length: hoursBetween }, (_, passed) => hour - passed).some(
    (since) => fullHourOf(id, Math.floor(since / hoursOfDay)) === since % hoursOfDay,
  );
}

const hoursOfDay = 24;

function fullHourOf(id: string, day: number): number {
  const digest = createHash('sha256').update(`${id} ${day}`).digest();
  return digest.readUInt32BE() % hoursOfDay;
}

function withoutVersion({ version: _version, ...query }: StoreQuery): StoreQuery {
  return query;
}

function settledFor(query: StoreQuery, answer: StoreAnswer | undefined): StoreAnswer {
  if (!answer) return { state: 'unclear', why: 'the answer does not speak of it' };
  return isNothingNew(answer, query) ? { state: 'unchanged' } : answer;
}

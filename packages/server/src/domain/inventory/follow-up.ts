import { randomUUIDv7 } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../storage/database/database.ts';
import type { Queue } from '../../storage/database/queue.ts';
import { type InventoryKey, keepInventory } from '../../storage/inventory/inventory.ts';
import {
  type FetchStore,
  insertFetches,
  listWantedExtensions,
  type NewFetch,
  type WantedExtension,
} from '../../storage/inventory/store-fetch.ts';

export interface FollowUpServices {
  readonly db: Database;
  readonly queue: Queue;
  readonly now: () => Date;
}

/** What fetches of one import may ask of stores; the others wait for the next one. */
const fetchesMax = 5_000;
const askedAgainDays = 1;
/** What one job asks a store in one request. */
const fetchesOfJob = 20;

/** Has what came with an import judged and fetched in the background. @returns how many are to be fetched */
export async function followUpImport(
  { db, queue, now }: FollowUpServices,
  key: InventoryKey,
): Promise<number> {
  const at = now();
  const askedSince = new Date(at.getTime() - askedAgainDays * 86_400_000);
  return db.transaction().execute(async (trx) => {
    if (!(await keepInventory(trx, key))) return 0;
    const wanted = await listWantedExtensions(trx, key, { askedSince, limit: fetchesMax });
    const fetches = wanted.map((extension) => ({
      fetchId: randomUUIDv7(),
      accountId: key.accountId,
      inventoryId: key.inventoryId,
      extensionId: extension.extensionId,
      geckoId: extension.geckoId,
      store: storeOf(extension),
    }));
    const judge = { inventoryId: key.inventoryId };
    await queue.send(trx, {
      id: randomUUIDv7(),
      name: 'judge-inventory',
      data: judge,
      priority: 0,
      key: key.inventoryId,
    });
    return queueFetches(trx, queue, fetches, at);
  });
}

/** @returns how many were not waiting already */
export async function queueFetches(
  trx: DatabaseTransaction,
  queue: Queue,
  fetches: readonly NewFetch[],
  now: Date,
): Promise<number> {
  if (fetches.length === 0) return 0;
  const added = await insertFetches(trx, fetches, now);
  const byStore = Map.groupBy(
    fetches.filter(({ fetchId }) => added.has(fetchId)),
    ({ store }) => store,
  );
  const jobs = [...byStore.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / fetchesOfJob) }, (_, at) => {
      const part = group.slice(at * fetchesOfJob, (at + 1) * fetchesOfJob);
      return {
        id: randomUUIDv7(),
        data: { fetchIds: part.map(({ fetchId }) => fetchId) },
        priority: 0,
      };
    }),
  );
  if (jobs.length > 0) await queue.sendMany(trx, 'fetch-extensions', jobs);
  return added.size;
}

/** Edge has a store of its own, and takes extensions from Chrome's as well. */
function storeOf({ geckoId, browsers }: WantedExtension): FetchStore {
  if (geckoId !== null) return 'firefox-add-ons';
  const isEdge = browsers.length > 0 && browsers.every((browser) => browser.includes('edge'));
  return isEdge ? 'edge-add-ons' : 'chrome-web-store';
}

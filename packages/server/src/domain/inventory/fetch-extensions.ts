import { findVersion } from '../../storage/catalogue/version.ts';
import type { Queue } from '../../storage/database/queue.ts';
import {
  endFetch,
  type FetchStore,
  listQueuedFetches,
  type StoreFetch,
} from '../../storage/inventory/store-fetch.ts';
import { ensureAudit } from '../analysis/ensure-audit.ts';
import { syncExtensions, type SyncOutcome, type SyncServices } from '../store/sync-extensions.ts';

export interface FetchServices extends SyncServices {
  readonly queue: Queue;
}

/** Fetches what waits from its stores, and has it audited. A store that is away is a reason like others: nobody is kept waiting. */
export async function fetchExtensions(
  services: FetchServices,
  fetchIds: readonly string[],
): Promise<void> {
  const queued = await listQueuedFetches(services.db, fetchIds);
  const byStore = Map.groupBy(queued, ({ store }) => store);
  for (const [store, fetches] of byStore) {
    const missing = await fetchFrom(services, store, fetches);
    if (missing.length === 0) continue;
    // What runs in Edge may have come from Chrome's store.
    await fetchFrom(services, 'chrome-web-store', missing);
  }
}

/** @returns those that another store may have */
async function fetchFrom(
  services: FetchServices,
  store: FetchStore,
  fetches: readonly StoreFetch[],
): Promise<readonly StoreFetch[]> {
  const byId = Map.groupBy(fetches, ({ extensionId }) => extensionId);
  const missing: StoreFetch[] = [];
  const geckoIds = new Map(
    fetches.flatMap(({ extensionId, geckoId }) =>
      geckoId === null ? [] : [[extensionId, geckoId] as const],
    ),
  );
  await syncExtensions(services, [...byId.keys()], {
    store,
    geckoIds,
    onOutcome: async (outcome) => {
      for (const fetch of byId.get(outcome.extensionId) ?? []) {
        const isElsewhere = store === 'edge-add-ons' && outcome.code === 'not-listed';
        if (isElsewhere) missing.push(fetch);
        else await settle(services, fetch, outcome);
      }
    },
  });
  return missing;
}

async function settle(
  services: FetchServices,
  { fetchId }: StoreFetch,
  { extensionId, outcome, version, why, code }: SyncOutcome,
): Promise<void> {
  const { db, now } = services;
  const held = version === undefined ? undefined : await findVersion(db, extensionId, version);
  if (held) await ensureAudit(services, { ...held, versionId: held.id });
  if (version !== undefined && (outcome === 'created' || outcome === 'unchanged')) {
    return endFetch(db, fetchId, { version }, now());
  }
  const problem = why ?? 'the store does not hand it out';
  return endFetch(db, fetchId, { code: code ?? 'store-unclear', problem }, now());
}

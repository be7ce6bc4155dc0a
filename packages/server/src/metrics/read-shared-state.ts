import { listStoreFailures } from '../storage/catalogue/store-failures.ts';
import type { Database } from '../storage/database/database.ts';
import { storeNames } from '../storage/database/monitor-tables.ts';
import { listQueueDepths, type QueueDepth } from '../storage/database/queue-depth.ts';
import { countLiveWorkers } from '../storage/database/worker.ts';

/** What the database knows, the same whichever process is asked. */
export interface SharedState {
  readonly queues: readonly QueueDepth[];
  readonly workers: number;
  readonly stores: readonly StoreHealth[];
}

interface StoreHealth {
  readonly store: (typeof storeNames)[number];
  readonly failures: number;
  readonly pausedSeconds: number;
}

/** Rejects when the database does not answer. */
export async function readSharedState(db: Database, now: Date): Promise<SharedState> {
  const [queues, workers, known] = await Promise.all([
    listQueueDepths(db),
    countLiveWorkers(db),
    listStoreFailures(db),
  ]);
  const stores = storeNames.map((store) => {
    const { failures = 0, pausedUntil = now } = known.find((each) => each.store === store) ?? {};
    const pausedSeconds = Math.max(0, (pausedUntil.getTime() - now.getTime()) / 1_000);
    return { store, failures, pausedSeconds };
  });
  return { queues, workers, stores };
}

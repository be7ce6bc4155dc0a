import type { Database } from '../database/database.ts';
import type { StoreName } from '../database/monitor-tables.ts';

export interface StoreFailures {
  readonly store: StoreName;
  /** In a row; 0 once it answers again. */
  readonly failures: number;
  /** Nobody asks it until then. */
  readonly pausedUntil: Date | undefined;
}

/** Of every store that has ever failed. */
export async function listStoreFailures(db: Database): Promise<readonly StoreFailures[]> {
  const rows = await db
    .selectFrom('store_state')
    .select(['store', 'failures', 'paused_until'])
    .execute();
  return rows.map(({ store, failures, paused_until }) => ({
    store,
    failures,
    pausedUntil: paused_until ?? undefined,
  }));
}

import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { StoreName } from '../database/monitor-tables.ts';
import { storableText } from '../database/storable-text.ts';

/** Nobody asks the store. */
export interface StorePause {
  readonly until: Date;
  /** What went wrong when it was asked last. */
  readonly lastProblem: string | undefined;
}

/** @returns `undefined` when the store may be asked */
export async function findStorePause(
  db: Database,
  store: StoreName,
  now: Date,
): Promise<StorePause | undefined> {
  const row = await db
    .selectFrom('store_state')
    .select(['paused_until', 'last_problem'])
    .where('store', '=', store)
    .where('paused_until', '>', now)
    .where('paused_until', '<', latestPause(now))
    .executeTakeFirst();
  return row?.paused_until
    ? { until: row.paused_until, lastProblem: row.last_problem ?? undefined }
    : undefined;
}

/**
 * Keeps everybody from asking a store that fails. Those who asked at the same time count as one failure.
 * @param pauseSeconds by how often it has failed in a row
 * @returns until when, and whether the store had not failed before
 */
export async function pauseStore(
  db: Database,
  store: StoreName,
  problem: string,
  options: { readonly now: Date; readonly pauseSeconds: (failures: number) => number },
): Promise<{ readonly until: Date; readonly isFirst: boolean }> {
  const { now, pauseSeconds } = options;
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${store}, 7))`.execute(trx);
    const state = await trx
      .selectFrom('store_state')
      .select(['failures', 'paused_until'])
      .where('store', '=', store)
      .executeTakeFirst();
    if (state?.paused_until && state.paused_until > now && state.paused_until < latestPause(now)) {
      return { until: state.paused_until, isFirst: false };
    }
    const failures = (state?.failures ?? 0) + 1;
    const paused_until = new Date(now.getTime() + pauseSeconds(failures) * 1_000);
    const values = { paused_until, failures, last_problem: storableText(problem, 1_000) };
    await trx
      .insertInto('store_state')
      .values({ store, ...values })
      .onConflict((conflict) => conflict.column('store').doUpdateSet(values))
      .execute();
    return { until: paused_until, isFirst: failures === 1 };
  });
}

/**
 * The store has answered well. A pause that somebody else has met meanwhile goes on.
 * @returns whether it had failed before; true for one caller only
 */
export async function clearStoreState(db: Database, store: StoreName, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('store_state')
    .set({ failures: 0, paused_until: null, last_problem: null })
    .where('store', '=', store)
    .where('failures', '>', 0)
    .where((pause) =>
      pause.or([pause('paused_until', '<=', now), pause('paused_until', '>=', latestPause(now))]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** No pause is as long: one that ends later was begun by a clock that was ahead. */
function latestPause(now: Date): Date {
  return new Date(now.getTime() + 86_400_000);
}

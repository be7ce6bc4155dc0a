import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Workers not seen for so long count as dead. */
const workerSilenceSecondsMax = 60;

/** Says that a worker is alive; called every few seconds. */
export async function reportWorker(db: Database, workerId: string): Promise<void> {
  await db
    .insertInto('worker')
    .values({ worker_id: workerId })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ seen_at: sql`now()` }))
    .execute();
}

/** Takes a worker that ends out of the list, with those that died long ago. */
export async function removeWorker(db: Database, workerId: string): Promise<void> {
  await db
    .deleteFrom('worker')
    .where((where) =>
      where.or([
        where('worker_id', '=', workerId),
        where('seen_at', '<', sql<Date>`now() - interval '1 day'`),
      ]),
    )
    .execute();
}

export async function hasLiveWorker(db: Database): Promise<boolean> {
  return (await countLiveWorkers(db)) > 0;
}

export async function countLiveWorkers(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('worker')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${workerSilenceSecondsMax})`)
    .executeTakeFirstOrThrow();
  return count;
}

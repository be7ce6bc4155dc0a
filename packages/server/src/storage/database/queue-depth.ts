import { sql } from 'kysely';
import type { Database } from './database.ts';

/** What waits and runs under one job name. */
export interface QueueDepth {
  readonly name: string;
  /** Jobs that a worker could take now. */
  readonly ready: number;
  /** Jobs that wait for their time, such as the next attempt at a delivery. */
  readonly delayed: number;
  /** As the queue counts it once a minute. */
  readonly active: number;
  /** How long the oldest ready job has been ready. */
  readonly oldestReadySeconds: number;
}

/** Every queue, empty ones too. Finished jobs, the most by far, are not read. */
export async function listQueueDepths(db: Database): Promise<readonly QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    SELECT queue.name, queue.active_count AS active,
      coalesce(waiting.ready, 0) AS ready, coalesce(waiting.delayed, 0) AS delayed,
      coalesce(waiting.oldest, 0)::float8 AS "oldestReadySeconds"
    FROM pgboss.queue
    LEFT JOIN (
      SELECT name,
        count(*) FILTER (WHERE start_after <= now()) AS ready,
        count(*) FILTER (WHERE start_after > now()) AS delayed,
        extract(epoch FROM now() - min(greatest(start_after, created_on)) FILTER (WHERE start_after <= now())) AS oldest
      FROM pgboss.job WHERE state < 'active' AND NOT blocked GROUP BY name
    ) waiting ON waiting.name = queue.name
    ORDER BY queue.name`.execute(db);
  return rows;
}

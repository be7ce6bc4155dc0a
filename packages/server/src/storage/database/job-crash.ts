import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Runs one statement with `$1`, `$2`, …. */
export type ExecuteSql = (text: string, values: unknown[]) => Promise<{ readonly rows: unknown[] }>;

/** What is known of processes that ended while they ran a job. */
export interface JobCrashes {
  /**
   * How many have, the run before this one included.
   * @param output what the queue wrote of the run before
   * @param isLight whether a silent end is never the job's fault, and not counted
   */
  before(jobId: string, output: unknown, isLight?: boolean): Promise<JobHistory>;
  /** Says that this process ends for the job. */
  blame(jobIds: readonly string[]): Promise<void>;
  /** A run of the job has ended. */
  forget(jobId: string): Promise<void>;
}

interface JobHistory {
  readonly crashes: number;
  /** Whether to run it once more would only end one more process. */
  readonly isPoison: boolean;
}

const crashesMax = 3;

/** Within which a living worker says so, once the database answers. */
const reportSecondsMax = 12;

export function jobCrashes(execute: ExecuteSql, reportSeconds = reportSecondsMax): JobCrashes {
  const add = `
    INSERT INTO job_crash (job_id, crashes, blamed) SELECT unnest($1::uuid[]), 1, $2
    ON CONFLICT (job_id) DO UPDATE SET
      crashes = job_crash.crashes + 1, blamed = job_crash.blamed + excluded.blamed, crashed_at = now()
    RETURNING crashes, blamed`;
  return {
    async before(jobId, output, isLight = false) {
      const { rows } =
        isSilence(output) && !isLight
          ? await execute(add, [[jobId], 0])
          : await execute('SELECT crashes, blamed FROM job_crash WHERE job_id = $1', [jobId]);
      const [row] = rows as { readonly crashes: number; readonly blamed: number }[];
      const { crashes, blamed } = row ?? { crashes: 0, blamed: 0 };
      const isSuspect = crashes >= crashesMax && !isLight;
      const isPoison =
        blamed >= crashesMax || (isSuspect && (await hasDeadWorker(execute, reportSeconds)));
      return { crashes, isPoison };
    },
    async blame(jobIds) {
      await execute(add, [jobIds, 1]);
    },
    async forget(jobId) {
      await execute('DELETE FROM job_crash WHERE job_id = $1', [jobId]);
    },
  };
}

/** Whether the worker gave no sign of life any more. pg-boss writes it where the heartbeat of a job has expired. */
function isSilence(output: unknown): boolean {
  return JSON.stringify(output ?? '').includes('job heartbeat timeout');
}

/** Whether a worker died lately: where all live, it was the database that was silent, and no job is to blame. */
async function hasDeadWorker(execute: ExecuteSql, reportSeconds: number): Promise<boolean> {
  await sleep(reportSeconds * 1_000);
  const { rows } = await execute(
    `SELECT FROM worker WHERE seen_at BETWEEN now() - interval '1 hour' AND now() - make_interval(secs => $1) LIMIT 1`,
    [reportSeconds],
  );
  return rows.length > 0;
}

/** Of jobs that were removed before they ran again. */
export async function forgetOldCrashes(db: Database): Promise<void> {
  await sql`DELETE FROM job_crash WHERE crashed_at < now() - interval '30 days'`.execute(db);
}

import type { AuditPool } from '@extaudit/engine/host';
import { createTestPool } from '../../../engine/testing/test-pool.ts';
import { sql } from 'kysely';
import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { informedPool } from '../intel/informed-pool.ts';
import { queueSettings, startWorkers } from '../jobs/index.ts';
import type { JobServices } from '../jobs/job.ts';
import { type PackageStore, openPackageFolder } from '../storage/catalogue/package-store.ts';
import { type Queue, openQueue } from '../storage/database/queue.ts';
import { testOutbound } from './test-outbound.ts';
import { removeWorker, reportWorker } from '../storage/database/worker.ts';
import type { TestDatabase } from './test-database.ts';

/** What audits are made with: packages in a temporary folder, one child process, the real queue. */
export interface TestWork {
  readonly packages: PackageStore;
  readonly packagesFolder: string;
  readonly pool: AuditPool;
  readonly queue: Queue;
  /** Says that a worker is alive, without one; for an hour, because tests take longer than a worker may be silent. */
  pretendWorker(): Promise<void>;
  /** Says that no worker is. */
  forgetWorkers(): Promise<void>;
  /** Takes jobs from now on. */
  startWorkers(services?: Partial<JobServices>): Promise<void>;
  close(): Promise<void>;
}

export async function startTestWork({ url, db }: TestDatabase): Promise<TestWork> {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-packages-'));
  const packages = openPackageFolder(folder);
  const pool = informedPool(createTestPool({ processes: 1 }), db);
  const queue = await openQueue(url, queueSettings());
  const workerId = randomUUIDv7();
  return {
    packages,
    packagesFolder: folder,
    pool,
    queue,
    async pretendWorker() {
      await reportWorker(db, workerId);
      const seen_at = sql<Date>`now() + interval '1 hour'`;
      await db.updateTable('worker').set({ seen_at }).execute();
    },
    forgetWorkers: () => removeWorker(db, workerId),
    startWorkers: (services) => {
      const now = (): Date => new Date();
      const all = { db, packages, pool, queue, now, ...testOutbound(), ...services };
      return startWorkers(queue, all);
    },
    async close() {
      await queue.close(1);
      await pool.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

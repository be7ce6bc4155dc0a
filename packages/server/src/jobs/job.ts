import type { AuditPool } from '@extaudit/engine/host';
import type { Database } from '../storage/database.ts';
import type { PackageStore } from '../storage/packages.ts';
import type { QueueSettings } from '../storage/queue.ts';

/** What jobs work with. */
export interface JobServices {
  readonly db: Database;
  readonly packages: PackageStore;
  readonly pool: AuditPool;
  readonly now: () => Date;
}

/** One kind of work, in the file of its name. */
export interface JobDefinition<Data extends object = object> {
  readonly settings?: Omit<QueueSettings, 'name'>;
  /** May run more than once for the same data, because a worker can die after its work and before saying so. */
  run(data: Data, services: JobServices): Promise<void>;
}

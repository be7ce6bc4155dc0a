import type { AuditPool } from '@extaudit/engine/host';
import type { AttemptServices } from '../domain/alert/attempt-delivery.ts';
import type { Stores } from '../domain/store/ask-store.ts';
import type { Database } from '../storage/database/database.ts';
import type { PackageStore } from '../storage/catalogue/package-store.ts';
import type { Mailer } from '../outbound/send-mail.ts';
import type { DestinationGuard } from '../outbound/guard-destination.ts';
import type { Queue, QueueSettings, WorkerOptions } from '../storage/database/queue.ts';
import type { SecretBox } from '../storage/database/secret-box.ts';

/** What jobs work with. */
export interface JobServices {
  readonly db: Database;
  readonly packages: PackageStore;
  readonly pool: AuditPool;
  /** For jobs that make others necessary. */
  readonly queue: Queue;
  readonly secrets: SecretBox;
  readonly destinations: DestinationGuard;
  /** Absent: this service sends no mail. */
  readonly mailer?: Mailer | undefined;
  /** Where people reach it, without a slash at its end; for links. */
  readonly publicUrl?: string | undefined;
  readonly stores: Stores;
  readonly now: () => Date;
  /** Where the operator reads what members are told as well. */
  readonly log?: (message: string) => void;
  /** Told what came of each attempt to deliver an alert or callback. */
  readonly onAttempt?: AttemptServices['onAttempt'];
}

/** One kind of work, in the file of its name. */
export interface JobDefinition<Data extends object = object> extends WorkerOptions {
  readonly settings?: Omit<QueueSettings, 'name'>;
  /** May run more than once for the same data, because a worker can die after its work and before saying so. */
  run(data: Data, services: JobServices): Promise<void>;
}

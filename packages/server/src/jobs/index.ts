import type { Queue, QueueSettings } from '../storage/database/queue.ts';
import auditPackage from './audit-package.ts';
import auditVersionAbandoned from './audit-version-abandoned.ts';
import auditVersion from './audit-version.ts';
import checkExtensions from './check-extensions.ts';
import compareMonitors from './compare-monitors.ts';
import coverWatched from './cover-watched.ts';
import deliverAlertAbandoned from './deliver-alert-abandoned.ts';
import deliverAlert from './deliver-alert.ts';
import deliverCallbackAbandoned from './deliver-callback-abandoned.ts';
import deliverCallback from './deliver-callback.ts';
import fetchExtensions from './fetch-extensions.ts';
import fetchVersion from './fetch-version.ts';
import judgeInventory from './judge-inventory.ts';
import readPackages from './read-packages.ts';
import sendPasswordReset from './send-password-reset.ts';
import type { JobDefinition, JobServices } from './job.ts';

/** Every job by its name, which is its file's; those that others fall back to come first. */
const jobs: Readonly<Record<string, JobDefinition>> = {
  'audit-package': auditPackage,
  'audit-version-abandoned': auditVersionAbandoned,
  'audit-version': auditVersion,
  'check-extensions': checkExtensions,
  'compare-monitors': compareMonitors,
  'cover-watched': coverWatched,
  'deliver-alert-abandoned': deliverAlertAbandoned,
  'deliver-alert': deliverAlert,
  'deliver-callback-abandoned': deliverCallbackAbandoned,
  'deliver-callback': deliverCallback,
  'fetch-extensions': fetchExtensions,
  'fetch-version': fetchVersion,
  'judge-inventory': judgeInventory,
  'read-packages': readPackages,
  'send-password-reset': sendPasswordReset,
};

/** What `openQueue` has to create. */
export function queueSettings(): QueueSettings[] {
  return Object.entries(jobs).map(([name, { settings }]) => ({ name, ...settings }));
}

/** Takes jobs of every kind until the queue is closed. */
export async function startWorkers(queue: Queue, services: JobServices): Promise<void> {
  for (const [name, job] of Object.entries(jobs)) {
    await queue.work(name, (data: object) => job.run(data, services), job);
  }
}

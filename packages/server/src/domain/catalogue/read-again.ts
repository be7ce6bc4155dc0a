import { PackageError, type PackageSummary } from '@extaudit/engine';
import { AuditProcessError, BusyMachineError, type AuditPool } from '@extaudit/engine/host';
import type { Database } from '../../storage/database/database.ts';
import type { PackageStore } from '../../storage/catalogue/package-store.ts';
import {
  countUnreadPackages,
  listUnreadPackages,
  listUnreadPackagesOf,
  savePackageReading,
  type UnreadPackage,
} from '../../storage/catalogue/unread-package.ts';
import type { Queue } from '../../storage/database/queue.ts';
import { type ReadingProgress, sendReading } from '../analysis/request-reading.ts';
import { contentsOf, provenOrigin } from './package-origin.ts';
import { quarantineOf } from './quarantine.ts';

export interface ReadingServices {
  readonly db: Database;
  readonly packages: PackageStore;
  readonly pool: AuditPool;
  readonly log?: (message: string) => void;
}

/**
 * Reads a package that was stored before origins were known, and settles where it comes from. One that is forged, cannot be
 * read or is damaged ranks as unsigned, and stays. One in quarantine is left unread.
 */
async function readPackageAgain(services: ReadingServices, unread: UnreadPackage): Promise<void> {
  if ((await quarantineOf(services.db, unread.sha256)) !== undefined) return;
  const summary = await summaryOf(services, unread.sha256);
  const origin = (summary && provenOrigin(summary, unread.extensionId)) ?? 'unsigned';
  await savePackageReading(services.db, unread, origin, summary && contentsOf(summary));
}

const packagesOfBatch = 50;

/** Has all unread packages read, from the beginning or from where a killed reading came. */
export async function requestReading({ db, queue }: QueuedReading): Promise<void> {
  if ((await listUnreadPackages(db, undefined, 1)).length === 0) return;
  await db.transaction().execute((trx) => sendReading(trx, queue, {}));
}

/**
 * Reads the next stored packages, and has those after them read by another job. Whatever is killed is read again, and what
 * is read stays so. What no process survives, or a busy machine cannot read in time, is left for the next start.
 */
export async function readStoredPackages(
  services: QueuedReading & ReadingServices,
  { after, read = 0 }: ReadingProgress,
  log: (message: string) => void = () => undefined,
): Promise<void> {
  const { db, queue } = services;
  const batch = await listUnreadPackages(db, after, packagesOfBatch);
  for (const unread of batch) {
    await readPackageAgain(services, unread).catch((error: unknown) => {
      const isLeft = error instanceof AuditProcessError || error instanceof BusyMachineError;
      if (!isLeft) throw error;
      log(`stored package ${unread.sha256}: ${error.message}`);
    });
  }
  const last = batch.at(-1);
  if (!last) {
    log(`stored packages: the origins of ${read} are settled`);
    return;
  }
  const total = read + batch.length;
  log(`stored packages: ${total} read again, ${await countUnreadPackages(db)} left`);
  const next = { after: { versionId: last.versionId, sha256: last.sha256 }, read: total };
  await db.transaction().execute((trx) => sendReading(trx, queue, next));
}

interface QueuedReading {
  readonly db: Database;
  readonly queue: Queue;
}

/**
 * So that what comes to a version is ranked against what has been read, and compared with the current one. What no process
 * survives stays unread, below all that comes.
 */
export async function readVersionAgain(
  services: ReadingServices,
  extensionId: string,
  version: string,
): Promise<void> {
  for (const unread of await listUnreadPackagesOf(services.db, extensionId, version)) {
    await readPackageAgain(services, unread).catch((error: unknown) => {
      if (!(error instanceof AuditProcessError)) throw error;
    });
  }
}

async function summaryOf(
  { packages, pool, log }: ReadingServices,
  sha256: string,
): Promise<PackageSummary | undefined> {
  const source = await packages.source(sha256, sha256);
  return pool.summarise(source).catch((error: unknown) => {
    if (!(error instanceof PackageError)) throw error;
    if (error.code === 'damaged') log?.(`stored package: ${error.message}`);
    return undefined;
  });
}

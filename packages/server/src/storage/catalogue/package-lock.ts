import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/database.ts';

/** Keeps others from changing which packages an extension's versions have until the transaction ends. */
export async function lockExtensionPackages(
  trx: DatabaseTransaction,
  extensionId: string,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${extensionId}, 2))`.execute(trx);
}

/** Keeps others from adding and deleting the bytes; after `lockExtensionPackages` where both are needed. */
export async function lockPackage(trx: DatabaseTransaction, sha256: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${sha256}, 6))`.execute(trx);
}

/** Held by a backup from before its snapshot until it has copied the bytes. */
export const backupLock = 0x65787462;

/** Whether bytes may be deleted: `false` while a backup may still need them. Kept so until the transaction ends. */
export async function keepBackupsAway(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(${backupLock}) AS free`.execute(trx);
  return rows[0]?.free === true;
}

import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { storableText } from '../database/storable-text.ts';
import { markDueAudit } from './due-audit.ts';
import { keepBackupsAway, lockExtensionPackages, lockPackage } from './package-lock.ts';
import type { PackageStore } from './package-store.ts';
import { lockPermissionSetsOf } from './permission-set.ts';
import { settleExtension } from './settle-extension.ts';
import { settleVersion } from './settle-version.ts';

/** A package that an account's members brought for a version. */
export interface OwnPackage {
  readonly accountId: string;
  readonly extensionId: string;
  readonly version: string;
  readonly sha256: string;
}

/** `unknown`: the account has not brought it. `kept`: it is a store's or the operator's as well. */
export type Removal = 'removed' | 'unknown' | 'kept';

/**
 * Takes a package away for an account. When no other account has brought it, the version falls back to the next best one
 * or to metadata; a version and an extension that only it had told of go with it.
 */
export async function removeOwnPackage(
  trx: DatabaseTransaction,
  own: OwnPackage,
): Promise<Removal> {
  await lockExtensionPackages(trx, own.extensionId);
  const known = await findOwnPackage(trx, own);
  if (!known) return 'unknown';
  if (known.isKept) return 'kept';
  await lockPermissionSetsOf(trx, own.extensionId);
  await trx
    .deleteFrom('package_account')
    .where('extension_version_id', '=', known.versionId)
    .where('sha256', '=', own.sha256)
    .where('account_id', '=', own.accountId)
    .execute();
  const { numDeletedRows } = await trx
    .deleteFrom('version_package')
    .where('extension_version_id', '=', known.versionId)
    .where('sha256', '=', own.sha256)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM package_account AS o
        WHERE o.extension_version_id = version_package.extension_version_id
          AND o.sha256 = version_package.sha256)`,
    )
    .executeTakeFirst();
  if (numDeletedRows === 0n) return 'removed';
  // The report of the one that stays names those beside it.
  await markDueAudit(trx, known.versionId);
  await settleVersion(trx, known.versionId);
  await removeEmptyVersion(trx, known.versionId);
  await settleExtension(trx, own.extensionId);
  await removeEmptyExtension(trx, own.extensionId);
  return 'removed';
}

/** Deletes the bytes, unless somebody has a package of them, is just bringing one, or makes a backup: then a later call does. */
export async function removeUnusedBytes(
  db: Database,
  packages: PackageStore,
  sha256: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await keepBackupsAway(trx))) return;
    await lockPackage(trx, sha256);
    const claim = await trx
      .selectFrom('version_package')
      .select('sha256')
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst();
    if (claim) return;
    await trx.deleteFrom('package').where('sha256', '=', sha256).execute();
    // Before the commit, so that whoever waits for the lock sees that they are gone.
    await packages.remove(sha256);
  });
}

/** Of packages whose deletion was interrupted. */
export async function removeAllUnusedBytes(db: Database, packages: PackageStore): Promise<void> {
  const { rows } = await sql<{ readonly sha256: string }>`
    SELECT sha256 FROM package AS k
    WHERE NOT EXISTS (SELECT FROM version_package AS p WHERE p.sha256 = k.sha256)`.execute(db);
  for (const { sha256 } of rows) await removeUnusedBytes(db, packages, sha256);
}

/**
 * Removes versions of which nothing is left: one whose last package was taken away while an audit of it was under way
 * stayed until that had ended.
 */
export async function removeEmptyVersions(db: Database): Promise<void> {
  const empty = await db
    .selectFrom('version')
    .select(['extension_version_id as versionId', 'extension_id as extensionId'])
    .where('package_sha256', 'is', null)
    .where('has_metadata', '=', false)
    .execute();
  for (const { versionId, extensionId } of empty) {
    await db.transaction().execute(async (trx) => {
      await lockExtensionPackages(trx, extensionId);
      await lockPermissionSetsOf(trx, extensionId);
      await removeEmptyVersion(trx, versionId);
      await settleExtension(trx, extensionId);
      await removeEmptyExtension(trx, extensionId);
    });
  }
}

async function findOwnPackage(
  trx: DatabaseTransaction,
  { accountId, extensionId, version, sha256 }: OwnPackage,
): Promise<{ readonly versionId: string; readonly isKept: boolean } | undefined> {
  return trx
    .selectFrom('version_package as p')
    .innerJoin('version as v', 'v.extension_version_id', 'p.extension_version_id')
    .innerJoin('package_account as o', (join) =>
      join
        .onRef('o.extension_version_id', '=', 'p.extension_version_id')
        .onRef('o.sha256', '=', 'p.sha256'),
    )
    .select(['p.extension_version_id as versionId', 'p.is_kept as isKept'])
    .where('v.extension_id', '=', extensionId)
    .where('v.version', '=', storableText(version))
    .where('p.sha256', '=', sha256)
    .where('o.account_id', '=', accountId)
    .executeTakeFirst();
}

/** While an audit is under way the version stays, so that whoever waits for it is told that the package is gone. */
async function removeEmptyVersion(trx: DatabaseTransaction, versionId: string): Promise<void> {
  await trx
    .deleteFrom('version')
    .where('extension_version_id', '=', versionId)
    .where('package_sha256', 'is', null)
    .where('has_metadata', '=', false)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM analysis AS a
        WHERE a.extension_version_id = version.extension_version_id AND a.state IN ('queued', 'processing'))`,
    )
    .execute();
}

/** Whatever else is known of it, or watches it, holds it. */
async function removeEmptyExtension(trx: DatabaseTransaction, extensionId: string): Promise<void> {
  await sql`DELETE FROM extension AS e WHERE extension_id = ${extensionId} AND publisher_id IS NULL
    AND NOT EXISTS (SELECT FROM version AS v WHERE v.extension_id = e.extension_id)
    AND NOT EXISTS (SELECT FROM monitor AS m WHERE m.extension_id = e.extension_id)
    AND NOT EXISTS (SELECT FROM review AS r WHERE r.extension_id = e.extension_id)
    AND NOT EXISTS (SELECT FROM media AS i WHERE i.extension_id = e.extension_id)
    AND NOT EXISTS (SELECT FROM extension_source AS s
      WHERE s.extension_id = e.extension_id AND s.is_listed)`.execute(trx);
}

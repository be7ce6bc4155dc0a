import type { PackageOrigin } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { storableText } from '../database/storable-text.ts';
import { contentsRow, type PackageContents } from './package.ts';
import { lockExtensionPackages } from './package-lock.ts';
import { isSigned } from './package-origin.ts';
import { lockPermissionSetsOf, savePermissionSets } from './permission-set.ts';
import { settleExtension } from './settle-extension.ts';
import { settleVersion } from './settle-version.ts';

/** A package that was stored before origins were known. */
export interface UnreadPackage {
  readonly versionId: string;
  readonly extensionId: string;
  readonly sha256: string;
}

/** The next unread packages, in the order of their versions' ids. */
export async function listUnreadPackages(
  db: Database,
  after: Pick<UnreadPackage, 'versionId' | 'sha256'> | undefined,
  limit: number,
): Promise<readonly UnreadPackage[]> {
  return selectUnread(db)
    .$if(after !== undefined, (unread) =>
      unread.where(
        sql<boolean>`(p.extension_version_id, p.sha256) > (${after?.versionId ?? null}::uuid, ${after?.sha256 ?? null}::text)`,
      ),
    )
    .orderBy('p.extension_version_id')
    .orderBy('p.sha256')
    .limit(limit)
    .execute();
}

/** Of the version, and of the extension's current one. */
export async function listUnreadPackagesOf(
  db: Database,
  extensionId: string,
  version: string,
): Promise<readonly UnreadPackage[]> {
  return selectUnread(db)
    .where('v.extension_id', '=', extensionId)
    .where((where) =>
      where.or([
        where('v.version', '=', storableText(version)),
        where(
          'v.version',
          '=',
          where.selectFrom('extension').select('version').where('extension_id', '=', extensionId),
        ),
      ]),
    )
    .execute();
}

/** Whether the version has an unread package that is not in quarantine. */
export async function hasReadablePackage(
  trx: DatabaseTransaction,
  versionId: string,
): Promise<boolean> {
  const row = await selectUnread(trx)
    .where('p.extension_version_id', '=', versionId)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM quarantined_package AS q WHERE q.sha256 = p.sha256)`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countUnreadPackages(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('version_package')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('origin', '=', 'unknown')
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Notes what was read of a package, and lets the best package be its version's, in one transaction. Of what nobody signed it
 * is not known who brought it, so that nobody vouches for it. Does nothing when another process has read it.
 * @param contents absent for what cannot be read
 */
export async function savePackageReading(
  db: Database,
  { versionId, extensionId, sha256 }: UnreadPackage,
  origin: PackageOrigin,
  contents: PackageContents | undefined,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockExtensionPackages(trx, extensionId);
    await lockPermissionSetsOf(trx, extensionId, contents?.permissionSet.permhash);
    if (contents) await savePermissionSets(trx, [contents.permissionSet], [extensionId]);
    const { numUpdatedRows } = await trx
      .updateTable('version_package')
      .set({ origin, is_kept: isSigned(origin), ...(contents && contentsRow(contents)) })
      .where('extension_version_id', '=', versionId)
      .where('sha256', '=', sha256)
      .where('origin', '=', 'unknown')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await settleVersion(trx, versionId);
    await settleExtension(trx, extensionId);
  });
}

function selectUnread(db: Database) {
  return db
    .selectFrom('version_package as p')
    .innerJoin('version as v', 'v.extension_version_id', 'p.extension_version_id')
    .select(['p.extension_version_id as versionId', 'v.extension_id as extensionId', 'p.sha256'])
    .where('p.origin', '=', 'unknown');
}

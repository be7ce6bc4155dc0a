import { randomUUIDv7 } from 'node:crypto';
import type { JsonObject } from '@extaudit/engine';
import type { PackageFormat, PackageOrigin } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import { allowSeconds } from '../database/database.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { jsonText, nameCharactersMax, storableText } from '../database/storable-text.ts';
import { markDueAudit } from './due-audit.ts';
import { raiseStoreVersion } from './extension-source.ts';
import { lockExtensionPackages, lockPackage } from './package-lock.ts';
import { isSigned, originRank } from './package-origin.ts';
import { lockPermissionSetsOf, savePermissionSets, type PermissionSet } from './permission-set.ts';
import { settleExtension } from './settle-extension.ts';
import { settleVersion } from './settle-version.ts';
import { fieldsUnknownBut } from './told-extension.ts';

/** Manifests that are written within the time of every statement. */
const longManifestBytes = 2 ** 20;
/** What a busy machine writes of one: it is stored twice, as bytes and as JSON, for the claim and for the version. */
const manifestBytesPerSecond = 200_000;

/** What is read from a package. */
export interface PackageContents {
  readonly name: string;
  readonly description: string;
  readonly manifestRaw: Uint8Array;
  readonly manifest: JsonObject;
  readonly permissionSet: PermissionSet;
  readonly permhashMandiant: string | undefined;
  /** A file of the package. */
  readonly iconPath: string | undefined;
}

export interface ImportedPackage extends PackageContents {
  readonly extensionId: string;
  /** Of a Firefox add-on. */
  readonly geckoId: string | undefined;
  readonly version: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly format: PackageFormat;
  readonly origin: PackageOrigin;
  /** Whose member brought it; absent for what a store or the operator brought. */
  readonly accountId: string | undefined;
  readonly importedAt: Date;
}

/**
 * `created`: the package is new; `unchanged`: the version has it already; `conflict`: the version has another one of the
 * same origin.
 */
export type SaveOutcome =
  | {
      readonly state: 'created' | 'unchanged';
      /** Where these bytes come from, by all that is known. */
      readonly origin: PackageOrigin;
      readonly isVersionPackage: boolean;
    }
  | { readonly state: 'conflict' };

/**
 * Puts a package beside those that claim its version, lets the best of them be the version's, and adds version and
 * extension where they are new, in one transaction.
 * @param keep moves the bytes to the store, once it is sure that they are wanted, and says whether they were not there
 */
export async function saveImportedPackage(
  db: Database,
  imported: ImportedPackage,
  keep: () => Promise<boolean>,
): Promise<SaveOutcome> {
  for (;;) {
    await announceBytes(db, imported);
    const outcome = await savePackage(db, imported, keep);
    if (outcome !== 'unannounced') return outcome;
  }
}

/**
 * Before the bytes are kept it is written down, in a transaction of its own, that they may be: of whatever is interrupted
 * after that, `removeAllUnusedBytes` finds what is left.
 */
async function announceBytes(
  db: Database,
  { sha256, format, sizeBytes }: ImportedPackage,
): Promise<void> {
  await db
    .insertInto('package')
    .values({ sha256, format, size_bytes: sizeBytes })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
}

async function savePackage(
  db: Database,
  imported: ImportedPackage,
  keep: () => Promise<boolean>,
): Promise<SaveOutcome | 'unannounced'> {
  return db.transaction().execute(async (trx) => {
    const { length } = imported.manifestRaw;
    if (length > longManifestBytes) await allowSeconds(trx, length / manifestBytesPerSecond);
    await lockExtensionPackages(trx, imported.extensionId);
    await lockPackage(trx, imported.sha256);
    const claims = await listClaims(trx, imported);
    const known = claims.find(({ sha256 }) => sha256 === imported.sha256);
    if (!known && hasRival(claims, imported.origin)) return { state: 'conflict' };
    // Whoever removes unused bytes waits for the lock from here on.
    if (!(await isAnnounced(trx, imported.sha256))) return 'unannounced';
    // First the bytes, then the rows that point to them.
    const isRestored = (await keep()) && known !== undefined;
    await lockPermissionSetsOf(trx, imported.extensionId, imported.permissionSet.permhash);
    await savePermissionSets(trx, [imported.permissionSet], [imported.extensionId]);
    const versionId = known?.versionId ?? (await ensureVersion(trx, imported));
    const origin = await saveClaim(trx, versionId, imported);
    if (isRestored || (!known && claims.length > 0)) await markDueAudit(trx, versionId);
    const versionPackage = await settleVersion(trx, versionId);
    await settleExtension(trx, imported.extensionId);
    // For who watches the extension the owner's word counts as much as the store's.
    if (isSigned(imported.origin))
      await raiseStoreVersion(trx, imported.extensionId, imported.version);
    const isVersionPackage = versionPackage === imported.sha256;
    return { state: known ? 'unchanged' : 'created', origin, isVersionPackage };
  });
}

async function isAnnounced(trx: DatabaseTransaction, sha256: string): Promise<boolean> {
  const found = await trx
    .selectFrom('package')
    .select('sha256')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return found !== undefined;
}

interface Claim {
  readonly versionId: string;
  readonly sha256: string;
  readonly origin: PackageOrigin;
}

async function listClaims(
  trx: DatabaseTransaction,
  { extensionId, version }: ImportedPackage,
): Promise<readonly Claim[]> {
  return trx
    .selectFrom('version_package as p')
    .innerJoin('version as v', 'v.extension_version_id', 'p.extension_version_id')
    .select(['v.extension_version_id as versionId', 'p.sha256', 'p.origin'])
    .where('v.extension_id', '=', extensionId)
    .where('v.version', '=', storableText(version))
    .execute();
}

/** A store may name another package for a version; nobody else has two of one origin. */
function hasRival(claims: readonly Claim[], origin: PackageOrigin): boolean {
  return origin !== 'store' && claims.some((claim) => claim.origin === origin);
}

/** What comes again from a better origin rises to it, and never falls. @returns its origin from now on */
async function saveClaim(
  trx: DatabaseTransaction,
  versionId: string,
  imported: ImportedPackage,
): Promise<PackageOrigin> {
  const { sha256, origin, accountId, importedAt } = imported;
  const saved = await trx
    .insertInto('version_package')
    .values({
      extension_version_id: versionId,
      sha256,
      origin,
      named_at: origin === 'store' ? importedAt : null,
      ...contentsRow(imported),
      is_kept: accountId === undefined,
      created_at: importedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['extension_version_id', 'sha256']).doUpdateSet({
        origin: sql`CASE WHEN ${originRank('excluded.origin')} > ${originRank('version_package.origin')}
          THEN excluded.origin ELSE version_package.origin END`,
        named_at: sql`coalesce(excluded.named_at, version_package.named_at)`,
        // Of a package that was stored before icons were looked for.
        icon_path: sql`coalesce(excluded.icon_path, version_package.icon_path)`,
        is_kept: sql`excluded.is_kept OR version_package.is_kept`,
      }),
    )
    .returning('origin')
    .executeTakeFirstOrThrow();
  if (accountId === undefined) return saved.origin;
  await trx
    .insertInto('package_account')
    .values({
      extension_version_id: versionId,
      sha256,
      account_id: accountId,
      brought_at: importedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return saved.origin;
}

/** What a version and its extension take over from a package. */
export function contentsRow(contents: PackageContents) {
  return {
    name: storableText(contents.name, nameCharactersMax),
    description: storableText(contents.description),
    manifest_raw: contents.manifestRaw,
    manifest: jsonText(contents.manifest),
    permhash: contents.permissionSet.permhash,
    permhash_mandiant: contents.permhashMandiant ?? null,
    icon_path: contents.iconPath ?? null,
  };
}

/** @returns the version's id; what is new of extension and version has nothing of a package yet */
async function ensureVersion(
  trx: DatabaseTransaction,
  { extensionId, geckoId, version, importedAt }: ImportedPackage,
): Promise<string> {
  await trx
    .insertInto('extension')
    .values({
      extension_id: extensionId,
      gecko_id: geckoId ?? null,
      name: '',
      version: storableText(version),
      last_update: importedAt,
      unknown_fields: fieldsUnknownBut([]),
    })
    .onConflict((conflict) =>
      conflict
        .column('extension_id')
        .doUpdateSet({ gecko_id: geckoId ?? null })
        .where('extension.gecko_id', 'is', null)
        .where(sql.lit(geckoId !== undefined)),
    )
    .execute();
  await trx
    .insertInto('version')
    .values({
      extension_version_id: randomUUIDv7(),
      extension_id: extensionId,
      version: storableText(version),
      created_at: importedAt,
      has_metadata: false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('version')
    .select('extension_version_id')
    .where('extension_id', '=', extensionId)
    .where('version', '=', storableText(version))
    .executeTakeFirstOrThrow();
  return row.extension_version_id;
}

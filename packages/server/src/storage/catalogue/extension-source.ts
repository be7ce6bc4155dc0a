import { compareExtensionVersions } from '@extaudit/engine';
import type { PackageOrigin } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { StoreName, StoreVerdict } from '../database/monitor-tables.ts';
import { storableText } from '../database/storable-text.ts';
import type { ExtensionStatus } from '../database/tables.ts';

/** What is needed to ask a store about an extension, and to judge its answer. */
export interface AskedExtension {
  readonly extensionId: string;
  /** Of a Firefox add-on. */
  readonly geckoId: string | null;
  /** Current version: see `watchedVersion`. */
  readonly version: string;
  /** Of its package; null while none is held. */
  readonly origin: PackageOrigin | null;
  readonly status: ExtensionStatus;
  readonly isStatusKnown: boolean;
  /** Null: the publisher is unknown, as after an upload. */
  readonly publisherId: string | null;
  readonly updateUrl: string | null;
  readonly isListed: boolean | null;
  readonly etag: string | null;
  readonly checkedAt: Date | null;
  /** The newest of its store, or of its owner, whose package is held. */
  readonly storeVersion: string | null;
}

/** Unknown extensions are left out. */
export async function listAskedExtensions(
  db: Database | DatabaseTransaction,
  extensionIds: readonly string[],
): Promise<AskedExtension[]> {
  return db
    .selectFrom('extension as e')
    .leftJoin('extension_source as s', 's.extension_id', 'e.extension_id')
    .leftJoin('version as v', (join) =>
      join.onRef('v.extension_id', '=', 'e.extension_id').on('v.version', '=', watchedVersion),
    )
    .leftJoin('version_package as p', (join) =>
      join
        .onRef('p.extension_version_id', '=', 'v.extension_version_id')
        .onRef('p.sha256', '=', 'v.package_sha256'),
    )
    .select([
      'e.extension_id as extensionId',
      'e.gecko_id as geckoId',
      watchedVersion.as('version'),
      'p.origin',
      'e.status',
      sql<boolean>`'status' <> ALL (e.unknown_fields)`.as('isStatusKnown'),
      'e.publisher_id as publisherId',
      's.update_url as updateUrl',
      's.is_listed as isListed',
      's.etag',
      's.checked_at as checkedAt',
      's.store_version as storeVersion',
    ])
    .where('e.extension_id', '=', sql<string>`ANY(${extensionIds}::text[])`)
    .orderBy('e.extension_id')
    .execute();
}

/**
 * The version that counts as current for who watches the extension `e` with the source `s`: the last one of its store,
 * or signed by its owner, whose package is here; else the newest. What a member uploads under a version of their own choice neither
 * alarms others nor hides what the store publishes.
 */
export const watchedVersion = sql<string>`coalesce(
  (SELECT w.version FROM version AS w WHERE s.is_listed AND w.extension_id = e.extension_id
    AND w.version = s.store_version AND w.package_sha256 IS NOT NULL),
  e.version)`;

/**
 * Says where an extension comes from. What was told before stays, unless its self-hosted address has moved, or the Chrome
 * Web Store was only asked because nothing told better, and has never listed it.
 */
export async function saveSource(
  db: Database,
  extensionId: string,
  { store, updateUrl }: { readonly store: StoreName; readonly updateUrl?: string | undefined },
): Promise<void> {
  await db
    .insertInto('extension_source')
    .values({ extension_id: extensionId, store, update_url: updateUrl ?? null })
    .onConflict((conflict) =>
      conflict
        .column('extension_id')
        .doUpdateSet({ store, update_url: updateUrl ?? null, etag: null })
        .where(sql.lit(store), '=', 'update-manifest')
        .where(
          sql<boolean>`CASE extension_source.store
            WHEN 'update-manifest' THEN extension_source.update_url <> ${updateUrl ?? ''}
            WHEN 'chrome-web-store' THEN extension_source.is_listed IS NOT TRUE ELSE false END`,
        ),
    )
    .execute();
}

/** What a store has said for certain. */
export interface StoreTold {
  readonly extensionId: string;
  /** As it was when the store was asked. */
  readonly asked: Pick<AskedExtension, 'checkedAt' | 'storeVersion'>;
  readonly isListed: boolean;
  /** That it has and whose package is held; null: what was noted before stays. */
  readonly version: string | null;
  readonly etag: string | null;
  readonly verdict: StoreVerdict | null;
}

/**
 * Notes what a store said about several extensions whose source is known, in one statement. Of one that somebody else
 * has noted something about since the store was asked, that stays.
 */
export async function saveStoreTold(
  trx: DatabaseTransaction,
  told: readonly StoreTold[],
  checkedAt: Date,
): Promise<void> {
  if (told.length === 0) return;
  const rows = told.map(({ asked: { checkedAt: askedAfter, storeVersion }, ...rest }) => ({
    ...rest,
    askedAfter,
    storeVersion,
  }));
  await sql`
    UPDATE extension_source AS s SET is_listed = t."isListed",
      store_version = coalesce(t.version, s.store_version),
      verdict = t.verdict, etag = t.etag, checked_at = ${checkedAt}
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS t ("extensionId" text,
      "isListed" boolean, version text, verdict text, etag text, "askedAfter" timestamptz,
      "storeVersion" text)
    WHERE s.extension_id = t."extensionId" AND s.checked_at IS NOT DISTINCT FROM t."askedAfter"
      AND s.store_version IS NOT DISTINCT FROM t."storeVersion"`.execute(trx);
}

/**
 * Notes a version of the extension's store or owner whose package is held, unless it is older than the one that is known: a
 * package may arrive late, and of a store that went back the next check tells.
 */
export async function raiseStoreVersion(
  db: Database | DatabaseTransaction,
  extensionId: string,
  version: string,
): Promise<void> {
  const source = await db
    .selectFrom('extension_source')
    .select('store_version as known')
    .where('extension_id', '=', extensionId)
    .executeTakeFirst();
  if (!source) return;
  const { known } = source;
  if (known !== null && compareExtensionVersions(version, known) <= 0) return;
  await db
    .updateTable('extension_source')
    .set({ store_version: storableText(version) })
    .where('extension_id', '=', extensionId)
    .where('store_version', 'is not distinct from', known)
    .execute();
}

/** Sets the status of extensions that have another one, or one that nobody told. Permission sets are locked first, as imports do. */
export async function saveStatus(
  trx: DatabaseTransaction,
  extensionIds: readonly string[],
  status: ExtensionStatus,
): Promise<void> {
  if (extensionIds.length === 0) return;
  await sql`SELECT FROM permission_set WHERE permhash IN (SELECT permhash FROM extension
      WHERE extension_id = ANY (${extensionIds}::text[])
        AND (status <> ${status} OR 'status' = ANY (unknown_fields)))
    ORDER BY permhash FOR UPDATE`.execute(trx);
  await trx
    .updateTable('extension')
    .set({
      status,
      unknown_fields: sql`array_remove(unknown_fields, 'status')`,
      updated_at: sql<Date>`now()`,
    })
    .where('extension_id', '=', sql<string>`ANY(${extensionIds}::text[])`)
    .where((where) =>
      where.or([where('status', '!=', status), sql<boolean>`'status' = ANY (unknown_fields)`]),
    )
    .execute();
}

/** The package of a version that is held. */
export interface HeldVersion {
  readonly extensionId: string;
  readonly version: string;
  readonly sha256: string;
  readonly origin: PackageOrigin;
}

/** Those of the versions whose package is held, with it; and versions whose package has one of the hashes. */
export async function listHeldVersions(
  db: Database,
  versions: readonly {
    readonly extensionId: string;
    readonly version: string;
    readonly sha256?: string | undefined;
  }[],
): Promise<readonly HeldVersion[]> {
  const ids = versions.map(({ extensionId }) => extensionId);
  const hashes = versions.flatMap(({ sha256 }) => sha256 ?? []);
  return db
    .selectFrom('version as v')
    .innerJoin('version_package as p', (join) =>
      join
        .onRef('p.extension_version_id', '=', 'v.extension_version_id')
        .onRef('p.sha256', '=', 'v.package_sha256'),
    )
    .select(['v.extension_id as extensionId', 'v.version', 'p.sha256', 'p.origin'])
    .where('v.extension_id', '=', sql<string>`ANY(${ids}::text[])`)
    .where((where) =>
      where.or([
        where(
          'v.version',
          '=',
          sql<string>`ANY(${versions.map(({ version }) => version)}::text[])`,
        ),
        where('v.package_sha256', '=', sql<string>`ANY(${hashes}::text[])`),
      ]),
    )
    .execute();
}

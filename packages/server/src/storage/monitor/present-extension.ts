import type { JsonObject, SecurityReport } from '@extaudit/engine';
import type { PackageOrigin } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { watchedVersion } from '../catalogue/extension-source.ts';
import type { StoreName, StoreVerdict } from '../database/monitor-tables.ts';
import type { ExtensionStatus } from '../database/tables.ts';

/** All that a monitor can see of an extension, in one snapshot. */
export interface PresentExtension {
  /** Another one when anything of the rest may be another. */
  readonly token: string;
  readonly extensionId: string;
  readonly name: string;
  /** Current version: see `watchedVersion`. */
  readonly version: string;
  readonly status: ExtensionStatus;
  readonly isKnownMalicious: boolean;
  readonly publisher:
    | { readonly id: string; readonly author: string; readonly email: string | null }
    | undefined;
  /** Absent while it is not known where new versions come from. */
  readonly source: PresentSource | undefined;
  readonly versionId: string | undefined;
  readonly packageSha256: string | undefined;
  /** Of its package. */
  readonly origin: PackageOrigin | undefined;
  /** Whether a store or the operator brought the package. */
  readonly isKept: boolean;
  /** Of a Firefox add-on. */
  readonly geckoId: string | null;
  readonly manifest: JsonObject | undefined;
  /** The current one. */
  readonly report: SecurityReport | undefined;
}

interface PresentSource {
  readonly store: StoreName;
  readonly updateUrl: string | null;
  /** Null: the store was never asked. */
  readonly isListed: boolean | null;
  readonly verdict: StoreVerdict | null;
}

export async function findPresentExtension(
  db: Database,
  extensionId: string,
): Promise<PresentExtension | undefined> {
  const row = await selectPresent(db)
    .select([presentToken.as('token'), watchedVersion.as('version')])
    .select([
      'e.extension_id',
      'e.name',
      'e.status',
      'e.known_malicious',
      'e.publisher_id',
      'p.author',
      'p.email',
      's.store',
      's.update_url',
      's.is_listed',
      's.verdict',
      'e.gecko_id',
      'v.extension_version_id',
      'v.package_sha256',
      'v.manifest',
      'k.origin',
      'k.is_kept',
      'a.report',
    ])
    .where('e.extension_id', '=', extensionId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    token: row.token,
    extensionId: row.extension_id,
    name: row.name,
    version: row.version,
    status: row.status,
    isKnownMalicious: row.known_malicious,
    publisher:
      row.publisher_id === null
        ? undefined
        : { id: row.publisher_id, author: row.author ?? '', email: row.email },
    source: row.store === null ? undefined : sourceOf({ ...row, store: row.store }),
    versionId: row.extension_version_id ?? undefined,
    packageSha256: row.package_sha256 ?? undefined,
    origin: row.origin ?? undefined,
    isKept: row.is_kept === true,
    geckoId: row.gecko_id,
    manifest: row.manifest ?? undefined,
    report: row.report ?? undefined,
  };
}

function sourceOf(row: {
  readonly store: StoreName;
  readonly update_url: string | null;
  readonly is_listed: boolean | null;
  readonly verdict: StoreVerdict | null;
}): PresentSource {
  const { store, update_url: updateUrl, is_listed: isListed, verdict } = row;
  return { store, updateUrl, isListed, verdict };
}

/** By extension, without reading anything large. Unknown extensions are left out. */
export async function listPresentTokens(
  db: Database,
  extensionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectPresent(db)
    .select(['e.extension_id', presentToken.as('token')])
    .where('e.extension_id', '=', sql<string>`ANY(${extensionIds}::text[])`)
    .execute();
  return new Map(rows.map(({ extension_id, token }) => [extension_id, token]));
}

/** Those of the extensions of which an enabled monitor may not have seen the present state; one query for all. */
export async function listUnseenExtensions(
  db: Database,
  extensionIds: readonly string[],
): Promise<string[]> {
  const rows = await selectPresent(db)
    .innerJoin('monitor as m', 'm.extension_id', 'e.extension_id')
    .select('e.extension_id')
    .distinct()
    .where('e.extension_id', '=', sql<string>`ANY(${extensionIds}::text[])`)
    .where('m.enabled', '=', true)
    .where('m.seen_token', '!=', presentToken)
    .orderBy('e.extension_id')
    .execute();
  return rows.map(({ extension_id }) => extension_id);
}

function selectPresent(db: Database) {
  return db
    .selectFrom('extension as e')
    .leftJoin('extension_source as s', 's.extension_id', 'e.extension_id')
    .leftJoin('version as v', (join) =>
      join.onRef('v.extension_id', '=', 'e.extension_id').on('v.version', '=', watchedVersion),
    )
    .leftJoin('version_package as k', (join) =>
      join
        .onRef('k.extension_version_id', '=', 'v.extension_version_id')
        .onRef('k.sha256', '=', 'v.package_sha256'),
    )
    .leftJoin('analysis as a', (join) =>
      join
        .onRef('a.extension_version_id', '=', 'v.extension_version_id')
        .on('a.state', '=', 'completed')
        .on('a.superseded_at', 'is', null)
        // What a manifest alone says is no report to compare that of a package with.
        .on('v.package_sha256', 'is not', null),
    )
    .leftJoin('publisher as p', 'p.publisher_id', 'e.publisher_id');
}

/**
 * Of small columns only. A package's hash stands for its manifest; a manifest that only metadata told is digested itself.
 */
const presentToken = sql<string>`md5(json_build_array(
  coalesce(v.version, e.version), e.name, e.status, e.known_malicious, e.publisher_id, p.author, p.email,
  s.is_listed, s.verdict, v.package_sha256, v.permhash, a.analysis_id,
  CASE WHEN v.manifest_raw IS NULL THEN md5(v.manifest::text) END,
  (SELECT count(*) FROM review AS r WHERE r.extension_id = e.extension_id AND r.rating <= 2)
)::text)`;

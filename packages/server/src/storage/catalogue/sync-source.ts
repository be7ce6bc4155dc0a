import type { JsonObject } from '@extaudit/engine';
import type { PackageOrigin } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { StoreName } from '../database/monitor-tables.ts';

/** Where an extension of the catalogue comes from, and what is held of it. */
export interface SyncSource {
  readonly extensionId: string;
  /** Current version. */
  readonly version: string;
  /** Of its package; null while none is held. */
  readonly origin: PackageOrigin | null;
  /** Whether a store or the operator brought its package. */
  readonly isKept: boolean;
  /** Of a Firefox add-on. */
  readonly geckoId: string | null;
  /** Null while that was not noted. */
  readonly store: StoreName | null;
  /** Of the current version. */
  readonly manifest: JsonObject | null;
}

/** Unknown extensions are left out. */
export async function listSyncSources(
  db: Database,
  extensionIds: readonly string[],
): Promise<SyncSource[]> {
  return db
    .selectFrom('extension as e')
    .leftJoin('version as v', (join) =>
      join.onRef('v.extension_id', '=', 'e.extension_id').onRef('v.version', '=', 'e.version'),
    )
    .leftJoin('version_package as p', (join) =>
      join
        .onRef('p.extension_version_id', '=', 'v.extension_version_id')
        .onRef('p.sha256', '=', 'v.package_sha256'),
    )
    .leftJoin('extension_source as s', 's.extension_id', 'e.extension_id')
    .select(['e.extension_id as extensionId', 'e.version', 'p.origin', 's.store', 'v.manifest'])
    .select('e.gecko_id as geckoId')
    .select(sql<boolean>`coalesce(p.is_kept, false)`.as('isKept'))
    .where('e.extension_id', '=', sql<string>`ANY(${extensionIds}::text[])`)
    .orderBy('e.extension_id')
    .execute();
}

/**
 * The next extensions whose store is known, or whose package is held and tells it, in the order of their ids.
 * @param after the last of those before; empty for the first
 */
export async function listSyncIds(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('extension as e')
    .leftJoin('version as v', (join) =>
      join.onRef('v.extension_id', '=', 'e.extension_id').onRef('v.version', '=', 'e.version'),
    )
    .leftJoin('extension_source as s', 's.extension_id', 'e.extension_id')
    .select('e.extension_id')
    .where('e.extension_id', '>', after)
    .where((where) =>
      where.or([where('s.store', 'is not', null), where('v.package_sha256', 'is not', null)]),
    )
    .orderBy('e.extension_id')
    .limit(limit)
    .execute();
  return rows.map(({ extension_id }) => extension_id);
}

import type { JsonObject } from '@extaudit/engine';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

export interface VersionKey {
  readonly extensionId: string;
  readonly version: string;
}

export interface VersionManifest extends VersionKey {
  readonly manifest: JsonObject;
}

/**
 * Manifests of the versions as the catalogue has them, else as the source of the inventory has shown them; versions of which
 * neither knows one are left out.
 */
export async function listVersionManifests(
  db: Database,
  inventoryId: string,
  versions: readonly VersionKey[],
): Promise<readonly VersionManifest[]> {
  const [ids, names] = [
    versions.map(({ extensionId }) => extensionId),
    versions.map(({ version }) => version),
  ];
  const { rows } = await sql<VersionManifest>`
    SELECT extension_id AS "extensionId", w.version, coalesce(v.manifest, told.manifest) AS manifest
    FROM unnest(${ids}::text[], ${names}::text[]) AS w (extension_id, version)
    LEFT JOIN version AS v USING (extension_id, version)
    LEFT JOIN LATERAL (SELECT CASE w.version WHEN i.manifest_version THEN i.manifest ELSE i.manifest_before END AS manifest
      FROM inventory_extension AS i WHERE i.inventory_id = ${inventoryId} AND i.extension_id = w.extension_id
        AND w.version IN (i.manifest_version, i.manifest_before_version)) AS told ON true
    WHERE coalesce(v.manifest, told.manifest) IS NOT NULL`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

export interface UnauditedVersion {
  readonly versionId: string;
  readonly extensionId: string;
  readonly version: string;
}

/**
 * Current versions that nobody has audited although something of them is here, by id of their extensions; of named ones
 * also those whose audit has failed.
 * @param after the last extension that is known already; '' at first
 */
export async function listUnauditedVersions(
  db: Database,
  {
    extensionIds,
    after,
    limit,
  }: {
    readonly extensionIds: readonly string[] | undefined;
    readonly after: string;
    readonly limit: number;
  },
): Promise<readonly UnauditedVersion[]> {
  const { rows } = await sql<UnauditedVersion>`
    SELECT v.extension_version_id AS "versionId", v.extension_id AS "extensionId", v.version
    FROM extension AS e JOIN version AS v USING (extension_id, version)
    WHERE ${
      extensionIds === undefined
        ? sql`e.audit_state = 'unaudited'`
        : sql`e.audit_state IN ('unaudited', 'failed') AND e.extension_id = ANY(${extensionIds}::text[])`
    }
      AND (v.package_sha256 IS NOT NULL OR v.manifest IS NOT NULL) AND e.extension_id > ${after}
    ORDER BY e.extension_id LIMIT ${limit}`.execute(db);
  return rows;
}

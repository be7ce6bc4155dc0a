import type { SecurityReport } from '@extaudit/engine';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** A manifest that a source has shown and nobody has judged. */
export interface ToldManifest {
  readonly extensionId: string;
  /** JSON */
  readonly manifest: string;
}

export async function listUnjudgedManifests(
  db: Database,
  inventoryId: string,
  limit: number,
): Promise<readonly ToldManifest[]> {
  const { rows } = await sql<ToldManifest>`
    SELECT extension_id AS "extensionId", manifest::text AS manifest FROM inventory_extension
    WHERE inventory_id = ${inventoryId} AND manifest IS NOT NULL AND manifest_judged_at IS NULL
    ORDER BY extension_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** That a source of any account has shown, the last that was judged first, with the name and version in it. */
export async function findToldManifest(
  db: Database,
  extensionId: string,
): Promise<(ToldManifest & { readonly name: string; readonly version: string }) | undefined> {
  const { rows } = await sql<ToldManifest & { name: string; version: string }>`
    SELECT extension_id AS "extensionId", manifest::text AS manifest, coalesce(name, extension_id) AS name,
      coalesce(manifest ->> 'version', 'unknown') AS version
    FROM inventory_extension WHERE extension_id = ${extensionId} AND manifest IS NOT NULL
    ORDER BY manifest_judged_at DESC NULLS LAST LIMIT 1`.execute(db);
  return rows[0];
}

/** Unless another manifest has come meanwhile. */
export async function saveManifestVerdict(
  db: Database,
  inventoryId: string,
  { extensionId, manifest }: ToldManifest,
  verdict: SecurityReport | { readonly problem: string },
  judgedAt: Date,
): Promise<void> {
  const report = 'problem' in verdict ? undefined : verdict;
  await sql`UPDATE inventory_extension SET manifest_judged_at = ${judgedAt},
      manifest_risk_score = ${report?.risk_score ?? null}, manifest_risk_order = ${report?.risk_order ?? null},
      manifest_risk_level = ${report?.risk_level ?? null}, manifest_classification = ${report?.classification ?? null},
      manifest_headline = ${report?.headline ?? null}, manifest_ruleset_hash = ${report?.ruleset_hash ?? null},
      manifest_problem = ${'problem' in verdict ? verdict.problem : null}
    WHERE inventory_id = ${inventoryId} AND extension_id = ${extensionId} AND manifest::text = ${manifest}`.execute(
    db,
  );
}

/** Ids of all inventories with manifests that an older rule set has judged are judged again. */
export async function forgetOutdatedVerdicts(
  db: Database,
  inventoryId: string,
  rulesetHash: string,
): Promise<void> {
  await sql`UPDATE inventory_extension SET manifest_judged_at = NULL
    WHERE inventory_id = ${inventoryId} AND manifest_judged_at IS NOT NULL
      AND manifest_ruleset_hash IS DISTINCT FROM ${rulesetHash} AND manifest_problem IS NULL`.execute(
    db,
  );
}

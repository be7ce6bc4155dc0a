import { currentRuleset, type JsonObject, type SecurityReport } from '@extaudit/engine';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** The current version of an extension with its report by the current rule set. */
export interface JudgedVersion {
  readonly extensionId: string;
  readonly name: string;
  readonly version: string;
  readonly manifest: JsonObject;
  readonly report: SecurityReport;
  readonly analyzedAt: Date;
}

/** Those of the extensions whose current version has a report that its verdict comes from; the others are left out. */
export async function listJudgedVersions(
  db: Database,
  extensionIds: readonly string[],
): Promise<readonly JudgedVersion[]> {
  if (extensionIds.length === 0) return [];
  const { rows } = await sql<JudgedVersion>`
    SELECT e.extension_id AS "extensionId", e.name, v.version, coalesce(v.manifest, '{}') AS manifest, a.report,
      a.finished_at AS "analyzedAt"
    FROM extension AS e
      JOIN version AS v ON v.extension_id = e.extension_id AND v.version = e.version
      JOIN analysis AS a ON a.extension_version_id = v.extension_version_id
        AND a.state = 'completed' AND a.superseded_at IS NULL
    WHERE e.extension_id = ANY(${extensionIds}::text[]) AND a.ruleset_hash = ${currentRuleset}
      AND NOT (e.known_malicious AND v.package_sha256 IS NULL)`.execute(db);
  return rows;
}

/** What a decision about every extension speaks of, as facts and manifests have it. */
export interface SpokenOf {
  readonly findings: readonly string[];
  readonly hosts: readonly string[];
  /** `source>sink` */
  readonly flows: readonly string[];
  /** Permissions and match patterns. */
  readonly permissions: readonly string[];
  /** Where one is named, every extension with a report may have it. */
  readonly gaps: readonly string[];
}

/** Those of the extensions that may have something of it, without reading a report. */
export async function listSpokenOf(
  db: Database,
  extensionIds: readonly string[],
  { findings, hosts, flows, permissions, gaps }: SpokenOf,
): Promise<readonly string[]> {
  const quoted = permissions.map((permission) => JSON.stringify(permission));
  const { rows } = await sql<{ readonly id: string }>`
    SELECT e.extension_id AS id FROM extension AS e
    WHERE e.extension_id = ANY(${extensionIds}::text[]) AND (
      ${gaps.length > 0} AND e.risk_score IS NOT NULL
      OR EXISTS (SELECT FROM fact AS f JOIN fact_value AS v USING (fact_value_id)
        WHERE f.extension_id = e.extension_id AND (v.kind = 'finding' AND v.value = ANY(${findings}::text[])
          OR v.kind = 'host' AND v.value = ANY(${hosts}::text[])
          OR v.kind = 'flow' AND v.value = ANY(${flows}::text[])))
      OR EXISTS (SELECT FROM version AS v, unnest(${quoted}::text[]) AS name
        WHERE v.extension_id = e.extension_id AND v.version = e.version AND position(name IN v.manifest::text) > 0))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

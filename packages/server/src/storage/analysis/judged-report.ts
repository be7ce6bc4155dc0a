import { type JsonObject, type SecurityReport, signalsOf } from '@extaudit/engine';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/database.ts';
import { jsonText } from '../database/storable-text.ts';

/** The report on the current version of an extension, as far as it says whether it is to be made with another context. */
export interface JudgedReport {
  readonly analysisId: string;
  readonly extensionId: string;
  readonly versionId: string;
  /** Empty where only the manifest was judged. */
  readonly packageSha256: string;
  /** What it was made with. */
  readonly surroundings: JsonObject;
}

/**
 * Of those of the extensions that have a report of this rule set, made since contexts are kept: earlier ones lack what making
 * them again needs. Without reading any report.
 */
export async function listJudgedReports(
  trx: DatabaseTransaction,
  extensionIds: readonly string[],
  rulesetHash: string,
): Promise<readonly JudgedReport[]> {
  const { rows } = await sql<JudgedReport>`
    SELECT a.analysis_id AS "analysisId", e.extension_id AS "extensionId",
      v.extension_version_id AS "versionId", coalesce(a.package_sha256, '') AS "packageSha256", a.surroundings
    FROM extension AS e
    JOIN version AS v ON v.extension_id = e.extension_id AND v.version = e.version
    JOIN analysis AS a ON a.extension_version_id = v.extension_version_id
    WHERE e.extension_id = ANY(${extensionIds}::text[]) AND a.state = 'completed'
      AND a.superseded_at IS NULL AND a.ruleset_hash = ${rulesetHash} AND a.surroundings IS NOT NULL
    ORDER BY e.extension_id`.execute(trx);
  return rows;
}

/** On the current version of the extension, of whichever rule set; `undefined` where there is none. */
export async function findCurrentReport(
  trx: DatabaseTransaction,
  extensionId: string,
): Promise<SecurityReport | undefined> {
  const row = await trx
    .selectFrom('extension')
    .innerJoin('version', (join) =>
      join
        .onRef('version.extension_id', '=', 'extension.extension_id')
        .onRef('version.version', '=', 'extension.version'),
    )
    .innerJoin('analysis', 'analysis.extension_version_id', 'version.extension_version_id')
    .select('analysis.report')
    .where('extension.extension_id', '=', extensionId)
    .where('analysis.state', '=', 'completed')
    .where('analysis.superseded_at', 'is', null)
    .executeTakeFirst();
  return row?.report ?? undefined;
}

/**
 * Keeps others from changing the report until the transaction ends. Waits for nobody: `undefined` when it is no longer the
 * current one, or somebody else is at it.
 */
export async function lockReport(
  trx: DatabaseTransaction,
  analysisId: string,
): Promise<SecurityReport | undefined> {
  const row = await trx
    .selectFrom('analysis')
    .select('report')
    .where('analysis_id', '=', analysisId)
    .where('superseded_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.report ?? undefined;
}

/** Puts a report in the place of one that was made with other surroundings. */
export async function replaceReport(
  trx: DatabaseTransaction,
  analysisId: string,
  report: SecurityReport,
  surroundings: object,
): Promise<void> {
  await trx
    .updateTable('analysis')
    .set({ ...reportColumns(report), surroundings: jsonText(surroundings) })
    .where('analysis_id', '=', analysisId)
    .execute();
}

/** What is kept of a report, whoever made it. */
export function reportColumns(report: SecurityReport) {
  return {
    report: jsonText(report),
    signals: jsonText(signalsOf(report)),
    ruleset_version: report.ruleset_version,
    ruleset_hash: report.ruleset_hash,
    intel_hash: report.intel_hash,
    risk_score: report.risk_score,
    risk_level: report.risk_level,
    classification: report.classification,
    risk_order: report.risk_order,
    headline: report.headline,
    package_class: report.package_class,
  };
}

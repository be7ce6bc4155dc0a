import type { Classification, RiskLevel } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';

/** Any fixed number that nothing else locks. */
const refreshLock = 0x65787405;

/** One at a time, or an older verdict could be written over a newer one. @returns whether nobody else is at it */
export async function lockVerdicts(trx: DatabaseTransaction): Promise<boolean> {
  const lock = sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${refreshLock}) AS held`;
  return (await lock.execute(trx)).rows[0]?.held === true;
}

/**
 * Takes marks of extensions whose verdict may be another one by now. Before anything is read: what changes from now on marks
 * again.
 * @returns the extensions; none when nothing is due
 */
export async function takeStaleVerdicts(
  trx: DatabaseTransaction,
  now: Date,
  marksMax: number,
): Promise<readonly string[]> {
  // By their places in the table, so that a million marks are not read again for each few that are taken.
  const { rows } = await sql<{ extensionId: string }>`
    DELETE FROM stale_verdict WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM stale_verdict WHERE due_at <= ${now} ORDER BY due_at LIMIT ${marksMax}))
    RETURNING extension_id AS "extensionId"`.execute(trx);
  return [...new Set(rows.map(({ extensionId }) => extensionId))].sort();
}

/** For verdicts that have to wait, or that time alone will change; of extensions that are still there. */
export async function markStaleVerdicts(
  trx: DatabaseTransaction,
  extensionIds: readonly string[],
  dueAt: Date,
): Promise<void> {
  await sql`INSERT INTO stale_verdict (extension_id, due_at)
    SELECT extension_id, ${dueAt} FROM extension AS e
    WHERE extension_id = ANY(${extensionIds}::text[])
      AND NOT EXISTS (SELECT FROM stale_verdict AS s
        WHERE s.extension_id = e.extension_id AND s.due_at = ${dueAt})`.execute(trx);
}

/** Has verdicts of other rule sets, which lists take for current ones, taken out of what they are sorted by. */
export async function markOutdatedVerdicts(db: Database, rulesetHash: string): Promise<void> {
  await sql`INSERT INTO stale_verdict (extension_id)
    SELECT v.extension_id FROM analysis AS a JOIN version AS v USING (extension_version_id)
    JOIN extension AS e ON e.extension_id = v.extension_id AND e.version = v.version
    WHERE a.state = 'completed' AND a.superseded_at IS NULL AND e.analysis_state = 'audited'
      AND (a.ruleset_hash < ${rulesetHash} OR a.ruleset_hash > ${rulesetHash})`.execute(db);
}

/** Those of the extensions that nobody else is changing, kept so until the transaction ends; waits for nobody. */
export async function lockFreeExtensions(
  trx: DatabaseTransaction,
  extensionIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('extension')
    .select('extension_id as extensionId')
    .where('extension_id', '=', sql<string>`ANY(${extensionIds}::text[])`)
    .orderBy('extension_id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ extensionId }) => extensionId);
}

/** What lists show of the verdict on an extension's current version. */
export interface KeptVerdict {
  readonly extensionId: string;
  readonly riskScore: number;
  /** Null in reports of the first scale, as the headline. */
  readonly riskOrder: number | null;
  readonly riskLevel: RiskLevel;
  readonly classification: Classification;
  readonly headline: string | null;
  readonly analyzedAt: Date;
  /** Whether another rule set has given it than the one of now, so that it has no place among the others. */
  readonly isOutdated: boolean;
}

/**
 * Notes with extensions what lists show and sort by: the verdict on the current version, the state of its audit, and the text
 * that words are looked for in.
 * @param verdicts of those of the extensions that have one
 */
export async function saveExtensionVerdicts(
  trx: DatabaseTransaction,
  extensionIds: readonly string[],
  verdicts: readonly KeptVerdict[],
  rulesetHash: string,
): Promise<void> {
  await sql`
    WITH kept AS (
      SELECT o.extension_id, n."riskScore" AS score, n."riskOrder" AS place, n."riskLevel" AS level, n.classification,
        n.headline, n."analyzedAt" AS analyzed_at, n."isOutdated" AS is_outdated,
        extension_search_text(o.name, o.description, o.publisher_id) AS search_text,
        CASE WHEN a.ruleset_hash = ${rulesetHash} THEN 'audited' WHEN a.analysis_id IS NOT NULL THEN 'outdated'
          ELSE (SELECT CASE WHEN bool_or(w.state <> 'failed') THEN 'waiting' WHEN count(*) > 0 THEN 'failed' END
            FROM analysis AS w
            WHERE w.extension_version_id = v.extension_version_id AND w.superseded_at IS NULL) END AS analysis_state
      FROM extension AS o
      LEFT JOIN version AS v ON v.extension_id = o.extension_id AND v.version = o.version
      LEFT JOIN analysis AS a ON a.extension_version_id = v.extension_version_id
        AND a.state = 'completed' AND a.superseded_at IS NULL
      LEFT JOIN jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) AS n ("extensionId" text, "riskScore" smallint,
        "riskOrder" double precision, "riskLevel" text, classification text, headline text, "analyzedAt" timestamptz,
        "isOutdated" boolean) ON n."extensionId" = o.extension_id
      WHERE o.extension_id = ANY(${extensionIds}::text[])
    )
    UPDATE extension AS e SET
      risk_score = CASE WHEN NOT k.is_outdated THEN k.score END,
      risk_order = CASE WHEN NOT k.is_outdated THEN k.place END,
      verdict_score = k.score, verdict_order = k.place, risk_level = k.level, classification = k.classification,
      headline = k.headline, analyzed_at = k.analyzed_at, analysis_state = k.analysis_state,
      search_text = k.search_text
    FROM kept AS k
    WHERE e.extension_id = k.extension_id
      AND (e.risk_score IS NULL, e.verdict_score, e.verdict_order, e.risk_level, e.classification, e.headline,
        e.analyzed_at, e.analysis_state, e.search_text)
      IS DISTINCT FROM (coalesce(k.is_outdated, true), k.score, k.place, k.level, k.classification, k.headline,
        k.analyzed_at, k.analysis_state, k.search_text)`.execute(trx);
}

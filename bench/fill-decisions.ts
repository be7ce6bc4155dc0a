import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../packages/server/src/storage/database/database.ts';

/** Rules and permissions that the account accepts everywhere. */
const decisionsTotal = 20;

/**
 * Decisions about every extension, and what the service keeps of them once it has gone through the catalogue: of a third of the
 * extensions with a verdict, of all levels, something is accepted.
 */
export async function fillDecisions(url: string, accountId: string): Promise<void> {
  const db = openDatabase(url, { statementSecondsMax: 600 });
  try {
    const ids = Array.from({ length: decisionsTotal }, () => randomUUID());
    await sql`INSERT INTO decision (decision_id, account_id, action, permission, reason, owner, expires, created_at, updated_at)
      SELECT id, ${accountId}, 'accept', CASE WHEN n = 1 THEN 'tabs' ELSE 'permission-' || n END, 'every team needs it', 'Jo',
        '2999-12-31', now(), now()
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS d (id, n)`.execute(db);
    await sql`INSERT INTO decided_verdict (account_id, extension_id, decision_ids, holds_until, risk_score, risk_order,
        risk_level, classification, headline, raw_score, raw_level, raw_classification)
      SELECT ${accountId}, extension_id, ARRAY[${ids[0]}::uuid], '2999-12-31', score, score + risk_order - risk_score,
        CASE WHEN score > 75 THEN 'critical' WHEN score > 50 THEN 'high' WHEN score > 25 THEN 'medium' ELSE 'low' END,
        CASE WHEN score > 75 THEN 'malicious' WHEN score > 50 THEN 'suspicious' ELSE 'clean' END,
        headline, verdict_score, risk_level, classification
      FROM extension, LATERAL (SELECT floor(risk_score * 0.8)::smallint) AS s (score)
      WHERE risk_score IS NOT NULL AND hashtext(extension_id) % 3 = 0`.execute(db);
    await endSweeps(db);
    await sql`VACUUM ANALYZE decided_verdict`.execute(db);
  } finally {
    await db.destroy();
  }
}

async function endSweeps(db: Database): Promise<void> {
  await sql`DELETE FROM decision_sweep`.execute(db);
}

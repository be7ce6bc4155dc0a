import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/database.ts';

/** Any fixed number that nothing else locks. */
const refreshLock = 0x65787406;

/** One at a time. @returns whether nobody else is at it */
export async function lockDecided(trx: DatabaseTransaction): Promise<boolean> {
  const lock = sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${refreshLock}) AS held`;
  return (await lock.execute(trx)).rows[0]?.held === true;
}

/** Extensions that an account may have decided on otherwise by now. */
export interface StaleDecisions {
  readonly accountId: string;
  readonly extensionIds: readonly string[];
}

/**
 * Takes marks of one account. Before anything is read: what changes from now on marks again.
 * @returns `undefined` where there are none
 */
export async function takeStaleDecisions(
  trx: DatabaseTransaction,
  marksMax: number,
): Promise<StaleDecisions | undefined> {
  const { rows } = await sql<{ accountId: string; extensionId: string }>`
    DELETE FROM stale_decision WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM stale_decision WHERE account_id = (SELECT account_id FROM stale_decision LIMIT 1)
      LIMIT ${marksMax}))
    RETURNING account_id AS "accountId", extension_id AS "extensionId"`.execute(trx);
  return staleOf(rows);
}

/** What is kept although a decision in it has expired, of one account. @param today `YYYY-MM-DD`, UTC */
export async function findExpiredDecisions(
  trx: DatabaseTransaction,
  today: string,
  countMax: number,
): Promise<StaleDecisions | undefined> {
  const { rows } = await sql<{ accountId: string; extensionId: string }>`
    SELECT account_id AS "accountId", extension_id AS "extensionId" FROM decided_verdict
    WHERE holds_until < ${today}::date AND account_id = (
      SELECT account_id FROM decided_verdict WHERE holds_until < ${today}::date LIMIT 1)
    LIMIT ${countMax}`.execute(trx);
  return staleOf(rows);
}

export async function markStaleDecisions(
  trx: DatabaseTransaction,
  accountId: string,
  extensionIds: readonly string[],
): Promise<void> {
  await sql`INSERT INTO stale_decision (account_id, extension_id)
    SELECT ${accountId}, unnest(${extensionIds}::text[])`.execute(trx);
}

/** A walk through the catalogue, by id. */
export interface DecisionSweep {
  readonly sweepId: number;
  readonly accountId: string;
  /** The next extensions, and whether there are more behind them. */
  readonly extensionIds: readonly string[];
  readonly isMore: boolean;
}

/** The oldest, held for the transaction: what is decided meanwhile begins another. */
export async function takeSweep(
  trx: DatabaseTransaction,
  extensionsMax: number,
): Promise<DecisionSweep | undefined> {
  const { rows } = await sql<{ sweepId: number; accountId: string; after: string }>`
    SELECT sweep_id AS "sweepId", account_id AS "accountId", after_extension_id AS after
    FROM decision_sweep ORDER BY sweep_id LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(trx);
  const [sweep] = rows;
  if (!sweep) return undefined;
  const { sweepId, accountId, after } = sweep;
  const next = await trx
    .selectFrom('extension')
    .select('extension_id as id')
    .where('extension_id', '>', after)
    .orderBy('extension_id')
    .limit(extensionsMax)
    .execute();
  const extensionIds = next.map(({ id }) => id);
  return { sweepId, accountId, extensionIds, isMore: next.length === extensionsMax };
}

/** @param after the extension that was looked at last; without it the sweep has ended */
export async function moveSweep(
  trx: DatabaseTransaction,
  sweepId: number,
  after: string | undefined,
): Promise<void> {
  await (
    after === undefined
      ? sql`DELETE FROM decision_sweep WHERE sweep_id = ${sweepId}`
      : sql`UPDATE decision_sweep SET after_extension_id = ${after} WHERE sweep_id = ${sweepId}`
  ).execute(trx);
}

function staleOf(
  rows: readonly { readonly accountId: string; readonly extensionId: string }[],
): StaleDecisions | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const ids = new Set(rows.map(({ extensionId }) => extensionId));
  return { accountId: first.accountId, extensionIds: [...ids].sort() };
}

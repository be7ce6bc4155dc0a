import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Accounts that have a subscription, or monitors that were made for one. */
export async function listSubscribedAccounts(db: Database): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT DISTINCT account_id FROM subscription
    UNION SELECT DISTINCT account_id FROM monitor WHERE is_for_subscriptions
    ORDER BY account_id`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Extensions of the catalogue that a subscription of the account watches and none of its monitors does. */
export async function listUncovered(
  db: Database,
  accountId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ extension_id: string }>`
    SELECT e.extension_id FROM extension AS e
    WHERE ${isWatched(accountId, 'e')} AND NOT EXISTS (
      SELECT FROM monitor AS m WHERE m.account_id = ${accountId} AND m.extension_id = e.extension_id)
    ORDER BY e.extension_id LIMIT ${limit}`.execute(db);
  return rows.map(({ extension_id }) => extension_id);
}

/**
 * Deletes monitors that were made for subscriptions and that none needs any more; those with webhooks stay.
 * @returns how many of up to `countMax` there were
 */
export async function deleteUnneededMonitors(
  db: Database,
  accountId: string,
  countMax: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM monitor WHERE is_for_subscriptions AND monitor_id IN (
      SELECT m.monitor_id FROM monitor AS m
      WHERE m.account_id = ${accountId} AND m.is_for_subscriptions AND NOT ${isWatched(accountId, 'm')}
        AND NOT EXISTS (SELECT FROM webhook AS w WHERE w.monitor_id = m.monitor_id)
      LIMIT ${countMax})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

function isWatched(accountId: string, table: 'e' | 'm') {
  return sql`EXISTS (
    SELECT FROM subscription AS s WHERE s.account_id = ${accountId}
      AND ${watchesExtension(sql.ref(`${table}.extension_id`))})`;
}

/** Whether the subscription `s` watches it. */
export function watchesExtension(extensionId: Expression<unknown>): Expression<SqlBool> {
  return sql<SqlBool>`(s.watches = 'all' OR ${extensionId} = ANY(s.extension_ids) OR EXISTS (
    SELECT FROM inventory_extension AS i
    WHERE i.inventory_id = s.inventory_id AND i.extension_id = ${extensionId}))`;
}

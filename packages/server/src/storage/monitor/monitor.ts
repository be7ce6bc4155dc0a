import type { JsonObject } from '@extaudit/engine';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { jsonText } from '../database/storable-text.ts';

/** An account's watch over one extension. */
export interface StoredMonitor {
  readonly monitorId: string;
  readonly accountId: string;
  readonly extensionId: string;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Null: not yet. */
  readonly checkedAt: Date | null;
  /** Counts only while it is enabled. */
  readonly nextCheckAt: Date;
}

export interface NewMonitor {
  /** UUID */
  readonly monitorId: string;
  readonly accountId: string;
  readonly extensionId: string;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly nextCheckAt: Date;
  /** What changes will be told from, and the token that belongs to it. */
  readonly seen: JsonObject;
  readonly seenToken: string;
  /** Nobody makes it by hand. */
  readonly isMadeByService: boolean;
}

/** Which monitor, of the account that asks; another account's is as unknown as one that is not there. */
export interface MonitorKey {
  readonly accountId: string;
  readonly monitorId: string;
}

/** @returns `undefined` when the account has a monitor for the extension already */
export async function insertMonitor(
  trx: DatabaseTransaction,
  monitor: NewMonitor,
): Promise<StoredMonitor | undefined> {
  return trx
    .insertInto('monitor')
    .values({
      monitor_id: monitor.monitorId,
      account_id: monitor.accountId,
      extension_id: monitor.extensionId,
      enabled: monitor.enabled,
      created_at: monitor.createdAt,
      updated_at: monitor.createdAt,
      next_check_at: monitor.nextCheckAt,
      seen: jsonText(monitor.seen),
      seen_token: monitor.seenToken,
      is_made_by_service: monitor.isMadeByService,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'extension_id'])
        // One that was made for subscriptions becomes its maker's, with what it has seen.
        .doUpdateSet({
          enabled: monitor.enabled,
          created_at: monitor.createdAt,
          updated_at: monitor.createdAt,
          is_made_by_service: false,
        })
        .where('monitor.is_made_by_service', '=', true)
        .where(sql<boolean>`NOT ${monitor.isMadeByService}`),
    )
    .returning(monitorColumns)
    .executeTakeFirst();
}

/** Those that somebody made, the newest first. */
export async function listMonitors(db: Database, accountId: string): Promise<StoredMonitor[]> {
  return db
    .selectFrom('monitor')
    .select(monitorColumns)
    .where('account_id', '=', accountId)
    .where('is_made_by_service', '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('monitor_id', 'desc')
    .execute();
}

export async function findMonitor(
  db: Database,
  { accountId, monitorId }: MonitorKey,
): Promise<StoredMonitor | undefined> {
  return db
    .selectFrom('monitor')
    .select(monitorColumns)
    .where('monitor_id', '=', monitorId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/**
 * When it is due stays as it was, so that one that is enabled again is checked at once.
 * @returns the monitor as it is now, unless the account has none
 */
export async function updateMonitor(
  db: Database,
  { accountId, monitorId }: MonitorKey,
  { enabled, updatedAt }: { readonly enabled: boolean; readonly updatedAt: Date },
): Promise<StoredMonitor | undefined> {
  return db
    .updateTable('monitor')
    .set({ enabled, updated_at: updatedAt })
    .where('monitor_id', '=', monitorId)
    .where('account_id', '=', accountId)
    .returning(monitorColumns)
    .executeTakeFirst();
}

/** With all that belongs to it. @returns what it was, unless the account has none */
export async function deleteMonitor(
  db: Database,
  { accountId, monitorId }: MonitorKey,
): Promise<StoredMonitor | undefined> {
  return db
    .deleteFrom('monitor')
    .where('monitor_id', '=', monitorId)
    .where('account_id', '=', accountId)
    .returning(monitorColumns)
    .executeTakeFirst();
}

/** Holds the monitor for the transaction. @returns whether the account has it */
export async function lockMonitor(
  trx: DatabaseTransaction,
  { accountId, monitorId }: MonitorKey,
): Promise<boolean> {
  const row = await trx
    .selectFrom('monitor')
    .select('monitor_id')
    .where('monitor_id', '=', monitorId)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

const monitorColumns = [
  'monitor_id as monitorId',
  'account_id as accountId',
  'extension_id as extensionId',
  'enabled',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'checked_at as checkedAt',
  'next_check_at as nextCheckAt',
] as const;

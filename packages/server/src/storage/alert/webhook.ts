import type { MonitorEventType } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { MonitorKey } from '../monitor/monitor.ts';
import type { AlertFormat } from '../database/monitor-tables.ts';

/** Where a monitor's alerts go; without its secret. */
export interface StoredWebhook {
  readonly webhookId: string;
  readonly monitorId: string;
  readonly url: string;
  readonly events: readonly MonitorEventType[];
  readonly format: AlertFormat;
  readonly enabled: boolean;
  /** Null while attempts succeed. */
  readonly failingSince: Date | null;
  /** Both null unless the service has disabled it. */
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewWebhook {
  /** UUID */
  readonly webhookId: string;
  readonly monitorId: string;
  readonly url: string;
  readonly events: readonly MonitorEventType[];
  readonly format: AlertFormat;
  /** With the webhook's id as its owner. */
  readonly sealedSecret: Buffer;
  readonly createdAt: Date;
}

/** Which webhook, of the account that asks. */
export interface WebhookKey extends MonitorKey {
  readonly webhookId: string;
}

/** What is left out stays as it is. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly MonitorEventType[] | undefined;
  readonly format?: AlertFormat | undefined;
  readonly enabled?: boolean | undefined;
}

export async function insertWebhook(
  trx: DatabaseTransaction,
  webhook: NewWebhook,
): Promise<StoredWebhook> {
  return trx
    .insertInto('webhook')
    .values({
      webhook_id: webhook.webhookId,
      monitor_id: webhook.monitorId,
      url: webhook.url,
      events: [...webhook.events],
      format: webhook.format,
      enabled: true,
      secret_sealed: webhook.sealedSecret,
      created_at: webhook.createdAt,
      updated_at: webhook.createdAt,
    })
    .returning(webhookColumns)
    .executeTakeFirstOrThrow();
}

/** The oldest first. */
export async function listWebhooks(db: Database, monitorId: string): Promise<StoredWebhook[]> {
  return db
    .selectFrom('webhook')
    .select(webhookColumns)
    .where('monitor_id', '=', monitorId)
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute();
}

export async function countWebhooks(trx: DatabaseTransaction, monitorId: string): Promise<number> {
  const { total } = await trx
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('monitor_id', '=', monitorId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function findWebhook(
  db: Database,
  key: WebhookKey,
): Promise<StoredWebhook | undefined> {
  return webhooksOf(db, key).select(webhookColumns).executeTakeFirst();
}

/** Holds the webhook for the transaction. */
export async function findWebhookForUpdate(
  trx: DatabaseTransaction,
  key: WebhookKey,
): Promise<StoredWebhook | undefined> {
  return webhooksOf(trx, key).select(webhookColumns).forNoKeyUpdate('webhook').executeTakeFirst();
}

/**
 * A webhook that is enabled, or sent elsewhere, starts anew: what was wrong before no longer counts.
 * @param webhookId has been locked
 */
export async function updateWebhook(
  trx: DatabaseTransaction,
  webhookId: string,
  { url, events, format, enabled }: WebhookChange,
  now: Date,
): Promise<StoredWebhook> {
  const isAnew = enabled === true || url !== undefined;
  return trx
    .updateTable('webhook')
    .set({
      updated_at: now,
      ...(url !== undefined && { url }),
      ...(events && { events: [...events] }),
      ...(format && { format }),
      ...(enabled !== undefined && { enabled }),
      ...(isAnew && { failing_since: null }),
      ...(enabled === true && { disabled_at: null, disabled_reason: null }),
    })
    .where('webhook_id', '=', webhookId)
    .returning(webhookColumns)
    .executeTakeFirstOrThrow();
}

/** With its deliveries. @param webhookId has been locked */
export async function deleteWebhook(trx: DatabaseTransaction, webhookId: string): Promise<void> {
  await trx.deleteFrom('webhook').where('webhook_id', '=', webhookId).execute();
}

function webhooksOf(db: Database, { accountId, monitorId, webhookId }: WebhookKey) {
  return db
    .selectFrom('webhook')
    .innerJoin('monitor', 'monitor.monitor_id', 'webhook.monitor_id')
    .where('webhook.webhook_id', '=', webhookId)
    .where('webhook.monitor_id', '=', monitorId)
    .where('monitor.account_id', '=', accountId);
}

const webhookColumns = [
  'webhook.webhook_id as webhookId',
  sql<string>`webhook.monitor_id`.as('monitorId'),
  'webhook.url',
  'webhook.events',
  sql<AlertFormat>`webhook.format`.as('format'),
  'webhook.enabled',
  'webhook.failing_since as failingSince',
  'webhook.disabled_at as disabledAt',
  'webhook.disabled_reason as disabledReason',
  'webhook.created_at as createdAt',
  'webhook.updated_at as updatedAt',
] as const;

import type { JsonObject } from '@extaudit/engine';
import type { Severity, MonitorEventType } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import { momentPart, uuidPart } from '../database/cursor.ts';
import { type CursorPage, type CursorPageRequest, readPage } from '../database/cursor-page.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { EventText } from '../database/monitor-tables.ts';
import { jsonText } from '../database/storable-text.ts';

/** A change that a monitor has noticed. */
export interface StoredMonitorEvent {
  /** UUID v7 */
  readonly eventId: string;
  readonly monitorId: string;
  readonly eventType: MonitorEventType;
  readonly extensionId: string;
  readonly details: JsonObject;
  readonly createdAt: Date;
}

export interface NewMonitorEvent extends Omit<StoredMonitorEvent, 'monitorId'> {
  readonly severity: Severity;
  readonly told: EventText;
  /** Whether the next comparison tells subscriptions of it, with all else of the same update. */
  readonly awaitsUpdate?: boolean;
}

export interface MonitorEventFilters {
  readonly eventType?: MonitorEventType | undefined;
  /** Inclusive, both. */
  readonly notBefore?: Date | undefined;
  readonly notAfter?: Date | undefined;
}

/** Whose event it is; one that no monitor has noticed is in the feed alone. */
interface EventPlace {
  readonly accountId: string;
  readonly monitorId: string | null;
}

/** Also into the account's feed, whose other writers wait from now on until the transaction ends. */
export async function insertMonitorEvents(
  trx: DatabaseTransaction,
  { accountId, monitorId }: EventPlace,
  events: readonly NewMonitorEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const first = (await takePositions(trx, accountId, events.length)) - events.length + 1;
  await trx
    .insertInto('monitor_event')
    .values(
      events.map((event, index) => ({
        event_id: event.eventId,
        account_id: accountId,
        position: first + index,
        monitor_id: monitorId,
        event_type: event.eventType,
        extension_id: event.extensionId,
        severity: event.severity,
        told: jsonText(event.told),
        details: jsonText(event.details),
        created_at: event.createdAt,
        awaits_update: event.awaitsUpdate ?? false,
      })),
    )
    .execute();
}

/** Takes what was left to be told with an extension's next update; what is older than `since` is no news any more. */
export async function takeAwaitingEvents(
  trx: DatabaseTransaction,
  { accountId, extensionId }: { readonly accountId: string; readonly extensionId: string },
  since: Date,
): Promise<readonly NewMonitorEvent[]> {
  const { rows } = await sql<NewMonitorEvent>`UPDATE monitor_event SET awaits_update = false
    WHERE account_id = ${accountId} AND extension_id = ${extensionId} AND awaits_update
    RETURNING event_id AS "eventId", event_type AS "eventType", extension_id AS "extensionId", severity, told, details,
      created_at AS "createdAt"`.execute(trx);
  return rows.filter(({ createdAt }) => createdAt >= since);
}

/** @returns the last of so many that are the transaction's */
async function takePositions(
  trx: DatabaseTransaction,
  accountId: string,
  count: number,
): Promise<number> {
  const { last_position: last } = await trx
    .insertInto('event_feed')
    .values({ account_id: accountId, last_position: count })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ last_position: sql<number>`event_feed.last_position + ${count}` }),
    )
    .returning('last_position')
    .executeTakeFirstOrThrow();
  return last;
}

/** The newest first. @throws Refusal where `after` is no cursor of a monitor's events */
export async function listMonitorEvents(
  db: Database,
  monitorId: string,
  filters: MonitorEventFilters,
  page: CursorPageRequest,
): Promise<CursorPage<StoredMonitorEvent>> {
  const matching = eventsOf(db, monitorId, filters);
  const parts = [momentPart(sql`created_at`), uuidPart(sql`event_id`)];
  const [{ items, next }, { total }] = await Promise.all([
    readPage(
      matching.select([
        'event_id as eventId',
        sql<string>`${monitorId}`.as('monitorId'),
        'event_type as eventType',
        'extension_id as extensionId',
        'details',
        'created_at as createdAt',
      ]),
      { list: 'monitor events', parts, order: 'desc' },
      page,
    ),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, totalCount: total, next };
}

function eventsOf(
  db: Database,
  monitorId: string,
  { eventType, notBefore, notAfter }: MonitorEventFilters,
) {
  let events = db.selectFrom('monitor_event').where('monitor_id', '=', monitorId);
  if (eventType !== undefined) events = events.where('event_type', '=', eventType);
  if (notBefore) events = events.where('created_at', '>=', notBefore);
  if (notAfter) events = events.where('created_at', '<=', notAfter);
  return events;
}

import type { JsonObject } from '@extaudit/engine';
import { severities, type Severity, type MonitorEventType } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { EventText } from '../database/monitor-tables.ts';
import type { SortOrder } from '../database/page.ts';

/** An event in the feed of its account. */
export interface FeedEvent {
  /** UUID v7 */
  readonly eventId: string;
  /** From 1, in the order of commits. */
  readonly position: number;
  /** Null: the monitor is no longer there. */
  readonly monitorId: string | null;
  readonly eventType: MonitorEventType;
  readonly extensionId: string;
  readonly severity: Severity;
  readonly told: EventText;
  readonly details: JsonObject;
  readonly createdAt: Date;
}

export interface FeedFilters {
  readonly eventTypes?: readonly MonitorEventType[] | undefined;
  readonly extensionIds?: readonly string[] | undefined;
  readonly severityMin?: Severity | undefined;
  /** Inclusive. */
  readonly notBefore?: Date | undefined;
  /** Inclusive. */
  readonly positionMax?: number | undefined;
}

export interface FeedPlace {
  readonly order: SortOrder;
  /** Those behind it in this order; from the end that comes first when absent. */
  readonly position?: number | undefined;
  readonly limit: number;
}

/** Whether the event is the one with this number in the account's feed. */
export async function isInFeed(
  db: Database,
  accountId: string,
  { position, eventId }: Pick<FeedEvent, 'position' | 'eventId'>,
): Promise<boolean> {
  const event = await db
    .selectFrom('monitor_event')
    .select('event_id')
    .where('account_id', '=', accountId)
    .where('position', '=', position)
    .executeTakeFirst();
  return event?.event_id === eventId;
}

export async function listFeed(
  db: Database,
  accountId: string,
  { eventTypes, extensionIds, severityMin, notBefore, positionMax }: FeedFilters,
  { order, position, limit }: FeedPlace,
): Promise<FeedEvent[]> {
  return db
    .selectFrom('monitor_event')
    .select([
      'event_id as eventId',
      'position',
      'monitor_id as monitorId',
      'event_type as eventType',
      'extension_id as extensionId',
      'severity',
      'told',
      'details',
      'created_at as createdAt',
    ])
    .where('account_id', '=', accountId)
    .$if(position !== undefined, (events) =>
      events.where('position', order === 'asc' ? '>' : '<', position ?? 0),
    )
    .$if(eventTypes !== undefined, (events) => events.where('event_type', 'in', eventTypes ?? []))
    .$if(extensionIds !== undefined, (events) =>
      events.where('extension_id', '=', sql<string>`ANY(${extensionIds ?? []}::text[])`),
    )
    .$if(positionMax !== undefined, (events) => events.where('position', '<=', positionMax ?? 0))
    .$if(severityMin !== undefined, (events) =>
      events.where('severity', 'in', severities.slice(severities.indexOf(severityMin ?? 'info'))),
    )
    .$if(notBefore !== undefined, (events) =>
      events.where('created_at', '>=', notBefore ?? new Date(0)),
    )
    .orderBy('position', order)
    .limit(limit)
    .execute();
}

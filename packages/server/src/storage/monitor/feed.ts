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
  filters: FeedFilters,
  { order, position, limit }: FeedPlace,
): Promise<FeedEvent[]> {
  return eventsOf(db, accountId, filters)
    .select(columns)
    .$if(position !== undefined, (events) =>
      events.where('position', order === 'asc' ? '>' : '<', position ?? 0),
    )
    .orderBy('position', order)
    .limit(limit)
    .execute();
}

export interface WorstOfFeed {
  /** In the order of the feed. */
  readonly events: readonly FeedEvent[];
  /** How many extensions have events, those left out included. */
  readonly extensions: number;
}

/** The worst events of the worst extensions behind a position, so that many that matter little hide none that does. */
export async function listWorstOfFeed(
  db: Database,
  accountId: string,
  filters: FeedFilters,
  {
    position,
    extensionsMax,
    eventsOfExtensionMax,
  }: {
    readonly position: number;
    readonly extensionsMax: number;
    readonly eventsOfExtensionMax: number;
  },
): Promise<WorstOfFeed> {
  const matching = eventsOf(db, accountId, filters).where('position', '>', position);
  const rank = sql<number>`array_position(${[...severities]}::text[], severity)`;
  const worst = await matching
    .select(['extension_id', sql<number>`count(*) OVER ()`.as('extensions')])
    .groupBy('extension_id')
    .orderBy(sql`max(${rank})`, 'desc')
    .orderBy(sql`min(position)`)
    .limit(extensionsMax)
    .execute();
  const [first] = worst;
  if (!first) return { events: [], extensions: 0 };
  const ids = worst.map(({ extension_id }) => extension_id);
  const numbered = matching
    .select(columns)
    .select(
      sql<number>`row_number() OVER (PARTITION BY extension_id ORDER BY ${rank} DESC, position)`.as(
        'number',
      ),
    )
    .where('extension_id', '=', sql<string>`ANY(${ids}::text[])`);
  const events = await db
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('number', '<=', eventsOfExtensionMax)
    .orderBy('position')
    .execute();
  return {
    events: events.map(({ number: _number, ...event }) => event),
    extensions: first.extensions,
  };
}

const columns = [
  'event_id as eventId',
  'position',
  'monitor_id as monitorId',
  'event_type as eventType',
  'extension_id as extensionId',
  'severity',
  'told',
  'details',
  'created_at as createdAt',
] as const;

function eventsOf(
  db: Database,
  accountId: string,
  { eventTypes, extensionIds, severityMin, notBefore, positionMax }: FeedFilters,
) {
  return db
    .selectFrom('monitor_event')
    .where('account_id', '=', accountId)
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
    );
}

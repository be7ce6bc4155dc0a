import type { JsonObject } from '@extaudit/engine';
import { severities, type Severity, type MonitorEventType } from '@extaudit/engine/vocabulary';
import type { EventText } from '../../storage/database/monitor-tables.ts';

/** An event as messages of subscriptions hold it. */
export interface ToldEvent {
  readonly eventId: string;
  readonly eventType: MonitorEventType;
  readonly extensionId: string;
  readonly severity: Severity;
  readonly told: EventText;
  readonly details: JsonObject;
  readonly createdAt: Date;
}

/** All that changed in one extension, as receivers get it. */
export interface UpdateData {
  readonly extension_id: string;
  /** In its author's words. */
  readonly extension_name: string;
  readonly headline: string;
  readonly previous_version?: string;
  readonly new_version?: string;
  /** The worst of its events. */
  readonly severity: Severity;
  /** What it can or does now and did not before, a sentence each. */
  readonly gained: readonly string[];
  /** Its page in the dashboard, where the service knows its own address. */
  readonly url?: string;
  readonly events: readonly {
    readonly id: string;
    readonly event_type: MonitorEventType;
    readonly severity: Severity;
    readonly summary: readonly string[];
    readonly details: JsonObject;
    readonly created_at: string;
  }[];
}

/** One update for each extension, in the order of their first events. */
export function updatesOf(
  events: readonly ToldEvent[],
  publicUrl: string | undefined,
): UpdateData[] {
  const byExtension = Map.groupBy(events, ({ extensionId }) => extensionId);
  return [...byExtension.values()].map((its) => updateOf(its, publicUrl));
}

function updateOf(events: readonly ToldEvent[], publicUrl: string | undefined): UpdateData {
  const [first, last] = [events[0]!, events.at(-1)!];
  // A subscription may not ask for the event of the version itself.
  const from = textOf(
    events.find(({ details }) => 'from_version' in details)?.details['from_version'],
  );
  const to = textOf(
    events.findLast(({ details }) => 'to_version' in details)?.details['to_version'],
  );
  const worst = Math.max(...events.map(({ severity }) => severities.indexOf(severity)));
  return {
    extension_id: first.extensionId,
    extension_name: last.told.extension_name,
    headline: last.told.headline,
    ...(from !== undefined && { previous_version: from }),
    ...(to !== undefined && { new_version: to }),
    severity: severities[worst] ?? 'info',
    gained: events.flatMap(gainedBy),
    ...(publicUrl !== undefined && { url: `${publicUrl}/extensions/${first.extensionId}` }),
    events: events.map((event) => ({
      id: event.eventId,
      event_type: event.eventType,
      severity: event.severity,
      summary: event.told.summary,
      details: event.details,
      created_at: event.createdAt.toISOString(),
    })),
  };
}

function gainedBy({ eventType, told, details }: ToldEvent): readonly string[] {
  if (eventType === 'security_alert') return told.summary;
  if (eventType !== 'permission_change') return [];
  const { permissions_added: added } = details;
  return Array.isArray(added) && added.length > 0
    ? told.summary.filter((line) => line.startsWith('Permissions added'))
    : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

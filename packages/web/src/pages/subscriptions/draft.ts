import type { CallResult } from '@extaudit/client';
import type { BodyOf } from '@extaudit/contract';
import type { DataIn, operations } from '../../api/api.ts';
import { monitorEventTypes, type MonitorEventType } from '@extaudit/engine/vocabulary';

export type Subscription = DataIn<
  CallResult<typeof operations.listSubscriptions>
>['subscriptions'][number];
type Body = BodyOf<typeof operations.createSubscription>;

/** A subscription as its form holds it. */
export interface Draft {
  readonly name: string;
  readonly watches: Subscription['watches'];
  readonly inventoryId: string | null;
  /** Ids, or addresses of stores that hold them. */
  readonly extensions: string;
  /** Empty: all of them. */
  readonly events: readonly MonitorEventType[];
  readonly severityMin: Subscription['min_severity'];
  readonly frequency: Subscription['frequency'];
  readonly format: Subscription['format'];
  /** A URL, or addresses of mail without `mailto:`. */
  readonly place: string;
}

export const emptyDraft: Draft = {
  name: '',
  watches: 'all',
  inventoryId: null,
  extensions: '',
  events: [],
  severityMin: 'medium',
  frequency: 'at_once',
  format: 'json',
  place: '',
};

export function draftOf(subscription: Subscription): Draft {
  const { name, watches, events, frequency, format, url } = subscription;
  return {
    name,
    watches,
    inventoryId: subscription.inventory_id,
    extensions: subscription.extension_ids.join('\n'),
    events: events.length === monitorEventTypes.length ? [] : events,
    severityMin: subscription.min_severity,
    frequency,
    format,
    place: url.replace(/^mailto:/, ''),
  };
}

/** What is watched otherwise is left out: the service refuses it. */
export function bodyOf(draft: Draft): Body {
  const { watches, inventoryId, place, format } = draft;
  return {
    name: draft.name,
    watches,
    ...(watches === 'inventory' && inventoryId !== null && { inventory_id: inventoryId }),
    ...(watches === 'extensions' && { extension_ids: extensionIds(draft) }),
    events: draft.events.length === 0 ? [...monitorEventTypes] : [...draft.events],
    min_severity: draft.severityMin,
    frequency: draft.frequency,
    format,
    url: format === 'email' ? `mailto:${place.split(/[\s,;]+/).join(',')}` : place.trim(),
  };
}

export function extensionIds({ extensions }: Draft): string[] {
  return [...new Set(extensions.match(/\b[a-p]{32}\b/g))];
}

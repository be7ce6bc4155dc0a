import type { DataOf, operations } from '@extaudit/contract';
import { maskUrl } from '../../domain/alert/mask-url.ts';
import type { Caller } from '../../domain/auth/caller.ts';
import type { StoredSubscription } from '../../storage/alert/subscription.ts';

export type SubscriptionData = DataOf<typeof operations.getSubscription, 200>['subscription'];

/** Without its secret, and with its whole URL only to those who may change it. */
export function subscriptionData(
  subscription: StoredSubscription,
  { scopes }: Caller,
): SubscriptionData {
  return {
    id: subscription.subscriptionId,
    name: subscription.name,
    watches: subscription.watches,
    inventory_id: subscription.inventoryId,
    extension_ids: subscription.extensionIds,
    events: subscription.events,
    min_severity: subscription.severityMin,
    frequency: subscription.frequency,
    next_digest_at: subscription.nextDigestAt?.toISOString() ?? null,
    url: scopes.includes('write') ? subscription.url : maskUrl(subscription.url),
    format: subscription.format,
    enabled: subscription.enabled,
    failing_since: subscription.failingSince?.toISOString() ?? null,
    disabled_at: subscription.disabledAt?.toISOString() ?? null,
    disabled_reason: subscription.disabledReason,
    created_at: subscription.createdAt.toISOString(),
    updated_at: subscription.updatedAt.toISOString(),
  };
}

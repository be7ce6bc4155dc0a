import { cancelPendingDeliveries } from '../../storage/alert/new-delivery.ts';
import {
  deleteSubscription,
  findSubscription,
  findSubscriptionForUpdate,
  type StoredSubscription,
  type SubscriptionChange,
  type SubscriptionKey,
  updateSubscription,
} from '../../storage/alert/subscription.ts';
import type { Actor } from '../trail/actor.ts';
import {
  checkInventory,
  checkPlace,
  checkWatched,
  recordSubscription,
  requestCoverOf,
  type SubscriptionServices,
} from './create-subscription.ts';
import { nextDigest } from './next-digest.ts';

/** @returns `undefined` when the account has no such subscription */
export async function changeSubscription(
  services: SubscriptionServices,
  key: SubscriptionKey,
  change: Omit<SubscriptionChange, 'nextDigestAt'>,
  actor: Actor,
): Promise<StoredSubscription | undefined> {
  const before = await findSubscription(services.db, key);
  if (!before) return undefined;
  const { url = before.url, format = before.format } = change;
  if (change.url !== undefined || change.format !== undefined) {
    await checkPlace(services, { url, format });
  }
  const now = services.now();
  return services.db.transaction().execute(async (trx) => {
    const subscription = await findSubscriptionForUpdate(trx, key);
    if (!subscription) return undefined;
    const { subscriptionId, accountId } = subscription;
    const { watches = subscription.watches, frequency } = change;
    // What was watched before goes with the way of watching it.
    const isOther = change.watches !== undefined && change.watches !== subscription.watches;
    const extensionIds = change.extensionIds ?? (isOther ? [] : subscription.extensionIds);
    const inventoryId = change.inventoryId ?? (isOther ? null : subscription.inventoryId);
    await checkInventory(trx, { accountId, inventoryId });
    checkWatched({ watches, inventoryId, extensionIds });
    const nextDigestAt =
      frequency === undefined || frequency === 'at_once' ? null : nextDigest(frequency, now);
    if (change.enabled === false) await cancelPendingDeliveries(trx, subscriptionId, now);
    const all = { ...change, inventoryId, extensionIds, nextDigestAt };
    await updateSubscription(trx, subscriptionId, all, now);
    const changed = (await findSubscription(trx, key))!;
    const details = { changed: Object.keys(change).filter((name) => isGiven(change, name)) };
    const record = { action: 'subscription_changed', subscription: changed, details } as const;
    await recordSubscription(trx, actor, record, now);
    await requestCoverOf(trx, services.queue, accountId);
    return changed;
  });
}

function isGiven(change: object, name: string): boolean {
  return (change as Readonly<Record<string, unknown>>)[name] !== undefined;
}

/** With its deliveries. @returns whether the account had it */
export async function removeSubscription(
  { db, queue, now }: SubscriptionServices,
  key: SubscriptionKey,
  actor: Actor,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const subscription = await findSubscriptionForUpdate(trx, key);
    if (!subscription) return false;
    await deleteSubscription(trx, key.subscriptionId);
    const record = { action: 'subscription_deleted', subscription } as const;
    await recordSubscription(trx, actor, record, now());
    await requestCoverOf(trx, queue, key.accountId);
    return true;
  });
}

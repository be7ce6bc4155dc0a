import type { Database, DatabaseTransaction } from '../../storage/database/database.ts';
import { listInventoryExtensionIds } from '../../storage/inventory/inventory.ts';
import {
  findLastPosition,
  lockDueDigest,
  saveDigest,
  type StoredSubscription,
} from '../../storage/alert/subscription.ts';
import type { Queue } from '../../storage/database/queue.ts';
import { listFeed } from '../../storage/monitor/feed.ts';
import { nextDigest } from './next-digest.ts';
import { updatesOf } from './update-data.ts';
import { writeMessage } from './write-updates.ts';

export interface DigestServices {
  readonly db: Database;
  readonly queue: Queue;
  readonly now: () => Date;
  readonly publicUrl?: string | undefined;
}

/** More are counted, and to be read in the feed. */
const eventsMax = 2_000;
const extensionsMax = 200;

/**
 * Writes the digests that are due: one message each of all events since the last one, or none where nothing happened. An
 * event is in one digest, however many processes do this.
 */
export async function sendDueDigests(services: DigestServices): Promise<void> {
  const { db } = services;
  const sendOne = (): Promise<boolean> =>
    db.transaction().execute((trx) => sendDigest(services, trx));
  while (await sendOne());
}

/** @returns whether one was due */
async function sendDigest(
  { queue, now, publicUrl }: DigestServices,
  trx: DatabaseTransaction,
): Promise<boolean> {
  const at = now();
  const due = await lockDueDigest(trx, at);
  if (!due || due.frequency === 'at_once') return false;
  // What is committed up to there can be seen, and what is not has a higher number.
  const position = await findLastPosition(trx, due.accountId);
  const updates = due.enabled ? updatesOf(await eventsOf(trx, due, position), publicUrl) : [];
  const shown = updates.slice(0, extensionsMax);
  if (shown.length > 0) {
    const more = updates.length - shown.length;
    await writeMessage(trx, queue, due, { event: 'digest', updates: shown, more, publicUrl }, at);
  }
  await saveDigest(trx, due.subscriptionId, {
    position,
    nextDigestAt: nextDigest(due.frequency, at),
  });
  return true;
}

async function eventsOf(
  trx: DatabaseTransaction,
  due: StoredSubscription & { readonly digestPosition: number },
  positionMax: number,
) {
  const extensionIds =
    due.watches === 'inventory'
      ? await listInventoryExtensionIds(trx, due.inventoryId)
      : due.extensionIds;
  const filters = {
    eventTypes: due.events,
    severityMin: due.severityMin,
    extensionIds: due.watches === 'all' ? undefined : extensionIds,
    positionMax,
  };
  const place = { order: 'asc', position: due.digestPosition, limit: eventsMax } as const;
  return listFeed(trx, due.accountId, filters, place);
}

import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { DatabaseTransaction } from '../../storage/database/database.ts';
import type { Frequency } from '../../storage/database/monitor-tables.ts';
import { insertMonitorEvents, type NewMonitorEvent } from '../../storage/monitor/monitor-event.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { insertTestSubscription } from '../../testing/test-subscription.ts';
import { startTestWatch, type TestWatch } from '../../testing/test-watch.ts';
import { untoldEvent } from '../../testing/untold-event.ts';
import { service } from '../trail/actor.ts';
import { changeSubscription } from './change-subscription.ts';
import { nextDigest } from './next-digest.ts';
import { sendDueDigests } from './send-digests.ts';
import { writeUpdates } from './write-updates.ts';

describe('a subscription that is told at other times than before', () => {
  let watch: TestWatch;
  before(async () => {
    watch = await startTestWatch();
  });
  after(() => watch[Symbol.asyncDispose]());

  /** With one event since its last digest, or told at once. */
  async function subscribed(frequency: Frequency) {
    const { db } = watch.database;
    const { services } = watch;
    const accountId = await watch.addAccount();
    const subscriptionId = await insertTestSubscription(db, {
      account_id: accountId,
      frequency,
      next_digest_at: frequency === 'at_once' ? null : nextDigest(frequency, services.now()),
    });
    const write = async (trx: DatabaseTransaction): Promise<void> => {
      const event: NewMonitorEvent = {
        ...untoldEvent,
        eventId: randomUUIDv7(),
        extensionId: 'f'.repeat(32),
        eventType: 'version_update',
        createdAt: services.now(),
      };
      await insertMonitorEvents(trx, { accountId, monitorId: null }, [event]);
      const { queue, publicUrl } = services;
      await writeUpdates({ trx, queue, publicUrl }, accountId, [event], services.now());
    };
    await db.transaction().execute(write);
    return {
      write,
      change: (to: Frequency) =>
        changeSubscription(services, { accountId, subscriptionId }, { frequency: to }, service),
      /** What each message was, once the next day's and week's digests are made. */
      async told(): Promise<string[]> {
        watch.clock.skipSeconds += 8 * 86_400;
        await sendDueDigests(services);
        const messages = await db
          .selectFrom('delivery')
          .select('event_type')
          .where('webhook_id', '=', subscriptionId)
          .orderBy('created_at')
          .execute();
        return messages.map(({ event_type }) => event_type);
      },
    };
  }

  for (const [from, to, told] of [
    ['daily', 'daily', ['digest']],
    ['daily', 'weekly', ['digest']],
    ['weekly', 'daily', ['digest']],
    ['weekly', 'at_once', ['digest']],
    ['at_once', 'at_once', ['update']],
    ['at_once', 'daily', ['update']],
  ] as const) {
    it(`is told once of what came before: ${from}, then ${to}`, async () => {
      const subscription = await subscribed(from);
      await subscription.change(to);
      assert.deepEqual(await subscription.told(), told);
    });
  }

  for (const [from, to, told] of [
    ['daily', 'at_once', ['digest']],
    ['at_once', 'weekly', ['update', 'update']],
  ] as const) {
    it(`is told once of what is written at that moment: ${from}, then ${to}`, async () => {
      const subscription = await subscribed(from);
      const { db } = watch.database;
      const changing = await db.transaction().execute(async (trx) => {
        await subscription.write(trx);
        const change = subscription.change(to);
        await untilLockWaits(db, 'event_feed');
        return { change };
      });
      await changing.change;
      assert.deepEqual(await subscription.told(), told);
    });
  }
});

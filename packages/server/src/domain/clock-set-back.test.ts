import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { rateLimitCounter, deleteEndedRateLimits } from '../storage/database/rate-limit.ts';
import { insertMonitorEvents } from '../storage/monitor/monitor-event.ts';
import { StoreError, type Store, type StoreAnswer } from '../stores/store.ts';
import { makeTestExtension } from '../testing/test-extension.ts';
import { insertTestSubscription } from '../testing/test-subscription.ts';
import { startTestWatch, type TestWatch } from '../testing/test-watch.ts';
import { untoldEvent } from '../testing/untold-event.ts';
import { sendDueDigests } from './alert/send-digests.ts';
import { askStore } from './store/ask-store.ts';

const year = 365 * 86_400;

// A machine that starts with a wrong clock, or one hand that slips, must not silence the service until that time has come.
describe('a clock that was a year ahead and is set back', () => {
  let watch: TestWatch;
  before(async () => {
    watch = await startTestWatch();
  });
  after(() => watch[Symbol.asyncDispose]());

  async function ahead<T>(act: () => Promise<T>): Promise<T> {
    watch.clock.skipSeconds += year;
    try {
      return await act();
    } finally {
      watch.clock.skipSeconds -= year;
    }
  }

  for (const frequency of ['daily', 'weekly'] as const) {
    it(`leaves a ${frequency} digest as it was`, async () => {
      const { db } = watch.database;
      const account_id = await watch.addAccount();
      const subscriptionId = await insertTestSubscription(db, {
        account_id,
        frequency,
        next_digest_at: watch.services.now(),
      });
      await ahead(() => sendDueDigests(watch.services));
      const event = { ...untoldEvent, eventId: crypto.randomUUID(), extensionId: 'e'.repeat(32) };
      await db
        .transaction()
        .execute((trx) =>
          insertMonitorEvents(trx, { accountId: account_id, monitorId: null }, [
            { ...event, eventType: 'version_update', createdAt: watch.services.now() },
          ]),
        );
      const sent = () =>
        db.selectFrom('delivery').where('webhook_id', '=', subscriptionId).select('event_type');
      await sendDueDigests(watch.services);
      await sendDueDigests(watch.services);
      assert.deepEqual(await sent().execute(), [{ event_type: 'digest' }]);
    });
  }

  it('has stores asked again, also those that failed meanwhile', async () => {
    const extension = makeTestExtension('Ahead of its time');
    const bytes = extension.pack('1.0');
    await watch.take({ kind: 'bytes', bytes, name: 'upload' });
    let answer: StoreAnswer | undefined = { state: 'unchanged' };
    let asked = 0;
    const store: Store = {
      name: 'chrome-web-store',
      async lookUp() {
        asked += 1;
        if (!answer) throw new StoreError('store-unavailable', 'chrome-web-store', 'it is away');
        return new Map([[extension.id, answer]]);
      },
      download: () => Promise.reject(new Error('nothing is fetched here')),
    };
    const since = () => ({ since: watch.services.now() });
    await askStore(watch.services, store, [extension.id]);
    await ahead(() => askStore(watch.services, store, [extension.id], since()));
    assert.equal(asked, 2);
    await askStore(watch.services, store, [extension.id], since());
    assert.equal(asked, 3);

    answer = undefined;
    await ahead(() => askStore(watch.services, store, [extension.id]));
    answer = { state: 'unchanged' };
    const outcome = await askStore(watch.services, store, [extension.id]);
    assert.equal(outcome.asked, true);
    const states = await watch.database.db.selectFrom('store_state').select('failures').execute();
    assert.deepEqual(states, [{ failures: 0 }]);
  });

  it('has nobody refused for a year', async () => {
    const { db } = watch.database;
    const policy = { name: 'clock', requests: 2, seconds: 60 };
    await rateLimitCounter(db, policy).count('somebody');
    await sql`UPDATE rate_limit SET expire = expire + ${year * 1_000}, points = 3 WHERE key LIKE 'clock:%'`.execute(
      db,
    );
    assert.equal((await rateLimitCounter(db, policy).count('somebody')).allowed, false);
    assert.equal(await deleteEndedRateLimits(db, watch.services.now()), 1);
  });
});

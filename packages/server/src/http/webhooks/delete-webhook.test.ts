import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import {
  accountOf,
  insertTestDelivery,
  insertTestMonitor,
  insertTestWebhook,
} from '../../testing/test-monitor.ts';

describe('DELETE /api/v1/monitors/{monitorId}/webhooks/{webhookId}', () => {
  let app: TestApp;
  let cookie: string;
  let monitor_id: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('analyst');
    const account_id = await accountOf(app, cookie);
    monitor_id = await insertTestMonitor(app.database.db, { account_id });
  });
  after(() => app.close());

  const remove = (id: string, monitor = monitor_id) =>
    app.send('DELETE', `/api/v1/monitors/${monitor}/webhooks/${id}`, { cookie });

  it('200, and with it goes its log, but no other webhook', async () => {
    const { db } = app.database;
    const [id, kept] = [
      await insertTestWebhook(db, { monitor_id }),
      await insertTestWebhook(db, { monitor_id }),
    ];
    await insertTestDelivery(db, { webhook_id: id });
    const keptDelivery = await insertTestDelivery(db, { webhook_id: kept });
    const { status, body } = await remove(id);
    assert.equal(status, 200);
    assert.deepEqual(body.data, { id, deleted: true });
    const left = await db.selectFrom('delivery').select(['webhook_id', 'delivery_id']).execute();
    assert.deepEqual(left, [{ webhook_id: kept, delivery_id: keptDelivery }]);
    assert.equal((await remove(id)).status, 404);
  });

  it('404 for one that is unknown, of another monitor, or of another account, which stays', async () => {
    const { db } = app.database;
    const stranger = await accountOf(app, await app.signIn());
    const theirs = await insertTestMonitor(db, { account_id: stranger });
    const foreign = await insertTestWebhook(db, { monitor_id: theirs });
    for (const [id, monitor] of [
      [crypto.randomUUID(), monitor_id],
      [foreign, monitor_id],
      [foreign, theirs],
    ] as const) {
      assert.equal((await remove(id, monitor)).status, 404);
    }
    const webhooks = db.selectFrom('webhook').select('webhook_id');
    const left = await webhooks.where('webhook_id', '=', foreign).execute();
    assert.equal(left.length, 1);
  });
});

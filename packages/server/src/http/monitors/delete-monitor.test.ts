import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import {
  accountOf,
  insertTestDelivery,
  insertTestMonitor,
  insertTestWebhook,
} from '../../testing/test-monitor.ts';

describe('DELETE /api/v1/monitors/{monitorId}', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const remove = (cookie: string, id: string) =>
    app.send('DELETE', `/api/v1/monitors/${id}`, { cookie });

  it('200, and with it go its webhooks and deliveries, but no other monitor', async () => {
    const { db } = app.database;
    const cookie = await app.signIn('analyst');
    const account_id = await accountOf(app, cookie);
    const [id, kept] = [
      await insertTestMonitor(db, { account_id }),
      await insertTestMonitor(db, { account_id }),
    ];
    const webhook = await insertTestWebhook(db, { monitor_id: id });
    await insertTestDelivery(db, { webhook_id: webhook });
    const { status, body } = await remove(cookie, id);
    assert.equal(status, 200);
    assert.deepEqual(body.data, { id, deleted: true });
    assert.deepEqual(await db.selectFrom('webhook').select('webhook_id').execute(), []);
    assert.deepEqual(await db.selectFrom('delivery').select('delivery_id').execute(), []);
    const left = await db.selectFrom('monitor').select('monitor_id').execute();
    assert.deepEqual(left, [{ monitor_id: kept }]);
  });

  it('404 for an unknown monitor, one deleted before, and that of another account', async () => {
    const { db } = app.database;
    const [cookie, other] = [await app.signIn(), await app.signIn()];
    const own = await insertTestMonitor(db, { account_id: await accountOf(app, cookie) });
    const theirs = await insertTestMonitor(db, { account_id: await accountOf(app, other) });
    await remove(cookie, own);
    for (const id of [crypto.randomUUID(), own, theirs]) {
      assert.equal((await remove(cookie, id)).status, 404);
    }
    const { status } = await app.send('GET', `/api/v1/monitors/${theirs}`, { cookie: other });
    assert.equal(status, 200);
  });
});

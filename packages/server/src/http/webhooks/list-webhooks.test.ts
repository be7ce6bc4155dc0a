import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { accountOf, insertTestMonitor, insertTestWebhook } from '../../testing/test-monitor.ts';

describe('GET /api/v1/monitors/{monitorId}/webhooks', () => {
  let app: TestApp;
  let cookie: string;
  let account_id: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    account_id = await accountOf(app, cookie);
  });
  after(() => app.close());

  const list = (id: string) => app.send('GET', `/api/v1/monitors/${id}/webhooks`, { cookie });

  it("200 with the monitor's webhooks, the oldest first, without their secrets", async () => {
    const { db } = app.database;
    const monitor_id = await insertTestMonitor(db, { account_id });
    const other = await insertTestMonitor(db, { account_id });
    const second = await insertTestWebhook(db, {
      monitor_id,
      created_at: new Date('2026-07-02T00:00:00Z'),
    });
    const first = await insertTestWebhook(db, {
      monitor_id,
      created_at: new Date('2026-07-01T00:00:00Z'),
      secret_sealed: Buffer.from('not to be seen'),
    });
    await insertTestWebhook(db, { monitor_id: other });
    const { status, body } = await list(monitor_id);
    assert.equal(status, 200);
    const webhooks = body.data['webhooks'] as { id: string }[];
    assert.deepEqual(
      webhooks.map(({ id }) => id),
      [first, second],
    );
    assert.ok(!/secret|not to be seen/.test(JSON.stringify(body)));
  });

  it('200 with an empty list where there is none', async () => {
    const id = await insertTestMonitor(app.database.db, { account_id });
    assert.deepEqual((await list(id)).body.data, { webhooks: [] });
  });

  it('404 for an unknown monitor and for that of another account', async () => {
    const other = await accountOf(app, await app.signIn());
    const theirs = await insertTestMonitor(app.database.db, { account_id: other });
    await insertTestWebhook(app.database.db, { monitor_id: theirs });
    for (const id of [crypto.randomUUID(), theirs]) assert.equal((await list(id)).status, 404);
  });
});

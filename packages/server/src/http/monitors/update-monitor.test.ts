import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { accountOf, insertTestMonitor } from '../../testing/test-monitor.ts';

describe('PATCH /api/v1/monitors/{monitorId}', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const update = (cookie: string, id: string, json: unknown) =>
    app.send('PATCH', `/api/v1/monitors/${id}`, { cookie, json });

  it('200 with the monitor disabled, and enabled again with the check that it missed', async () => {
    const cookie = await app.signIn('analyst');
    const account_id = await accountOf(app, cookie);
    const id = await insertTestMonitor(app.database.db, { account_id, enabled: true });
    const disabled = await update(cookie, id, { enabled: false });
    assert.equal(disabled.status, 200);
    const off = disabled.body.data['monitor'] as Record<string, unknown>;
    assert.deepEqual([off['id'], off['enabled'], off['next_check_at']], [id, false, null]);
    assert.ok(Date.parse(String(off['updated_at'])) > Date.parse('2026-02-04'));
    assert.equal(off['created_at'], '2026-02-03T04:05:06.789Z');
    const enabled = await update(cookie, id, { enabled: true });
    const on = enabled.body.data['monitor'] as Record<string, unknown>;
    assert.deepEqual([on['enabled'], on['next_check_at']], [true, '2026-02-03T05:00:00.000Z']);
    const read = await app.send('GET', `/api/v1/monitors/${id}`, { cookie });
    assert.deepEqual(read.body.data, enabled.body.data);
  });

  it('400 when enabled is missing or no boolean', async () => {
    const cookie = await app.signIn();
    const id = await insertTestMonitor(app.database.db, {
      account_id: await accountOf(app, cookie),
    });
    const missing = await update(cookie, id, {});
    assert.deepEqual([missing.status, missing.body.error], [400, 'enabled is required']);
    for (const enabled of ['true', 1, null]) {
      const { status, body } = await update(cookie, id, { enabled });
      assert.deepEqual([status, body.error], [400, 'enabled must be true or false']);
    }
  });

  it('400 for a field that cannot be changed', async () => {
    const cookie = await app.signIn();
    const account_id = await accountOf(app, cookie);
    const id = await insertTestMonitor(app.database.db, { account_id, enabled: true });
    const misspelt = await update(cookie, id, { enabeld: false });
    assert.equal(misspelt.status, 400);
    assert.match(misspelt.body.error, /\benabled\b/);
    const { status, body } = await update(cookie, id, { enabled: false, extension_id: 'x' });
    const message = 'extension_id is not known; the body may hold enabled';
    assert.deepEqual([status, body.error], [400, message]);
    const read = await app.send('GET', `/api/v1/monitors/${id}`, { cookie });
    assert.equal((read.body.data['monitor'] as { enabled: boolean }).enabled, true);
  });

  it('404 for an unknown monitor and for that of another account, which stays as it is', async () => {
    const [cookie, other] = [await app.signIn(), await app.signIn()];
    const account_id = await accountOf(app, other);
    const theirs = await insertTestMonitor(app.database.db, { account_id, enabled: true });
    for (const id of [crypto.randomUUID(), theirs]) {
      assert.equal((await update(cookie, id, { enabled: false })).status, 404);
    }
    const { body } = await app.send('GET', `/api/v1/monitors/${theirs}`, { cookie: other });
    assert.equal((body.data['monitor'] as { enabled: boolean }).enabled, true);
  });
});

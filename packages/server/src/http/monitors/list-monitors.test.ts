import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { accountOf, insertTestMonitor } from '../../testing/test-monitor.ts';

describe('GET /api/v1/monitors', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it("200 with all of the account's monitors, the newest first, and nobody else's", async () => {
    const { db } = app.database;
    const [cookie, other] = [await app.signIn(), await app.signIn()];
    const account = await accountOf(app, cookie);
    const made: string[] = [];
    for (const day of [3, 1, 2]) {
      const createdAt = new Date(`2026-05-0${day}T10:00:00.000Z`);
      made.push(await insertTestMonitor(db, { account_id: account, created_at: createdAt }));
    }
    await insertTestMonitor(db, { account_id: await accountOf(app, other) });
    const { status, body } = await app.send('GET', '/api/v1/monitors', { cookie });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['success', 'data']);
    const monitors = body.data['monitors'] as { id: string; created_at: string }[];
    assert.deepEqual(
      monitors.map(({ id }) => id),
      [made[0], made[2], made[1]],
    );
    assert.equal(monitors[0]?.created_at, '2026-05-03T10:00:00.000Z');
  });

  it('200 with an empty list for an account without monitors', async () => {
    const { body } = await app.send('GET', '/api/v1/monitors', { cookie: await app.signIn() });
    assert.deepEqual(body.data, { monitors: [] });
  });
});

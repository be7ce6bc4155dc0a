import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { accountOf } from '../../testing/test-monitor.ts';
import { insertTestSubscription } from '../../testing/test-subscription.ts';

describe('GET /api/v1/subscriptions/{subscriptionId}', () => {
  let app: TestApp;
  let cookie: string;
  let accountId: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('analyst');
    accountId = await accountOf(app, cookie);
  });
  after(() => app.close());

  const ask = (id: string) => app.send('GET', `/api/v1/subscriptions/${id}`, { cookie });

  it('200 with all that was asked for, and how it fares', async () => {
    const id = await insertTestSubscription(app.database.db, { account_id: accountId });
    const { status, body } = await ask(id);
    assert.equal(status, 200);
    assert.deepEqual(body.data['subscription'], {
      id,
      name: 'Channel',
      watches: 'all',
      inventory_id: null,
      extension_ids: [],
      events: ['version_update', 'security_alert'],
      min_severity: 'low',
      frequency: 'at_once',
      next_digest_at: null,
      url: 'https://hooks.example.org/all',
      format: 'json',
      enabled: true,
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
      created_at: '2026-02-04T04:05:06.789Z',
      updated_at: '2026-02-04T04:05:06.789Z',
    });
  });

  it('404 for one that is unknown or of another account', async () => {
    const stranger = await accountOf(app, await app.signIn());
    const theirs = await insertTestSubscription(app.database.db, { account_id: stranger });
    for (const id of [crypto.randomUUID(), theirs]) {
      const { status, body } = await ask(id);
      assert.deepEqual([status, body['code']], [404, 'subscription_not_found']);
    }
  });
});

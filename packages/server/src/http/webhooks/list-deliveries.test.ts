import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import {
  accountOf,
  insertTestDelivery,
  insertTestMonitor,
  insertTestWebhook,
} from '../../testing/test-monitor.ts';

describe('GET /api/v1/monitors/{monitorId}/webhooks/{webhookId}/deliveries', () => {
  let app: TestApp;
  let cookie: string;
  let monitor_id: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const account_id = await accountOf(app, cookie);
    monitor_id = await insertTestMonitor(app.database.db, { account_id });
  });
  after(() => app.close());

  const list = (webhook: string, query = '', monitor = monitor_id) =>
    app.send('GET', `/api/v1/monitors/${monitor}/webhooks/${webhook}/deliveries${query}`, {
      cookie,
    });

  it("200 with the webhook's deliveries, the newest first, in pages that do not overlap", async () => {
    const { db } = app.database;
    const webhook_id = await insertTestWebhook(db, { monitor_id });
    const other = await insertTestWebhook(db, { monitor_id });
    await insertTestDelivery(db, { webhook_id: other });
    const made: string[] = [];
    for (const day of [1, 2, 2, 3]) {
      const created_at = new Date(`2026-08-0${day}T00:00:00Z`);
      made.push(await insertTestDelivery(db, { webhook_id, created_at }));
    }
    const [first = '', ...rest] = made;
    const newest = [rest[2], ...rest.slice(0, 2).toSorted().toReversed(), first];
    const pages = [
      await list(webhook_id, '?page_size=3'),
      await list(webhook_id, '?page_size=3&page=2'),
    ];
    assert.deepEqual(
      pages.flatMap(({ body }) => body.result.map(({ id }) => id)),
      newest,
    );
    assert.deepEqual([pages[1]?.body['total_count'], pages[1]?.body['total_pages']], [4, 2]);
    assert.deepEqual(pages[1]?.body.result, [
      {
        id: first,
        webhook_id,
        event_id: null,
        event_type: 'test',
        state: 'exhausted',
        attempts: 10,
        next_attempt_at: null,
        created_at: '2026-08-01T00:00:00.000Z',
        finished_at: '2026-02-08T04:05:06.789Z',
      },
    ]);
  });

  it('200 with one state, one type of event, or both', async () => {
    const { db } = app.database;
    const webhook_id = await insertTestWebhook(db, { monitor_id });
    const pending = { state: 'pending', finished_at: null, next_attempt_at: new Date() } as const;
    const make = (row: Partial<Parameters<typeof insertTestDelivery>[1]>) =>
      insertTestDelivery(db, { webhook_id, ...row });
    const waiting = await make({ ...pending, event_type: 'status_change' });
    const arrived = await make({ state: 'delivered', event_type: 'status_change' });
    const cancelled = await make({ state: 'cancelled', event_type: 'version_update' });
    const seen = async (query: string): Promise<string[]> =>
      (await list(webhook_id, query)).body.result.map(({ id }) => String(id)).toSorted();
    assert.deepEqual(await seen('?state=pending'), [waiting]);
    assert.deepEqual(await seen('?state=delivered'), [arrived]);
    assert.deepEqual(await seen('?state=cancelled'), [cancelled]);
    assert.deepEqual(await seen('?state=exhausted'), []);
    assert.deepEqual(await seen('?event_type=status_change'), [waiting, arrived].toSorted());
    assert.deepEqual(await seen('?event_type=status_change&state=delivered'), [arrived]);
    assert.deepEqual(await seen('?event_type=test'), []);
  });

  it('400 for a state or type that there is not', async () => {
    const webhook_id = await insertTestWebhook(app.database.db, { monitor_id });
    const state = await list(webhook_id, '?state=lost');
    assert.deepEqual(
      [state.status, state.body.error],
      [400, 'state must be one of pending, delivered, exhausted, cancelled'],
    );
    assert.equal((await list(webhook_id, '?event_type=renamed')).status, 400);
    assert.equal((await list(webhook_id, '?page_size=101')).status, 400);
  });

  it('404 for a webhook that is unknown, of another monitor, or of another account', async () => {
    const { db } = app.database;
    const stranger = await accountOf(app, await app.signIn());
    const theirs = await insertTestMonitor(db, { account_id: stranger });
    const foreign = await insertTestWebhook(db, { monitor_id: theirs });
    for (const [id, monitor] of [
      [crypto.randomUUID(), monitor_id],
      [foreign, monitor_id],
      [foreign, theirs],
    ] as const) {
      assert.equal((await list(id, '', monitor)).status, 404);
    }
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDestinationGuard } from '../../outbound/guard-destination.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import {
  accountOf,
  insertTestDelivery,
  insertTestMonitor,
  insertTestWebhook,
} from '../../testing/test-monitor.ts';
import { refusedDestinations } from '../../testing/refused-destinations.ts';

describe('PATCH /api/v1/monitors/{monitorId}/webhooks/{webhookId}', () => {
  let app: TestApp;
  let cookie: string;
  let monitor_id: string;
  before(async () => {
    app = await startTestApp({ services: { destinations: createDestinationGuard() } });
    cookie = await app.signIn('analyst');
    const account_id = await accountOf(app, cookie);
    monitor_id = await insertTestMonitor(app.database.db, { account_id });
  });
  after(() => app.close());

  const update = (id: string, json: object, monitor = monitor_id) =>
    app.send('PATCH', `/api/v1/monitors/${monitor}/webhooks/${id}`, { cookie, json });

  it('200 with what was given changed, and all else as it was', async () => {
    const id = await insertTestWebhook(app.database.db, { monitor_id });
    const url = 'https://203.0.113.7.nip.invalid/elsewhere';
    const changes = [
      { events: ['security_alert', 'version_update'] },
      { format: 'teams' },
      { url },
      { enabled: false },
    ];
    for (const change of changes) {
      const { status, body } = await update(id, change);
      assert.equal(status, 200, body.error);
    }
    const { body } = await update(id, { enabled: false });
    const { updated_at: updatedAt, ...webhook } = body.data['webhook'] as Record<string, unknown>;
    assert.ok(String(updatedAt) > '2026-02-05');
    assert.deepEqual(webhook, {
      id,
      monitor_id,
      url,
      events: ['security_alert', 'version_update'],
      format: 'teams',
      enabled: false,
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
      created_at: '2026-02-04T04:05:06.789Z',
    });
  });

  it('200 with what was wrong forgotten once it is enabled again', async () => {
    const id = await insertTestWebhook(app.database.db, {
      monitor_id,
      enabled: false,
      failing_since: new Date('2026-02-06T00:00:00Z'),
      disabled_at: new Date('2026-02-11T00:00:00Z'),
      disabled_reason: 'the receiver answered 410',
    });
    const kept = await update(id, { events: ['manifest_change'] });
    const before = kept.body.data['webhook'] as Record<string, unknown>;
    assert.equal(before['disabled_reason'], 'the receiver answered 410');
    const { body } = await update(id, { enabled: true });
    const webhook = body.data['webhook'] as Record<string, unknown>;
    assert.deepEqual(
      [webhook['enabled'], webhook['failing_since'], webhook['disabled_at']],
      [true, null, null],
    );
    assert.equal(webhook['disabled_reason'], null);
  });

  it('200, and what waits for one that is disabled is cancelled', async () => {
    const { db } = app.database;
    const id = await insertTestWebhook(db, { monitor_id });
    const waits = { state: 'pending', finished_at: null, next_attempt_at: new Date() } as const;
    const pending = await insertTestDelivery(db, { webhook_id: id, ...waits });
    const delivered = await insertTestDelivery(db, { webhook_id: id, state: 'delivered' });
    await update(id, { enabled: false });
    const columns = db.selectFrom('delivery').select(['delivery_id', 'state', 'next_attempt_at']);
    const rows = await columns.where('webhook_id', '=', id).orderBy('delivery_id').execute();
    assert.deepEqual(
      new Map(rows.map((row) => [row.delivery_id, row.state])),
      new Map([
        [pending, 'cancelled'],
        [delivered, 'delivered'],
      ]),
    );
  });

  it('400 for a URL that must not be sent to (row 5), and the webhook stays as it is', async () => {
    const id = await insertTestWebhook(app.database.db, { monitor_id });
    for (const url of refusedDestinations) {
      const { status, body } = await update(id, { url, format: 'json' });
      assert.equal(status, 400, url);
      assert.match(body.error, /^url cannot be used: it /, url);
    }
    const read = await app.send('GET', `/api/v1/monitors/${monitor_id}/webhooks/${id}`, { cookie });
    const webhook = read.body.data['webhook'] as Record<string, unknown>;
    assert.deepEqual(
      [webhook['url'], webhook['format']],
      ['https://hooks.example.org/alerts', 'slack'],
    );
  });

  it('400 for events, a format or a switch that there is not', async () => {
    const id = await insertTestWebhook(app.database.db, { monitor_id });
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ events: [] }, /^events must be a list of at least one of version_update, /],
      [{ events: ['status_change', 'status_change'] }, /^events must be a list of/],
      [{ events: ['renamed'] }, /^events\.0 must be one of version_update, /],
      [{ events: 'status_change' }, /^events must be a list of/],
      [{ format: 'irc' }, /^format must be one of json, slack, teams$/],
      [{ enabled: 'yes' }, /^enabled must be true or false$/],
      [{ url: '' }, /^url must be a string from 1 to 2048 characters long$/],
    ];
    for (const [change, message] of wrong) {
      const { status, body } = await update(id, change);
      assert.equal(status, 400, JSON.stringify(change));
      assert.match(body.error, message);
    }
  });

  it('400 without a field that may be changed, and with one that may not', async () => {
    const id = await insertTestWebhook(app.database.db, { monitor_id });
    const fields = 'url, events, format, enabled';
    const wrong = [
      [{}, `the body must hold at least one of ${fields}`],
      [{ enabeld: false }, `enabeld is not known; the body may hold ${fields}`],
      [{ enabled: false, secret: 'of my own' }, `secret is not known; the body may hold ${fields}`],
    ] as const;
    for (const [change, message] of wrong) {
      const { status, body } = await update(id, change);
      assert.deepEqual([status, body.error], [400, message]);
    }
    const path = `/api/v1/monitors/${monitor_id}/webhooks/${id}`;
    const read = await app.send('GET', path, { cookie });
    assert.equal((read.body.data['webhook'] as { enabled: boolean }).enabled, true);
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
      assert.equal((await update(id, { enabled: false }, monitor)).status, 404);
    }
    const webhook = db.selectFrom('webhook').select('enabled').where('webhook_id', '=', foreign);
    assert.deepEqual(await webhook.execute(), [{ enabled: true }]);
  });
});

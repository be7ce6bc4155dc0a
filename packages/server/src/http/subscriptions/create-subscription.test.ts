import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { takeInventory } from '../../testing/test-inventory.ts';

describe('POST /api/v1/subscriptions', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp({ work: true });
    cookie = await app.signIn('analyst');
  });
  after(() => app.close());

  const url = 'https://hooks.example.org/all';
  const create = (json: object) => app.send('POST', '/api/v1/subscriptions', { cookie, json });

  it('201 with everything, at once, as JSON where nothing else is said, and with the secret once', async () => {
    const { status, body } = await create({ name: 'Channel', url });
    assert.equal(status, 201, body.error);
    const { subscription, secret } = body.data as { subscription: object; secret: string };
    const {
      id,
      created_at: _made,
      updated_at: _changed,
      ...made
    } = subscription as Record<string, unknown>;
    assert.deepEqual(made, {
      name: 'Channel',
      watches: 'all',
      inventory_id: null,
      extension_ids: [],
      events: [
        'version_update',
        'permission_change',
        'manifest_change',
        'status_change',
        'security_alert',
        'publisher_change',
        'review_alert',
        'removed_from_store',
      ],
      min_severity: 'info',
      frequency: 'at_once',
      next_digest_at: null,
      url,
      format: 'json',
      enabled: true,
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
    });
    assert.match(secret, /^whsec_/);
    const read = await app.send('GET', `/api/v1/subscriptions/${String(id)}`, { cookie });
    assert.ok(!JSON.stringify(read.body).includes(secret));
  });

  it('201 for named extensions and a digest, without a secret of the caller', async () => {
    const extension_ids = ['d'.repeat(32)];
    const json = { name: 'Weekly', watches: 'extensions', extension_ids, frequency: 'weekly', url };
    const { status, body } = await create({ ...json, secret: 'a secret of mine' });
    assert.equal(status, 201, body.error);
    const { next_digest_at: next } = body.data['subscription'] as { next_digest_at: string };
    assert.equal(new Date(next).getUTCDay(), 1);
    assert.ok(!('secret' in body.data));
  });

  it('201 for an inventory, 404 for one that the account does not have, and null once it is gone', async () => {
    const { inventoryId } = await takeInventory(app, cookie, ['d'.repeat(32)]);
    const json = { name: 'Fleet', inventory_id: inventoryId, url };
    const twice = await create({ ...json, watches: 'all' });
    assert.match(twice.body.error, /inventory_id must be left out where watches is all/);
    const { status, body } = await create(json);
    assert.equal(status, 201, body.error);
    const { id, inventory_id: made } = body.data['subscription'] as Record<string, string>;
    assert.equal(made, inventoryId);
    const theirs = await takeInventory(app, await app.signIn('analyst'), ['d'.repeat(32)]);
    for (const inventory_id of [crypto.randomUUID(), theirs.inventoryId]) {
      const refused = await create({ ...json, inventory_id });
      assert.deepEqual([refused.status, refused.body['code']], [404, 'inventory_not_found']);
      const path = `/api/v1/subscriptions/${id}`;
      const changed = await app.send('PATCH', path, { cookie, json: { inventory_id } });
      assert.deepEqual([changed.status, changed.body['code']], [404, 'inventory_not_found']);
    }
    await app.send('DELETE', `/api/v1/inventories/${inventoryId}`, { cookie });
    const read = await app.send('GET', `/api/v1/subscriptions/${id}`, { cookie });
    const left = read.body.data['subscription'] as Record<string, unknown>;
    assert.deepEqual(
      [left['watches'], left['inventory_id'], left['enabled'], left['disabled_reason']],
      ['inventory', null, false, 'the inventory default was deleted; name another one'],
    );
    const all = await app.send('PATCH', `/api/v1/subscriptions/${id}`, {
      cookie,
      json: { watches: 'all' },
    });
    assert.equal(all.status, 200, all.body.error);
  });

  it('400 for places that must not be sent to, and for extensions that do not fit', async () => {
    for (const [json, message] of [
      [{ url: 'https://192.168.0.1/' }, /url/],
      [{ url: 'mailto:ada@example.org' }, /^format must be email/],
      [{ url: 'mailto:ada@example.org', format: 'email' }, /EXTAUDIT_SMTP_URL/],
      [{ url: 'mailto:ada@[127.0.0.1]', format: 'email' }, /mailto/],
      [{ url: 'mailto:ada@example.org?bcc=eve@example.org', format: 'email' }, /mailto/],
      [{ url: 'mailto:a@example.org%0d%0aBcc:b@example.org', format: 'email' }, /mailto/],
      [{ watches: 'extensions' }, /extension_ids/],
      [{ watches: 'inventory' }, /inventory_id must name an inventory/],
      [{ extension_ids: ['d'.repeat(32)] }, /extension_ids/],
      [{ frequency: 'hourly' }, /frequency/],
    ] as const) {
      const { status, body } = await create({ name: 'Wrong', url, ...json });
      assert.equal(status, 400, JSON.stringify(json));
      assert.match(body.error, message);
    }
  });

  it('409 beyond 100', async () => {
    const another = await app.signIn('analyst');
    const statuses: number[] = [];
    for (let made = 0; made < 101; made += 1) {
      const json = { name: `${made}`, url: 'https://127.0.0.1:9/hook' };
      const answer = await app.send('POST', '/api/v1/subscriptions', { cookie: another, json });
      statuses.push(answer.status);
    }
    assert.deepEqual([...new Set(statuses)], [201, 409]);
    assert.equal(statuses.indexOf(409), 100);
  });
});

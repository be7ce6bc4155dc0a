import { monitorEventTypes } from '@extaudit/engine/vocabulary';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDestinationGuard } from '../../outbound/guard-destination.ts';
import { refusedDestinations } from '../../testing/refused-destinations.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { accountOf, insertTestMonitor, insertTestWebhook } from '../../testing/test-monitor.ts';

const url = 'https://hooks.invalid/extaudit';

describe('POST /api/v1/monitors/{monitorId}/webhooks', () => {
  let app: TestApp;
  let cookie: string;
  let account_id: string;
  let monitorId: string;
  before(async () => {
    app = await startTestApp({ services: { destinations: createDestinationGuard() } });
    cookie = await app.signIn('analyst');
    account_id = await accountOf(app, cookie);
    monitorId = await insertTestMonitor(app.database.db, { account_id });
  });
  after(() => app.close());

  const create = (json: object, monitor = monitorId) =>
    app.send('POST', `/api/v1/monitors/${monitor}/webhooks`, { cookie, json });

  it('201 with all types of event and a secret made for it, shown this once', async () => {
    const { status, body } = await create({ url });
    assert.equal(status, 201, body.error);
    const { secret, ...webhook } = body.data['webhook'] as Record<string, unknown>;
    assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(webhook['events'], [...monitorEventTypes]);
    assert.deepEqual(
      [webhook['url'], webhook['format'], webhook['enabled'], webhook['monitor_id']],
      [url, 'json', true, monitorId],
    );
    const path = `/api/v1/monitors/${monitorId}/webhooks`;
    const read = await app.send('GET', `${path}/${String(webhook['id'])}`, { cookie });
    assert.deepEqual(read.body.data, { webhook });
  });

  it('201 with the events and format asked for; a secret that was given is not told again', async () => {
    const secret = 'correct horse battery';
    const events = ['status_change', 'removed_from_store'];
    const { status, body } = await create({ url, events, secret, format: 'teams' });
    assert.equal(status, 201, body.error);
    const webhook = body.data['webhook'] as Record<string, unknown>;
    assert.deepEqual([webhook['events'], webhook['format']], [events, 'teams']);
    assert.ok(!JSON.stringify(body).includes('secret'));
    const row = await app.database.db
      .selectFrom('webhook')
      .select('secret_sealed')
      .where('webhook_id', '=', String(webhook['id']))
      .executeTakeFirstOrThrow();
    assert.ok(!row.secret_sealed.includes(Buffer.from('horse')), 'it is not readable at rest');
    assert.equal(
      app.services.secrets.open(row.secret_sealed, String(webhook['id'])),
      secret,
      'it opens for this webhook',
    );
  });

  it('201 for each of two with the same URL, with secrets of their own', async () => {
    const made = await Promise.all([create({ url }), create({ url })]);
    const secrets = made.map(({ body }) => (body.data['webhook'] as { secret: string }).secret);
    assert.equal(new Set(secrets).size, 2);
  });

  it('201 for a host that does not resolve now: in a private network that is allowed, by http as well', async () => {
    const ours = await startTestApp({
      services: { destinations: createDestinationGuard({ allowPrivate: ['10.20.0.0/16'] }) },
    });
    try {
      const analyst = await ours.signIn('analyst');
      const monitor_id = await insertTestMonitor(ours.database.db, {
        account_id: await accountOf(ours, analyst),
      });
      for (const [wanted, status] of [
        ['https://siem.invalid/hook', 201],
        ['http://siem.invalid:8080/hook', 201],
        ['http://10.21.0.9:8080/hook', 400],
        ['siem.invalid:8080', 400],
      ] as const) {
        const json = { url: wanted };
        const path = `/api/v1/monitors/${monitor_id}/webhooks`;
        const made = await ours.send('POST', path, { cookie: analyst, json });
        assert.equal(made.status, status, wanted);
      }
    } finally {
      await ours.close();
    }
    const { body } = await create({ url: 'http://siem.invalid:8080/hook' });
    assert.match(body.error, /^url cannot be used: it must be https; the operator can allow/);
  });

  it('400 for a URL that must not be sent to (row 5)', async () => {
    for (const refused of refusedDestinations) {
      const { status, body } = await create({ url: refused });
      assert.equal(status, 400, refused);
      assert.match(body.error, /^url cannot be used: it /, refused);
    }
  });

  it('400 names the setting that lets alerts into a private network', async () => {
    for (const refused of ['https://10.20.0.9/hook', 'http://8.8.8.8/hook']) {
      const { body } = await create({ url: refused });
      assert.match(body.error, /EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS/, refused);
    }
    const { body } = await create({ url: 'ftp://8.8.8.8/hook' });
    assert.equal(body.error, 'url cannot be used: it must be an https URL');
  });

  it('400 for what is missing or not as described', async () => {
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{}, /^url is required$/],
      [{ url, events: [] }, /^events must be a list of at least one of version_update, /],
      [{ url, events: ['version_update', 'version_update'] }, /^events must be a list of/],
      [{ url, events: ['renamed'] }, /^events\.0 must be one of version_update, /],
      [{ url, secret: 'seven77' }, /^secret must be a string from 8 to 256 characters long$/],
      [{ url, secret: null }, /^secret must be a string/],
      [{ url, format: 'xml' }, /^format must be one of json, slack, teams$/],
      [{ url: `https://a.invalid/${'x'.repeat(2_048)}` }, /^url must be a string from 1 to 2048/],
    ];
    for (const [json, message] of wrong) {
      const { status, body } = await create(json);
      assert.equal(status, 400, JSON.stringify(json));
      assert.match(body.error, message);
    }
  });

  it('404 for an unknown monitor and for that of another account, which gets no webhook', async () => {
    const stranger = await accountOf(app, await app.signIn());
    const theirs = await insertTestMonitor(app.database.db, { account_id: stranger });
    for (const id of [crypto.randomUUID(), theirs]) {
      assert.equal((await create({ url }, id)).status, 404);
    }
    const made = app.database.db.selectFrom('webhook').select('webhook_id');
    assert.deepEqual(await made.where('monitor_id', '=', theirs).execute(), []);
  });

  it('409 when the monitor has 50 webhooks already, however many ask at once', async () => {
    const { db } = app.database;
    const monitor_id = await insertTestMonitor(db, { account_id });
    for (let count = 0; count < 48; count += 1) await insertTestWebhook(db, { monitor_id });
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ url }, monitor_id)));
    const statuses = Map.groupBy(answers, ({ status }) => status);
    assert.deepEqual([statuses.get(201)?.length, statuses.get(409)?.length], [2, 3]);
    const refused = answers.find(({ status }) => status === 409);
    assert.equal(refused?.body.error, 'the monitor has 50 webhooks; delete one first');
  });
});

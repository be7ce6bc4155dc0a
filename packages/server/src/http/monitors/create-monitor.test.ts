import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildZip } from '../../../../engine/fixtures/packages/build-zip.ts';
import { importPackage } from '../../domain/catalogue/import-package.ts';
import { saveFeed } from '../../intel/save-feed.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';
import { accountOf } from '../../testing/test-monitor.ts';

const watched = 'dcbadcbadcbadcbadcbadcbadcbadcba';
const packaged = 'e'.repeat(32);

describe('POST /api/v1/monitors', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ work: true });
    await insertTestExtension(app.database.db, { extension_id: watched, version: '7.8.9' });
    const manifest = {
      manifest_version: 3,
      name: 'Watched',
      version: '1.2',
      permissions: ['tabs'],
    };
    const bytes = buildZip([{ name: 'manifest.json', contents: JSON.stringify(manifest) }]);
    const source = { kind: 'bytes', bytes, name: 'upload' } as const;
    await importPackage(app.services, source, { id: packaged });
  });
  after(() => app.close());

  const create = (cookie: string, json: object) =>
    app.send('POST', '/api/v1/monitors', { cookie, json });

  it('201 with the monitor of the specification, enabled unless asked otherwise, due at once', async () => {
    const cookie = await app.signIn('analyst');
    const { status, body } = await create(cookie, { extension_id: watched });
    assert.equal(status, 201, body.error);
    const {
      id,
      created_at: createdAt,
      ...monitor
    } = body.data['monitor'] as Record<string, unknown>;
    assert.match(String(id), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    assert.ok(Math.abs(Date.parse(String(createdAt)) - Date.now()) < 60_000);
    assert.deepEqual(monitor, {
      account_id: await accountOf(app, cookie),
      extension_id: watched,
      enabled: true,
      updated_at: createdAt,
      checked_at: null,
      next_check_at: createdAt,
    });
    const read = await app.send('GET', `/api/v1/monitors/${String(id)}`, { cookie });
    assert.deepEqual(read.body.data, body.data);
  });

  it('201 with a disabled monitor when that is asked for', async () => {
    const cookie = await app.signIn();
    const { body } = await create(cookie, { extension_id: watched, enabled: false });
    const monitor = body.data['monitor'] as Record<string, unknown>;
    assert.deepEqual([monitor['enabled'], monitor['next_check_at']], [false, null]);
  });

  it('201 for an extension whose id is known to be malicious and whose package was not seen', async () => {
    const value = 'k'.repeat(32);
    await insertTestExtension(app.database.db, { extension_id: value });
    const entry = { kind: 'extension_id', value, source: 'list', confidence: 'high' } as const;
    await saveFeed(app.database.db, 'labs', [entry], new Date());
    const cookie = await app.signIn('analyst');
    const { status, body } = await create(cookie, { extension_id: value });
    assert.equal(status, 201, body.error);
    const { id } = body.data['monitor'] as { id: string };
    const detected = await app.send('POST', `/api/v1/monitors/${id}/detect`, { cookie });
    assert.equal(detected.status, 200, detected.body.error);
    assert.deepEqual(detected.body.data['changes'], []);
  });

  it('201, and what the extension is like now is kept with it, to tell changes from', async () => {
    const { body } = await create(await app.signIn(), { extension_id: watched });
    const { id } = body.data['monitor'] as { id: string };
    const row = await app.database.db
      .selectFrom('monitor')
      .select(['seen', 'seen_token'])
      .where('monitor_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.seen['version'], row.seen['status']], ['7.8.9', 'obsolete']);
    assert.notEqual(row.seen_token, '');
  });

  it('201, and a version that was never audited now is', async () => {
    await app.work?.pretendWorker();
    assert.equal((await create(await app.signIn(), { extension_id: packaged })).status, 201);
    assert.equal((await create(await app.signIn(), { extension_id: packaged })).status, 201);
    const analyses = await app.database.db.selectFrom('analysis').select('state').execute();
    assert.deepEqual(analyses, [{ state: 'queued' }]);
    await app.work?.forgetWorkers();
  });

  it('400 for an extension id that is none, or an enabled that is no boolean', async () => {
    const cookie = await app.signIn();
    const wrong = {
      'extension_id is required': { enabled: true },
      "extension_id must be 32 lower-case letters or digits, or a Firefox add-on's own id such as name@example.org":
        { extension_id: 'A'.repeat(32) },
      'enabled must be true or false': { extension_id: watched, enabled: 'false' },
    };
    for (const [message, json] of Object.entries(wrong)) {
      const { status, body } = await create(cookie, json);
      assert.deepEqual([status, body.error], [400, message]);
    }
  });

  it('404 for an extension that is not in the catalogue', async () => {
    const cookie = await app.signIn();
    for (const extension_id of ['f'.repeat(32), 'z9'.repeat(16)]) {
      const { status, body } = await create(cookie, { extension_id });
      assert.deepEqual([status, body.error], [404, 'extension not found']);
    }
  });

  it('409 when a monitor already exists, however many ask at once; another account may have its own', async () => {
    const cookie = await app.signIn();
    const json = { extension_id: watched };
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(cookie, json)));
    const byStatus = Map.groupBy(answers, ({ status }) => status);
    assert.deepEqual([byStatus.get(201)?.length, byStatus.get(409)?.length], [1, 5]);
    const again = await create(cookie, { ...json, enabled: false });
    assert.equal(again.status, 409);
    assert.equal(again.body.success, false);
    assert.equal(again.body.error, 'a monitor already exists for this extension');
    assert.equal((await create(await app.signIn(), json)).status, 201);
  });
});

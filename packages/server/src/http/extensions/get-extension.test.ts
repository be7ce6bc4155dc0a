import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { saveFeed } from '../../intel/save-feed.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';

const id = 'abcdefghijklmnopabcdefghijklmnop';

describe('GET /api/v1/extensions/{extensionId}', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    await db
      .insertInto('publisher')
      .values([
        { publisher_id: 'acme', author: 'Acme', risk_level: 'medium', reported_extensions: 9 },
        { publisher_id: 'small', author: 'Small & Co', reported_extensions: 1 },
      ])
      .execute();
    await insertTestExtension(db, { extension_id: id, publisher_id: 'acme', is_featured: true });
    await insertTestExtension(db, { extension_id: 'b'.repeat(32) });
    const media = {
      extension_id: id,
      position: 0,
      type: 'icon',
      media_url: 'https://e.test/i.png',
    };
    await db.insertInto('media').values(media).execute();
  });
  after(() => app.close());

  it('200 with every field of the specification', async () => {
    const { status, body } = await app.send('GET', `/api/v1/extensions/${id}`, { cookie });
    assert.equal(status, 200);
    const [version] = body.data['extension_versions'] as Record<string, unknown>[];
    assert.ok(version);
    const { extension_version_id, ...versionRest } = version;
    assert.match(String(extension_version_id), /^[0-9a-f-]{36}$/);
    assert.deepEqual(versionRest, {
      version: '4.2.0',
      size: 4321,
      created_at: '2025-03-04T05:06:07.000Z',
    });
    assert.deepEqual(
      { ...body.data, extension_versions: [] },
      {
        extension_id: id,
        gecko_id: null,
        name: 'Tab Counter',
        description: 'Counts tabs.',
        version: '4.2.0',
        status: 'obsolete',
        user_count: 1234,
        rating_value: 3.7,
        rating_count: 56,
        category: 'productivity',
        is_trusted_publisher: false,
        last_update: '2025-03-04T05:06:07.000Z',
        by_google: false,
        is_featured: true,
        payment_type: 'in_app',
        publisher_id: 'acme',
        extension_publishers: {
          publisher_id: 'acme',
          author: 'Acme',
          total_extensions: 9,
          active_extensions: 0,
          risk_level: 'medium',
        },
        extension_versions: [],
        extension_media: [{ type: 'icon', media_url: 'https://e.test/i.png' }],
        unknown_fields: [],
        risk: null,
        effective_risk: null,
        decisions: [],
        audit_state: 'unseen',
      },
    );
  });

  it('200 with the risk of an id that is known to be malicious, though no package was seen', async () => {
    const { db } = app.database;
    const [listed, rumoured] = ['e'.repeat(32), 'f'.repeat(32)];
    for (const extension_id of [listed, rumoured]) await insertTestExtension(db, { extension_id });
    const entry = { kind: 'extension_id', source: 'Example Labs' } as const;
    const entries = [
      { ...entry, value: listed, confidence: 'medium' },
      { ...entry, value: rumoured, confidence: 'low' },
    ] as const;
    await saveFeed(db, 'labs', entries, new Date());
    const riskOf = async (extensionId: string) =>
      (await app.send('GET', `/api/v1/extensions/${extensionId}`, { cookie })).body.data['risk'];
    const { analyzed_at, order, score, ...risk } = (await riskOf(listed)) as Record<
      string,
      unknown
    >;
    assert.deepEqual(risk, {
      level: 'critical',
      classification: 'malicious',
      headline: 'Researchers have reported this extension as malicious.',
      is_outdated: false,
    });
    assert.ok(Number(score) >= 76 && Number(order) > 20_000);
    assert.match(String(analyzed_at), /^20\d\d-/);
    assert.equal(await riskOf(rumoured), null);
    await saveFeed(db, 'labs', [], new Date());
    assert.equal(await riskOf(listed), null);
  });

  it('200 with versions in the order of versions, newest first, media in their order, and all extensions held', async () => {
    const { db } = app.database;
    const extension_id = 'n'.repeat(32);
    await insertTestExtension(db, { extension_id, publisher_id: 'small', version: '3.0' });
    await insertTestExtension(db, {
      extension_id: 'm'.repeat(32),
      publisher_id: 'small',
      status: 'active',
    });
    const version = (name: string, day: number) => ({
      extension_version_id: randomUUID(),
      extension_id,
      version: name,
      created_at: `2025-06-0${day}T00:00:00Z`,
    });
    await db
      .insertInto('version')
      .values([
        version('1.9', 9),
        version('1.10', 1),
        version('4', 2),
        version('1.10.0.1', 3),
        version('1.10.0.0', 4),
        version('beta', 5),
      ])
      .execute();
    const media = (position: number, type: string) => ({
      extension_id,
      position,
      type,
      media_url: `https://e.test/${position}.png`,
    });
    await db
      .insertInto('media')
      .values([media(1, 'screenshot'), media(0, 'icon')])
      .execute();
    const { body } = await app.send('GET', `/api/v1/extensions/${extension_id}`, { cookie });
    const versions = body.data['extension_versions'] as { version: string }[];
    assert.deepEqual(
      versions.map((item) => item.version),
      ['4', '3.0', '1.10.0.1', '1.10.0.0', '1.10', '1.9', 'beta'],
    );
    const shown = body.data['extension_media'] as { type: string }[];
    assert.deepEqual(
      shown.map(({ type }) => type),
      ['icon', 'screenshot'],
    );
    assert.deepEqual(body.data['extension_publishers'], {
      publisher_id: 'small',
      author: 'Small & Co',
      total_extensions: 2,
      active_extensions: 1,
      risk_level: 'unknown',
    });
  });

  it('200 with an empty publisher where it is not known', async () => {
    const { body } = await app.send('GET', `/api/v1/extensions/${'b'.repeat(32)}`, { cookie });
    assert.equal(body.data['publisher_id'], '');
    const publisher = body.data['extension_publishers'] as Record<string, unknown>;
    assert.deepEqual([publisher['author'], publisher['risk_level']], ['', 'unknown']);
    assert.deepEqual(body.data['unknown_fields'], ['extension_publishers']);
  });

  for (const wrong of ['abc', `${id}a`, id.toUpperCase(), `${id.slice(1)}-`, `${id.slice(1)}%00`]) {
    it(`400 for the id ${wrong}`, async () => {
      const { status, body } = await app.send('GET', `/api/v1/extensions/${wrong}`, { cookie });
      assert.equal(status, 400);
      assert.match(
        body.error,
        /^(?:extensionId must be 32 lower-case letters or digits, or a Firefox add-on's own id such as name@example\.org|.*NUL.*)$/,
      );
    });
  }

  it('400 for a path that is no valid percent-encoded UTF-8', async () => {
    const response = await fetch(`${app.url}/api/v1/extensions/%ff%zz`, { headers: { cookie } });
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { success: boolean }).success, false);
  });

  it('404 for an id that is known to be malicious and not in the catalogue', async () => {
    const value = 'g'.repeat(32);
    const entry = { kind: 'extension_id', value, source: 'list', confidence: 'high' } as const;
    await saveFeed(app.database.db, 'other', [entry], new Date());
    const { status } = await app.send('GET', `/api/v1/extensions/${value}`, { cookie });
    assert.equal(status, 404);
  });

  for (const unknown of ['p'.repeat(32), 'z'.repeat(32), '0123456789'.repeat(3) + 'ab']) {
    it(`404 for the unknown id ${unknown}`, async () => {
      const { status, body } = await app.send('GET', `/api/v1/extensions/${unknown}`, { cookie });
      assert.deepEqual([status, body.error], [404, 'extension not found']);
    });
  }
});

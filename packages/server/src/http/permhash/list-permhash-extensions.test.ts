import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertExtensionAsking } from '../../testing/test-permissions.ts';

const mandiantOfTabsStorage = '3fa4ea71dc11b9374d4f5997fcabd538e6e6db1f0225f2f32e92afe3c699b5ba';

describe('GET /api/v1/permhash/{permhash}', () => {
  let app: TestApp;
  let cookie: string;
  let permhash: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    for (const [letter, users] of [
      ['a', 5],
      ['b', 900],
      ['c', 70],
      ['d', 70],
    ] as const) {
      const row = { extension_id: letter.repeat(32), user_count: users, by_google: true };
      permhash = await insertExtensionAsking(db, row, ['tabs', 'storage']);
    }
    await insertExtensionAsking(db, { extension_id: 'e'.repeat(32) }, ['storage', 'tabs']);
    await insertExtensionAsking(db, { extension_id: 'f'.repeat(32) }, ['cookies']);
  });
  after(() => app.close());

  const get = (hash: string, query = '') =>
    app.send('GET', `/api/v1/permhash/${hash}${query}`, { cookie });
  async function ids(hash: string, query = ''): Promise<string> {
    const { status, body } = await get(hash, query);
    assert.equal(status, 200, body.error);
    return body.result.map((item) => String(item['extension_id'])[0]).join('');
  }

  it('200 with every field of the specification, 50 on a page', async () => {
    const { body } = await get(permhash);
    assert.deepEqual(
      [body['page'], body['page_size'], body['total_count'], body['total_pages']],
      [1, 50, 5, 1],
    );
    assert.deepEqual(body.result[1], {
      extension_id: 'b'.repeat(32),
      name: 'Tab Counter',
      version: '4.2.0',
      user_count: 900,
      rating_value: 3.7,
      is_trusted_publisher: false,
      by_google: true,
      status: 'obsolete',
      last_update: '2025-03-04',
    });
  });

  it('200 with most users first, ties by id, pages that never overlap', async () => {
    assert.equal(await ids(permhash), 'ebcda');
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => ids(permhash, `?page_size=2&page=${page}`)),
    );
    assert.deepEqual(pages, ['eb', 'cd', 'a', '']);
  });

  it('200 for the hash in upper case', async () => {
    assert.equal(await ids(permhash.toUpperCase()), 'ebcda');
  });

  it("200 by Google's hash, which knows the declared order", async () => {
    assert.equal(await ids(mandiantOfTabsStorage), 'bcda');
    assert.equal(await ids(mandiantOfTabsStorage, '?dialect=mandiant&page_size=1&page=2'), 'c');
  });

  it("200 by Google's hash for current versions only", async () => {
    const { db } = app.database;
    const row = { extension_id: 'g'.repeat(32) };
    await insertExtensionAsking(db, row, ['alarms', 'tabs']);
    const { permhash_mandiant: hash } = await db
      .selectFrom('version')
      .select('permhash_mandiant')
      .where('extension_id', '=', row.extension_id)
      .executeTakeFirstOrThrow();
    assert.equal(await ids(hash ?? ''), 'g');
    await db
      .updateTable('extension')
      .set({ version: '5.0' })
      .where('extension_id', '=', row.extension_id)
      .execute();
    assert.equal((await get(hash ?? '')).status, 404);
  });

  for (const hash of ['abc', 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), 'ä'.repeat(64)]) {
    it(`400 for ${hash.slice(0, 8)}, saying that it must be a 64-character hexadecimal string`, async () => {
      const { status, body } = await get(hash);
      assert.deepEqual(
        [status, body.error],
        [400, 'permhash must be a 64-character hexadecimal string'],
      );
    });
  }

  for (const query of ['page=0', 'page_size=101', 'dialect=md5']) {
    it(`400 for ${query}`, async () => {
      assert.equal((await get(permhash, `?${query}`)).status, 400);
    });
  }

  it('404 when no extension has the hash, or none in that dialect', async () => {
    const { status, body } = await get('0'.repeat(64));
    assert.deepEqual([status, body.error], [404, 'no extensions with this hash']);
    assert.equal((await get(mandiantOfTabsStorage, '?dialect=extaudit')).status, 404);
    assert.equal((await get(permhash, '?dialect=mandiant')).status, 404);
  });
});

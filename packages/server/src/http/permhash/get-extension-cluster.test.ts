import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';
import { insertExtensionAsking } from '../../testing/test-permissions.ts';

const asked = ['alarms', 'cookies', 'history', 'storage', 'tabs'];
const idOf = (number: number): string =>
  number
    .toString(16)
    .padStart(32, '0')
    .replaceAll(/./g, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)] ?? '');

describe('GET /api/v1/permhash/cluster/{extensionId}', () => {
  let app: TestApp;
  let cookie: string;
  let permhash: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    for (let number = 1; number <= 60; number += 1) {
      const row = { extension_id: idOf(number), user_count: number * 10, name: `Twin ${number}` };
      permhash = await insertExtensionAsking(db, row, asked);
    }
    await insertExtensionAsking(db, { extension_id: idOf(100), user_count: 7 }, [
      ...asked,
      'proxy',
    ]);
    await insertExtensionAsking(db, { extension_id: idOf(101) }, asked.slice(1));
    await insertExtensionAsking(db, { extension_id: idOf(102) }, ['tabs', 'debugger', 'bookmarks']);
    await insertExtensionAsking(db, { extension_id: idOf(103) }, []);
    await insertTestExtension(db, { extension_id: idOf(104) });
  });
  after(() => app.close());

  const get = (id: string) => app.send('GET', `/api/v1/permhash/cluster/${id}`, { cookie });

  it('200 with the whole cluster counted, and its most used extensions without itself', async () => {
    const { status, body } = await get(idOf(58));
    assert.equal(status, 200);
    const { similar_extensions, near_duplicates: _, ...rest } = body.data;
    assert.deepEqual(rest, {
      extension_id: idOf(58),
      permhash,
      permissions: asked,
      cluster_size: 60,
      cluster_total_users: 18_300,
      known_malicious: 0,
    });
    const similar = similar_extensions as Record<string, unknown>[];
    assert.deepEqual(similar[0], {
      extension_id: idOf(60),
      name: 'Twin 60',
      user_count: 600,
      rating_value: 3.7,
    });
    assert.equal(similar.length, 50);
    assert.ok(similar.every(({ extension_id }) => extension_id !== idOf(58)));
  });

  it('200 with near duplicates by Jaccard similarity, most alike first, and what differs', async () => {
    const { body } = await get(idOf(1));
    const near = body.data['near_duplicates'] as Record<string, unknown>[];
    assert.deepEqual(
      near.map((other) => [
        other['similarity'],
        other['permissions_added'],
        other['permissions_missing'],
      ]),
      [
        [0.8333, ['proxy'], []],
        [0.8, [], ['alarms']],
      ],
    );
    assert.deepEqual(near[0]?.['sample_extensions'], [
      { extension_id: idOf(100), name: 'Tab Counter', user_count: 7, is_trusted_publisher: false },
    ]);
  });

  it('200 for an extension alone, and for one without permissions', async () => {
    const alone = await get(idOf(102));
    assert.deepEqual(
      [alone.body.data['cluster_size'], alone.body.data['similar_extensions']],
      [1, []],
    );
    assert.deepEqual(alone.body.data['near_duplicates'], []);
    const without = await get(idOf(103));
    assert.deepEqual(
      [without.body.data['permissions'], without.body.data['near_duplicates']],
      [[], []],
    );
  });

  it('400 for an id of the wrong length', async () => {
    const { status, body } = await get('abc');
    assert.deepEqual(
      [status, body.error],
      [
        400,
        "extensionId must be 32 lower-case letters or digits, or a Firefox add-on's own id such as name@example.org",
      ],
    );
  });

  it('404 for an unknown extension, and for one whose manifest is unknown', async () => {
    assert.equal((await get('p'.repeat(32))).status, 404);
    assert.equal((await get(idOf(104))).status, 404);
  });
});

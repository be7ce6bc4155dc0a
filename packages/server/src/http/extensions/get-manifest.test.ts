import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';

const id = 'ponmlkjihgfedcbaponmlkjihgfedcba';

describe('GET /api/v1/extensions/{extensionId}/versions/{version}/manifest', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const manifest = JSON.parse(
      String.raw`{"manifest_version":3,"name":"N\u0000UL \ud800","version":"4.2.0","permissions":["tabs",{"fileSystem":["write"]}],"background":{"service_worker":"w.js"},"__proto__":{"polluted":true},"nothing":null}`,
    ) as object;
    await insertTestExtension(app.database.db, { extension_id: id }, manifest);
    await insertTestExtension(app.database.db, { extension_id: 'a'.repeat(32) });
  });
  after(() => app.close());

  const get = (extensionId: string, version: string) =>
    app.send('GET', `/api/v1/extensions/${extensionId}/versions/${version}/manifest`, { cookie });

  it('200 with every key, hostile ones as well (row 28)', async () => {
    const { status, body } = await get(id, '4.2.0');
    assert.equal(status, 200);
    assert.equal(body.data['name'], 'N\0UL \ud800');
    assert.deepEqual(body.data['permissions'], ['tabs', { fileSystem: ['write'] }]);
    assert.equal(body.data['nothing'], null);
    assert.ok(Object.hasOwn(body.data, '__proto__'));
  });

  it('400 for an id of the wrong length', async () => {
    assert.equal((await get('abc', '4.2.0')).status, 400);
  });

  it('400 for a version that is longer than any, or holds NUL', async () => {
    assert.equal((await get(id, '1'.repeat(101))).status, 400);
    assert.equal((await get(id, '1%002')).status, 400);
  });

  it('404 for an unknown version, extension, or where only metadata is known', async () => {
    assert.equal((await get(id, '4.2.1')).status, 404);
    assert.equal((await get('c'.repeat(32), '4.2.0')).status, 404);
    assert.equal((await get('a'.repeat(32), '4.2.0')).status, 404);
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { buildZip } from '../../../../engine/fixtures/packages/build-zip.ts';
import { importPackage } from '../../domain/catalogue/import-package.ts';
import { deleteQuarantine, saveQuarantine } from '../../storage/catalogue/quarantine.ts';
import { damagePackage } from '../../testing/damage-package.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';

const id = 'jklmjklmjklmjklmjklmjklmjklmjklm';
const metadataOnly = 'a'.repeat(32);

describe('GET /api/v1/extensions/{extensionId}/versions/{version}/files', () => {
  let app: TestApp;
  let cookie: string;
  const manifest = JSON.stringify({ manifest_version: 3, name: 'Filed', version: '8.1' });
  const bytes = buildZip([
    { name: 'manifest.json', contents: manifest },
    { name: 'lib/ünder.js', contents: 'under()' },
  ]);
  before(async () => {
    app = await startTestApp({ work: true });
    cookie = await app.signIn('viewer');
    await importPackage(app.services, { kind: 'bytes', bytes, name: 'filed.zip' }, { id });
    await insertTestExtension(app.database.db, { extension_id: metadataOnly, version: '8.1' });
  });
  after(() => app.close());

  const get = (extensionId: string, version: string) =>
    app.send('GET', `/api/v1/extensions/${extensionId}/versions/${version}/files`, { cookie });

  it('200 with path, size, hash and type of every file', async () => {
    const { status, body } = await get(id, '8.1');
    assert.equal(status, 200);
    const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
    assert.deepEqual(body.data, {
      package_sha256: hash(bytes),
      files: [
        { path: 'lib/ünder.js', size: 7, sha256: hash('under()'), type: 'text/javascript' },
        {
          path: 'manifest.json',
          size: manifest.length,
          sha256: hash(manifest),
          type: 'application/json',
        },
      ],
    });
  });

  it('400 for an id of the wrong form', async () => {
    assert.equal((await get('short', '8.1')).status, 400);
  });

  it('404 for an unknown version, and where only metadata is known', async () => {
    const unknown = await get(id, '8.2');
    assert.deepEqual([unknown.status, unknown.body.error], [404, 'extension version not found']);
    const bare = await get(metadataOnly, '8.1');
    assert.equal(bare.status, 404);
    assert.match(bare.body.error, /^only metadata of this version is known/);
  });

  it('409 while the package is in quarantine, with the reason', async () => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { db } = app.services;
    await saveQuarantine(db, { sha256, reason: 'by order', createdAt: new Date() });
    const { status, body } = await get(id, '8.1');
    await db.transaction().execute((trx) => deleteQuarantine(trx, sha256));
    assert.deepEqual([status, body['code']], [409, 'package_quarantined']);
    assert.match(body.error, /into quarantine: by order$/);
  });

  it('500 where another package has come into the place of the one that was uploaded', async () => {
    const other = buildZip([{ name: 'manifest.json', contents: manifest }]);
    await damagePackage(app.work, createHash('sha256').update(bytes).digest('hex'), other);
    const { status, body } = await get(id, '8.1');
    assert.deepEqual(
      [status, body['code'], body.error],
      [500, 'package_damaged', 'the stored package is damaged; upload it again'],
    );
  });
});

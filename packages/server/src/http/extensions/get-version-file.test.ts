import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildZip } from '../../../../engine/fixtures/packages/build-zip.ts';
import { importPackage } from '../../domain/catalogue/import-package.ts';
import { deleteQuarantine, saveQuarantine } from '../../storage/catalogue/quarantine.ts';
import { damagePackage } from '../../testing/damage-package.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';

const id = 'opopopopopopopopopopopopopopopop';
const icon = new Uint8Array([137, 80, 78, 71, 0, 1]);
const markup = '<script>alert("ø")</script>\u0001';

describe('GET /api/v1/extensions/{extensionId}/versions/{version}/file', () => {
  let app: TestApp;
  let cookie: string;
  let sha256: string;
  before(async () => {
    app = await startTestApp({ work: true });
    cookie = await app.signIn('viewer');
    const manifest = { manifest_version: 3, name: 'Read', version: '0.9' };
    const bytes = buildZip([
      { name: 'manifest.json', contents: JSON.stringify(manifest) },
      { name: 'a b/p&g?.html', contents: markup },
      { name: 'long.js', contents: 'x'.repeat(1_100_000), isStored: true },
      { name: 'icon.png', contents: icon },
    ]);
    const source = { kind: 'bytes', bytes, name: 'read.zip' } as const;
    ({ package_sha256: sha256 } = await importPackage(app.services, source, { id }));
  });
  after(() => app.close());

  const get = (path: string, version = '0.9', extensionId = id) =>
    app.send(
      'GET',
      `/api/v1/extensions/${extensionId}/versions/${version}/file?path=${encodeURIComponent(path)}`,
      { cookie },
    );

  it('200 with the text as JSON that no browser takes for a page (row 34)', async () => {
    const { status, body, headers } = await get('a b/p&g?.html');
    assert.equal(status, 200);
    const { path, size, type, text, truncated, encoding } = body.data;
    assert.deepEqual(
      { path, size, type, text, truncated, encoding },
      {
        path: 'a b/p&g?.html',
        size: 29,
        type: 'text/html',
        text: markup,
        truncated: false,
        encoding: 'utf-8',
      },
    );
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  it('200 with the first MiB of a longer file, and without text for a binary one', async () => {
    const long = await get('long.js');
    assert.equal(String(long.body.data['text']).length, 1_048_576);
    assert.deepEqual([long.body.data['truncated'], long.body.data['size']], [true, 1_100_000]);
    const { body } = await get('icon.png');
    assert.deepEqual([body.data['text'], body.data['encoding']], ['', 'binary']);
  });

  it('200 with the bytes of a file, which a browser saves and never shows (row 34)', async () => {
    for (const [path, bytes] of [
      ['icon.png', icon],
      ['a b/p&g?.html', Buffer.from(markup)],
    ] as const) {
      const query = `path=${encodeURIComponent(path)}&format=bytes`;
      const url = `${app.url}/api/v1/extensions/${id}/versions/0.9/file?${query}`;
      const file = await fetch(url, { headers: { cookie } });
      assert.equal(file.status, 200);
      assert.deepEqual(new Uint8Array(await file.arrayBuffer()), new Uint8Array(bytes));
      assert.equal(file.headers.get('content-type'), 'application/octet-stream');
      assert.equal(file.headers.get('content-disposition'), 'attachment');
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
    }
  });

  it('200 with an image as what its bytes are, which runs nothing, and 304 when it comes again', async () => {
    const image = Buffer.from('GIF89a=1;alert(1)//<script>alert(1)</script>');
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const manifest = { manifest_version: 3, name: 'Read', version: '0.7' };
    const bytes = buildZip([
      { name: 'manifest.json', contents: JSON.stringify(manifest) },
      { name: 'a.html', contents: image },
      { name: 'page.png', contents: markup },
      { name: 'drawn.svg', contents: drawing },
    ]);
    await importPackage(app.services, { kind: 'bytes', bytes, name: 'images.zip' }, { id });
    const fetchFile = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${app.url}/api/v1/extensions/${id}/versions/0.7/file?path=${path}&format=bytes`, {
        headers: { cookie, ...headers },
      });
    const etags: string[] = [];
    for (const [path, type] of [
      ['a.html', 'image/gif'],
      ['page.png', 'application/octet-stream'],
      ['drawn.svg', 'application/octet-stream'],
    ] as const) {
      const { status, headers } = await fetchFile(path);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), type);
      assert.equal(headers.get('content-disposition'), 'attachment');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
      assert.match(headers.get('cache-control') ?? '', /^private, max-age=/);
      etags.push(headers.get('etag') ?? '');
    }
    assert.equal(new Set(etags).size, 3);
    const [etag = ''] = etags;
    const unchanged = await fetchFile('a.html', { 'if-none-match': `"other", W/${etag}` });
    assert.deepEqual([unchanged.status, await unchanged.text()], [304, '']);
    assert.equal(unchanged.headers.get('etag'), etag);
    assert.equal((await fetchFile('a.html', { 'if-none-match': etags[1] ?? '' })).status, 200);
    const absent = await fetchFile('absent.png');
    assert.deepEqual([absent.status, absent.headers.get('etag')], [404, null]);
  });

  it('413 for the bytes of a file that is too large to be given at once', async () => {
    const manifest = { manifest_version: 3, name: 'Read', version: '0.8' };
    const bytes = buildZip([
      { name: 'manifest.json', contents: JSON.stringify(manifest) },
      { name: 'large.bin', contents: new Uint8Array(65 * 1024 * 1024), isStored: true },
    ]);
    await importPackage(app.services, { kind: 'bytes', bytes, name: 'large.zip' }, { id });
    const path = `/api/v1/extensions/${id}/versions/0.8/file?path=large.bin&format=bytes`;
    const { status, body } = await app.send('GET', path, { cookie });
    assert.equal(status, 413);
    assert.equal(body.error, 'the file has 68157440 bytes; at most 64 MiB are given');
  });

  it('400 without a path, or with one that no file has', async () => {
    const missing = await app.send('GET', `/api/v1/extensions/${id}/versions/0.9/file`, { cookie });
    assert.deepEqual([missing.status, missing.body.error], [400, 'path is required']);
    assert.equal((await get('x'.repeat(1025))).status, 400);
    assert.equal((await get('a\0b')).status, 400);
    const format = await app.send(
      'GET',
      `/api/v1/extensions/${id}/versions/0.9/file?path=a&format=x`,
      { cookie },
    );
    assert.deepEqual(
      [format.status, format.body.error],
      [400, 'format must be one of json, bytes'],
    );
  });

  it('404 for a path, version or extension that is not there', async () => {
    for (const path of ['absent.js', '../manifest.json', '/etc/passwd', 'LONG.js', '__proto__']) {
      const { status, body } = await get(path);
      const message = 'the package of this version has no file of this path';
      assert.deepEqual([status, body.error], [404, message]);
    }
    assert.equal((await get('long.js', '1.0')).status, 404);
    assert.equal((await get('long.js', '0.9', 'n'.repeat(32))).status, 404);
  });

  it('409 while the package is in quarantine, as text and as bytes', async () => {
    const { db } = app.services;
    await saveQuarantine(db, { sha256, reason: 'by order', createdAt: new Date() });
    for (const format of ['json', 'bytes']) {
      const path = `/api/v1/extensions/${id}/versions/0.9/file?path=icon.png&format=${format}`;
      const { status, body } = await app.send('GET', path, { cookie });
      assert.deepEqual([status, body['code']], [409, 'package_quarantined']);
    }
    await db.transaction().execute((trx) => deleteQuarantine(trx, sha256));
  });

  it('500 where the package has lost its end, as text and as bytes', async () => {
    await damagePackage(app.work, sha256, new Uint8Array([80, 75, 3, 4]));
    for (const format of ['json', 'bytes']) {
      const path = `/api/v1/extensions/${id}/versions/0.9/file?path=icon.png&format=${format}`;
      const { status, body, headers } = await app.send('GET', path, { cookie });
      assert.deepEqual([status, body['code']], [500, 'package_damaged']);
      assert.equal(headers.get('etag'), null);
    }
  });
});

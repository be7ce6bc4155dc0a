import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestPool } from '../../../../engine/testing/test-pool.ts';
import { buildZip } from '../../../../engine/fixtures/packages/build-zip.ts';
import {
  extensionIdOf,
  makeRsaKey,
  signCrx3,
} from '../../../../engine/fixtures/packages/sign-crx.ts';
import { StorageFullError } from '../../storage/database/storage-errors.ts';
import { type TestAnswer, type TestApp, startTestApp } from '../../testing/test-app.ts';

const reactDevelopmentTools = 'fmkadmapgofadopljbjfkapdkoienihi';
const storePackage = new URL(
  `../../../../../node_modules/@tomjs/electron-devtools-files/extensions/${reactDevelopmentTools}.crx`,
  import.meta.url,
);

describe('POST /api/v1/extensions', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp({ work: true, uploadBytesMax: 2_000_000 });
    cookie = await app.signIn('analyst');
  });
  after(() => app.close());

  function upload(bytes: Uint8Array, field = 'file'): Promise<TestAnswer> {
    const body = new FormData();
    body.append(field, new Blob([Uint8Array.from(bytes)]), 'package.crx');
    return app.send('POST', '/api/v1/extensions', { cookie, body });
  }

  const rsaKeys = [makeRsaKey()];
  const signed = (version: string, script: string): Uint8Array => {
    const manifest = {
      manifest_version: 3,
      name: 'Signed here',
      version,
      permissions: ['storage'],
      background: { service_worker: 'worker.js' },
    };
    const entries = [
      { name: 'manifest.json', contents: JSON.stringify(manifest) },
      { name: 'worker.js', contents: script },
    ];
    return signCrx3(buildZip(entries), { rsaKeys });
  };

  it('201 takes a package of the Chrome Web Store under its own id, 200 when it comes again', async () => {
    const bytes = await readFile(storePackage);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const first = await upload(bytes);
    assert.equal(first.status, 201, first.body.error);
    assert.equal(first.body.data['extension_id'], reactDevelopmentTools);
    assert.equal(first.body.data['package_sha256'], sha256);
    assert.equal(first.body.data['created'], true);
    assert.equal(await app.work?.packages.isIntact(sha256), true);
    const path = `/api/v1/extensions/${reactDevelopmentTools}`;
    const detail = await app.send('GET', path, { cookie });
    assert.match(String(detail.body.data['name']), /React/);
    assert.equal(detail.body.data['publisher_id'], '');
    const version = String(first.body.data['version']);
    const manifest = await app.send('GET', `${path}/versions/${version}/manifest`, { cookie });
    assert.equal(manifest.body.data['version'], version);

    const second = await upload(bytes);
    assert.equal(second.status, 200);
    assert.deepEqual(second.body.data, { ...first.body.data, created: false });
  });

  it('201, and the largest icon in the package is shown until a store tells of media', async () => {
    const icon = Buffer.from('\x89PNG\r\n\x1A\n\0', 'latin1');
    const manifest = {
      manifest_version: 3,
      name: 'With icons',
      version: '7.0',
      icons: {
        16: 'small.png',
        48: '/a b/mid&dle+#?.png',
        96: '../../etc/passwd',
        128: 'page.png',
        256: 'x'.repeat(10_000),
        512: 'large.png',
      },
    };
    const zip = buildZip([
      { name: 'manifest.json', contents: JSON.stringify(manifest).replace('#?', '%23%3F') },
      { name: 'small.png', contents: Buffer.concat([icon, icon]) },
      { name: 'a b/mid&dle+#?.png', contents: icon },
      { name: 'page.png', contents: '<script>alert(1)</script>' },
      {
        name: 'large.png',
        contents: Buffer.concat([icon, Buffer.alloc(1_100_000)]),
        isStored: true,
      },
    ]);
    const { status, body } = await upload(signCrx3(zip, { rsaKeys: [makeRsaKey()] }));
    assert.equal(status, 201, body.error);
    const extensionId = String(body.data['extension_id']);
    const detail = async () =>
      (await app.send('GET', `/api/v1/extensions/${extensionId}`, { cookie })).body.data;
    const { extension_media: media, unknown_fields: unknown } = await detail();
    const [shown, ...others] = media as readonly { type: string; media_url: string }[];
    assert.deepEqual([shown?.type, others], ['icon', []]);
    assert.ok(!(unknown as string[]).includes('extension_media'));
    const file = await fetch(`${app.url}${shown?.media_url}`, { headers: { cookie } });
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/png']);
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), icon);

    const told = { type: 'icon', media_url: 'https://store.example/icon.png' };
    const row = { extension_id: extensionId, position: 0, ...told };
    await app.database.db.insertInto('media').values(row).execute();
    assert.deepEqual((await detail())['extension_media'], [told]);
  });

  it('201 for a later version of the same key, under the same id', async () => {
    const answers = [await upload(signed('1.5', 'a()')), await upload(signed('1.6', 'b()'))];
    for (const { status, body } of answers) {
      assert.equal(status, 201, body.error);
      assert.equal(body.data['extension_id'], extensionIdOf(rsaKeys[0] as (typeof rsaKeys)[0]));
    }
  });

  it('201 for a manifest with a comma too many, which comes back as it is meant, its bytes unchanged (row 28)', async () => {
    const text =
      '{\n "manifest_version": 3,\n "name": "Comma",\n "version": "6.1",\n "permissions": ["alarms",],\n}';
    const { status, body } = await upload(buildZip([{ name: 'manifest.json', contents: text }]));
    assert.equal(status, 201, body.error);
    const id = String(body.data['extension_id']);
    const path = `/api/v1/extensions/${id}/versions/6.1`;
    const manifest = await app.send('GET', `${path}/manifest`, { cookie });
    assert.deepEqual(manifest.body.data['permissions'], ['alarms']);
    const file = await app.send('GET', `${path}/file?path=manifest.json`, { cookie });
    assert.equal(file.status, 200, file.body.error);
    assert.equal(file.body.data['text'], text);
  });

  it('400 when the file is no extension package', async () => {
    const answers = [
      await upload(Buffer.from('no package at all')),
      await upload(new Uint8Array()),
      await upload(buildZip([{ name: 'readme.txt', contents: 'hello' }])),
      await upload(Buffer.from('Cr24\u0003\u0000\u0000\u0000\u00ff\u00ff\u00ff\u007f', 'latin1')),
    ];
    for (const { status, body } of answers) {
      assert.equal(status, 400);
      assert.ok(body.error.length > 10, body.error);
    }
  });

  it('400 for a version that no store allows, with the reason (row 52)', async () => {
    for (const version of ['99999.1', '1.2.3.4.5', '01.2', '', '1.-2', '1e3']) {
      const text = JSON.stringify({ manifest_version: 3, name: 'Ahead', version });
      const { status, body } = await upload(buildZip([{ name: 'manifest.json', contents: text }]));
      assert.equal(status, 400, version);
      assert.match(body.error, /1-4 integers with dots, each from 0 to 65535/);
    }
    const firefox = {
      manifest_version: 3,
      name: 'Ahead',
      version: '99999.1',
      browser_specific_settings: { gecko: { id: 'far@ahead.test' } },
    };
    const bytes = buildZip([{ name: 'manifest.json', contents: JSON.stringify(firefox) }]);
    assert.equal((await upload(bytes)).status, 201);
  });

  it('400 when the file is in another field, or there is none, or the body is cut off', async () => {
    const wrongField = await upload(signed('2.0', ''), 'package');
    assert.equal(wrongField.status, 400);
    assert.equal(
      wrongField.body.error,
      'the body must hold one file, in the field file; it has one in the field package',
    );
    const empty = new FormData();
    empty.append('note', 'x');
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nPK';
    const noBoundary = { 'content-type': 'multipart/form-data' };
    for (const request of [
      { body: empty },
      { headers, body: cut },
      { headers, body: 'nonsense' },
      { headers: noBoundary, body: cut },
    ]) {
      const answer = await app.send('POST', '/api/v1/extensions', { cookie, ...request });
      assert.equal(answer.status, 400, answer.body.error);
    }
  });

  it('403 for a viewer and for a page of another site, and nothing is kept (row 21)', async () => {
    const bytes = signed('3.0', 'c()');
    const body = new FormData();
    body.append('file', new Blob([Uint8Array.from(bytes)]), 'package.crx');
    const viewer = await app.signIn('viewer');
    const asViewer = await app.send('POST', '/api/v1/extensions', { cookie: viewer, body });
    assert.equal(asViewer.status, 403);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const answer = await app.send('POST', '/api/v1/extensions', { cookie, headers, body });
      assert.equal(answer.status, 403, JSON.stringify(headers));
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.equal(await app.work?.packages.isIntact(sha256), false);
  });

  it('409 for other bytes under a version that is there', async () => {
    assert.equal((await upload(signed('4.0', 'first()'))).status, 201);
    const { status, body } = await upload(signed('4.0', 'second()'));
    assert.equal(status, 409);
    assert.match(body.error, /version 4\.0 of [a-p]{32} is there already/);
  });

  it('413 when the package is larger than allowed', async () => {
    assert.equal((await upload(new Uint8Array(2_000_001))).status, 413);
  });

  it('415 when the body is neither multipart/form-data nor JSON', async () => {
    const asJson = await app.send('POST', '/api/v1/extensions', {
      cookie,
      headers: { 'content-type': 'text/csv' },
      body: 'a,b',
    });
    assert.equal(asJson.status, 415);
  });

  it('202 has an extension fetched by its id, once however often it is asked for; 400 for what is none', async () => {
    const ask = (json: object) => app.send('POST', '/api/v1/extensions', { cookie, json });
    const first = await ask({ extension_id: 'uBlock0@raymondhill.net' });
    assert.equal(first.status, 202, first.body.error);
    const { fetch_id: fetchId, created_at: createdAt, ...fetch } = first.body.data;
    assert.ok(Date.parse(String(createdAt)) <= Date.now());
    assert.deepEqual(fetch, {
      extension_id: 'popaaoheffilpibnlggmlkhmnplpmmok',
      gecko_id: 'uBlock0@raymondhill.net',
      store: 'firefox-add-ons',
      state: 'queued',
      version: null,
      failure: null,
      finished_at: null,
    });
    const again = await ask({ extension_id: 'uBlock0@raymondhill.net' });
    assert.equal(again.body.data['fetch_id'], fetchId);
    const wrong = await ask({ extension_id: 'abcdefghijklmnopabcdefghijklmno' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.error, /has 31 letters; an extension id has 32/);
    const store = await ask({ extension_id: 'a'.repeat(32), store: 'firefox-add-ons' });
    assert.match(store.body.error, /it must be chrome-web-store or edge-add-ons/);
  });

  it('429 with Retry-After for a fifth upload of an account at once, and room when one is dropped (row 39)', async () => {
    const own = await app.signIn();
    const sockets = await Promise.all([1, 2, 3, 4].map(() => startUpload(app, own)));
    await waitFor(async () => (await incomingOf(app)).length === 4);
    const body = () => {
      const form = new FormData();
      form.append('file', new Blob([Uint8Array.from(signed('7.0', ''))]), 'package.crx');
      return form;
    };
    const send = () => app.send('POST', '/api/v1/extensions', { cookie: own, body: body() });
    const refused = await send();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '15');
    assert.match(refused.body.error, /^4 uploads of this account are under way/);
    assert.equal((await upload(signed('7.0', ''))).status, 201, 'another account');
    sockets[0]?.destroy();
    await waitFor(async () => (await incomingOf(app)).length === 3);
    assert.equal((await send()).status, 200);
    for (const socket of sockets) socket.destroy();
    await waitFor(async () => (await incomingOf(app)).length === 0);
  });

  it('503 with Retry-After when the machine has no time to read the package, which is not its fault', async () => {
    const pool = createTestPool({ processes: 1, readSecondsMax: 0.001 });
    const busy = await startTestApp({ work: true, services: { pool } });
    try {
      const body = new FormData();
      body.append('file', new Blob([Uint8Array.from(signed('8.0', ''))]), 'package.crx');
      const request = { cookie: await busy.signIn(), body };
      const answer = await busy.send('POST', '/api/v1/extensions', request);
      assert.equal(answer.status, 503);
      assert.equal(answer.headers.get('retry-after'), '30');
      assert.deepEqual(await incomingOf(busy), []);
    } finally {
      await busy.close();
      await pool.close();
    }
  });

  it('507 when there is no space left to keep the package (row 33)', async () => {
    const unable = (): Promise<never> =>
      Promise.reject(new StorageFullError('no space is left for packages'));
    const packages = {
      receive: unable,
      source: () => assert.fail('there is none'),
      isIntact: unable,
      remove: unable,
      sweep: unable,
    };
    const full = await startTestApp({ work: true, services: { packages } });
    try {
      const body = new FormData();
      body.append('file', new Blob([Uint8Array.from(signed('5.0', ''))]), 'package.crx');
      const request = { cookie: await full.signIn(), body };
      const answer = await full.send('POST', '/api/v1/extensions', request);
      assert.equal(answer.status, 507);
      const list = await full.send('GET', '/api/v1/extensions', { cookie: request.cookie });
      assert.equal(list.body['total_count'], 0);
    } finally {
      await full.close();
    }
  });
});

/** Begins to upload and never ends. */
async function startUpload({ url }: TestApp, cookie: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/extensions HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Length: 1500000\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n' +
      'Content-Disposition: form-data; name="file"; filename="x"\r\n\r\nPK',
  );
  return socket;
}

/** Names of files that are being received. */
async function incomingOf({ work }: TestApp): Promise<string[]> {
  return readdir(join(work?.packagesFolder ?? '', 'incoming')).catch(() => []);
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await isSo()) return;
    await sleep(50);
  }
  assert.fail('did not come about within a minute');
}

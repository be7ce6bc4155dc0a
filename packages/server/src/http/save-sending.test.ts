import assert from 'node:assert/strict';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type TestApp, startTestApp } from '../testing/test-app.ts';
import { insertTestExtension } from '../testing/test-catalogue.ts';

const list = '/api/v1/extensions';

describe('what is sent again, and in how many bytes', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn();
    for (const letter of 'abcdefgh') {
      await insertTestExtension(app.database.db, { extension_id: letter.repeat(32) });
    }
  });
  after(() => app.close());

  /** Without a client that unpacks. */
  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    return new Promise<{
      status?: number | undefined;
      headers: NodeJS.Dict<unknown>;
      body: Buffer;
    }>((resolve, reject) => {
      const sent = request(`${app.url}${path}`, { method, headers: { cookie, ...headers } });
      sent.on('error', reject).on('response', (response) => {
        buffer(response).then(
          (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
          reject,
        );
      });
      sent.end();
    });
  }
  const gzip = { 'accept-encoding': 'br;q=1, gzip;q=0.5' };

  it('304 without a body while nothing has changed, 200 once something has', async () => {
    const first = await ask(list);
    const etag = String(first.headers['etag']);
    assert.match(etag, /^W\/"[\w-]{27}"$/);
    for (const tags of [etag, `"x", ${etag}`, etag.slice(2)]) {
      const again = await ask(list, { 'if-none-match': tags, ...gzip });
      assert.deepEqual([again.status, again.body.length], [304, 0]);
      assert.equal(again.headers['etag'], etag);
    }
    const { db } = app.database;
    await db.updateTable('extension').set({ name: 'Renamed' }).execute();
    assert.equal((await ask(list, { 'if-none-match': etag })).status, 200);
  });

  it('200 in fewer bytes to who takes gzip, as it is to all others', async () => {
    const plain = await ask(list);
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(plain.headers['vary'], 'accept, accept-encoding');
    const packed = await ask(list, gzip);
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.ok(packed.body.length < plain.body.length / 4);
    assert.deepEqual(gunzipSync(packed.body), plain.body);
    for (const refusing of ['gzip;q=0', 'br', 'gzipx', 'identity']) {
      const answer = await ask(list, { 'accept-encoding': refusing });
      assert.deepEqual(answer.body, plain.body);
    }
  });

  it('200 with streamed lists in fewer bytes', async () => {
    const plain = await ask(`${list}?format=csv`);
    const packed = await ask(`${list}?format=csv`, gzip);
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(packed.body), plain.body);
  });

  it('leaves answers to changes as long as they are', async () => {
    const headers = { ...gzip, 'content-type': 'application/json' };
    const json = { name: 'x'.repeat(80), scopes: ['read'] };
    const token = await fetch(`${app.url}/api/v1/account/tokens`, {
      method: 'POST',
      headers: { cookie, ...headers },
      body: JSON.stringify(json),
    });
    assert.equal(token.status, 201);
    assert.deepEqual(
      [token.headers.get('content-encoding'), token.headers.get('etag')],
      [null, null],
    );
  });

  it('200 for HEAD with the headers of GET and no body', async () => {
    const head = await ask(list, gzip, 'HEAD');
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    assert.match(String(head.headers['etag']), /^W\//);
  });
});

import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { after, before, describe, it } from 'node:test';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { joinAccount } from '../../testing/test-member.ts';

const path = '/api/v1/auth/login';

describe('POST /api/v1/auth/login', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ trustProxy: ['127.0.0.1'] });
  });
  after(() => app.close());

  it('200 sets a session cookie that only the server reads', async () => {
    const answer = await app.send('POST', path, { json: app.owner });
    assert.equal(answer.status, 200);
    assert.equal(answer.body.data['email'], 'grace@example.org');
    assert.equal(answer.body.data['role'], 'owner');
    const [cookie] = answer.headers.getSetCookie();
    assert.match(
      cookie ?? '',
      /^session=[\w-]{22}\.[\w-]{43}; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/,
    );
  });

  it('200 whatever the case of the e-mail address', async () => {
    const json = { ...app.owner, email: 'Grace@Example.ORG' };
    assert.equal((await app.send('POST', path, { json })).status, 200);
  });

  it('200 makes a new token at each login', async () => {
    const first = await app.send('POST', path, { json: app.owner });
    const second = await app.send('POST', path, { json: app.owner });
    assert.notEqual(first.headers.get('set-cookie'), second.headers.get('set-cookie'));
  });

  it('200 marks the cookie Secure behind a trusted proxy that speaks HTTPS', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const answer = await app.send('POST', path, { json: app.owner, headers });
    assert.match(answer.headers.get('set-cookie') ?? '', /; Secure/);
  });

  it('400 when the password is missing, naming it', async () => {
    const answer = await app.send('POST', path, { json: { email: 'grace@example.org' } });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.error, 'password is required');
  });

  it('400 when a text holds NUL', async () => {
    const json = { email: 'grace\0@example.org', password: 'x\0y' };
    assert.equal((await app.send('POST', path, { json })).status, 400);
  });

  it('401 for a password that somebody sets anew at this moment', async () => {
    const { db } = app.services;
    const jo = await joinAccount(app, await app.signIn(), {
      email: 'jo@example.org',
      role: 'viewer',
    });
    const sent = await db.transaction().execute(async (trx) => {
      await sql`UPDATE member SET password_hash = 'of another' WHERE email = ${jo.email}`.execute(
        trx,
      );
      const answer = app.send('POST', path, { json: { email: jo.email, password: jo.password } });
      await untilLockWaits(db, 'for share');
      return { answer };
    });
    assert.equal((await sent.answer).status, 401);
  });

  it('401 in the same words for a wrong password and an unknown e-mail address', async () => {
    const wrong = await app.send('POST', path, { json: { ...app.owner, password: 'guess' } });
    const unknown = await app.send('POST', path, {
      json: { email: 'nobody@example.org', password: 'guess' },
    });
    assert.equal(wrong.status, 401);
    assert.deepEqual([wrong.status, wrong.body.error], [unknown.status, unknown.body.error]);
    assert.equal(wrong.headers.get('set-cookie'), null);
  });

  it('403 when a page of another site sends it', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await app.send('POST', path, { json: app.owner, headers })).status, 403);
  });

  it('429 after ten wrong passwords for one member, from wherever they come', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const answer = await app.send('POST', path, {
        json: { email: 'victim@example.org', password: `guess ${attempt}` },
        headers: { 'x-forwarded-for': `198.51.100.${attempt}` },
      });
      statuses.push(answer.status);
      if (attempt < 10) continue;
      const retryAfter = Number(answer.headers.get('retry-after'));
      assert.ok(retryAfter > 800 && retryAfter <= 900, String(retryAfter));
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429]);
    const counts = () =>
      sql`SELECT sum(points) FROM rate_limit WHERE key LIKE 'login-member%'`.execute(
        app.database.db,
      );
    const { rows: before } = await counts();
    const json = { email: 'victim@example.org', password: 'one more' };
    assert.equal((await app.send('POST', path, { json })).status, 429);
    assert.deepEqual((await counts()).rows, before, 'a refused attempt was written down');
  });

  it('401 and no failure for an address that is none, behind a proxy that passes it on', async () => {
    const headers = { 'x-forwarded-for': `nonsense ${'x'.repeat(400)}` };
    const json = { email: 'nobody@example.org', password: 'guess' };
    assert.equal((await app.send('POST', path, { json, headers })).status, 401);
  });

  it('200 without Secure for an untrusted client that claims HTTPS', async () => {
    const plain = await startTestApp();
    try {
      const headers = { 'x-forwarded-proto': 'https' };
      const answer = await plain.send('POST', path, { json: plain.owner, headers });
      assert.doesNotMatch(answer.headers.get('set-cookie') ?? '', /Secure/);
    } finally {
      await plain.close();
    }
  });

  it('429 after fifty wrong passwords from one IPv6 network, whatever the address in it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 51 }, (_, index) =>
        app.send('POST', path, {
          json: { email: `other${index}@example.org`, password: 'spray' },
          headers: { 'x-forwarded-for': `2001:db8:1:2::${index.toString(16)}` },
        }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 429).length, 1);
  });

  it('429 after fifty wrong passwords from one address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const answers = await Promise.all(
      Array.from({ length: 51 }, (_, index) =>
        app.send('POST', path, {
          json: { email: `member${index}@example.org`, password: 'spray' },
          headers,
        }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 401).length, 50);
    assert.equal(answers.filter(({ status }) => status === 429).length, 1);
  });
});

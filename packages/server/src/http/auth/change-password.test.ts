import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';

const path = '/api/v1/auth/password';
const wanted = 'another long pass phrase';

describe('POST /api/v1/auth/password', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  let members = 0;
  /** A member with two sessions and a token; `signIn` gives all the same password. */
  async function newMember(role: 'owner' | 'viewer') {
    const cookie = await app.signIn(role);
    members += 1;
    const { password } = app.owner;
    const login = { email: `member-${members}@example.org`, password };
    const second = await app.send('POST', '/api/v1/auth/login', { json: login });
    return { cookie, other: second.headers.get('set-cookie')?.split(';')[0] ?? '', login };
  }
  const change = (cookie: string, current: string, to = wanted) =>
    app.send('POST', path, { cookie, json: { current_password: current, new_password: to } });

  it("200 ends the member's other sessions and the old password, for a viewer too", async () => {
    const { cookie, other, login } = await newMember('viewer');
    const bystander = await app.signIn();
    members += 1;
    const answer = await change(cookie, app.owner.password);
    assert.deepEqual([answer.status, answer.body.data], [200, { changed: true }]);
    const read = async (who: string) =>
      (await app.send('GET', '/api/v1/auth/session', { cookie: who })).status;
    assert.deepEqual(
      [await read(cookie), await read(other), await read(bystander)],
      [200, 401, 200],
    );
    assert.equal((await app.send('POST', '/api/v1/auth/login', { json: login })).status, 401);
    const json = { ...login, password: wanted };
    assert.equal((await app.send('POST', '/api/v1/auth/login', { json })).status, 200);
  });

  it('400 for a new password that cannot be used', async () => {
    const { cookie, login } = await newMember('owner');
    for (const to of ['short', login.email, 'xyxyxyxyxyxyxyxy']) {
      assert.equal((await change(cookie, app.owner.password, to)).status, 400, to);
    }
  });

  it('403 for a wrong current password, and nothing changes', async () => {
    const { cookie, other, login } = await newMember('owner');
    assert.equal((await change(cookie, 'a guess')).status, 403);
    assert.equal((await app.send('GET', '/api/v1/auth/session', { cookie: other })).status, 200);
    assert.equal((await app.send('POST', '/api/v1/auth/login', { json: login })).status, 200);
  });

  it('429 after ten wrong current passwords, for signing in as well', async () => {
    const { cookie, login } = await newMember('owner');
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push((await change(cookie, `guess ${guess}`)).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 403), 429]);
    assert.equal((await app.send('POST', '/api/v1/auth/login', { json: login })).status, 429);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { joinAccount } from '../../testing/test-member.ts';
import {
  codeOf,
  secondFactorPath,
  turnOnSecondFactor,
  wrongCodeOf,
} from '../../testing/test-second-factor.ts';

const path = `${secondFactorPath}/confirmation`;

describe('POST /api/v1/auth/second-factor/confirmation', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const confirm = (cookie: string, code: string) =>
    app.send('POST', path, { cookie, json: { code } });
  async function start(cookie: string): Promise<string> {
    const json = { current_password: app.owner.password };
    const { body } = await app.send('POST', secondFactorPath, { cookie, json });
    return String(body.data['secret']);
  }

  it('201 gives ten recovery codes, ends the other sessions, and owners see it of their members', async () => {
    const owner = await app.signIn();
    const who = { email: 'careful@example.org', role: 'analyst' } as const;
    const member = await joinAccount(app, owner, who);
    const json = { email: who.email, password: member.password };
    const login = await app.send('POST', '/api/v1/auth/login', { json });
    const other = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { recoveryCodes } = await turnOnSecondFactor(app, member.cookie, member.password);
    assert.equal(new Set(recoveryCodes).size, 10);
    for (const code of recoveryCodes) assert.match(code, /^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    const status = async (cookie: string) =>
      (await app.send('GET', '/api/v1/auth/session', { cookie })).status;
    assert.deepEqual([await status(member.cookie), await status(other)], [200, 401]);
    const { body } = await app.send('GET', '/api/v1/account/members', { cookie: owner });
    assert.deepEqual(
      body.result.map(({ role, has_second_factor }) => [role, has_second_factor]),
      [
        ['analyst', true],
        ['owner', false],
      ],
    );
  });

  it('403 for a wrong code, and for one of the secret before the last', async () => {
    const cookie = await app.signIn();
    const first = await start(cookie);
    const second = await start(cookie);
    for (const code of [wrongCodeOf(app, second), codeOf(app, first), 'no code at all']) {
      assert.equal((await confirm(cookie, code)).status, 403, code);
    }
    assert.equal((await confirm(cookie, codeOf(app, second))).status, 201);
  });

  it('400 for what is too short to be a code', async () => {
    const { status, body } = await confirm(await app.signIn(), '12345');
    assert.equal(status, 400);
    assert.match(
      body.error,
      /^code must be six digits of the authenticator app, or a recovery code/,
    );
  });

  it('409 without a secret, and when it is on already', async () => {
    const cookie = await app.signIn();
    const none = await confirm(cookie, '123456');
    assert.deepEqual([none.status, none.body['code']], [409, 'second_factor_missing']);
    await turnOnSecondFactor(app, cookie);
    const twice = await confirm(cookie, '123456');
    assert.deepEqual([twice.status, twice.body['code']], [409, 'second_factor_exists']);
  });

  it('429 after twenty wrong codes in a day', async () => {
    const cookie = await app.signIn();
    const secret = await start(cookie);
    const statuses: number[] = [];
    for (let guess = 0; guess < 21; guess += 1) {
      statuses.push((await confirm(cookie, wrongCodeOf(app, secret))).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 403), 429]);
  });
});

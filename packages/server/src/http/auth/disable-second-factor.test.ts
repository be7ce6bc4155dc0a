import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import {
  secondFactorPath,
  turnOnSecondFactor,
  wrongCodeOf,
} from '../../testing/test-second-factor.ts';

const path = `${secondFactorPath}/removal`;

describe('POST /api/v1/auth/second-factor/removal', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const disable = (cookie: string, code: string, current_password = app.owner.password) =>
    app.send('POST', path, { cookie, json: { current_password, code } });

  it('200 with password and code, and signing in asks for the password alone again', async () => {
    const cookie = await app.signIn();
    const session = await app.send('GET', '/api/v1/auth/session', { cookie });
    const json = { email: session.body.data['email'], password: app.owner.password };
    const login = async () => (await app.send('POST', '/api/v1/auth/login', { json })).status;
    const { nextCode } = await turnOnSecondFactor(app, cookie);
    assert.equal(await login(), 401);
    const { status, body } = await disable(cookie, nextCode());
    assert.deepEqual(
      [status, body.data],
      [200, { enabled: false, enabled_at: null, recovery_codes_left: 0 }],
    );
    assert.equal(await login(), 200);
  });

  it('200 with a recovery code, for who has lost the app', async () => {
    const cookie = await app.signIn();
    const { recoveryCodes } = await turnOnSecondFactor(app, cookie);
    assert.equal((await disable(cookie, recoveryCodes[3] ?? '')).status, 200);
  });

  it('403 for a wrong password, which uses no code up, and for a wrong code', async () => {
    const cookie = await app.signIn();
    const { secret, nextCode } = await turnOnSecondFactor(app, cookie);
    const code = nextCode();
    assert.equal((await disable(cookie, code, 'a guess')).status, 403);
    assert.equal((await disable(cookie, wrongCodeOf(app, secret))).status, 403);
    const { body } = await app.send('GET', secondFactorPath, { cookie });
    assert.equal(body.data['enabled'], true);
    const trail = '/api/v1/account/audit-trail?action=second_factor_change_failed';
    assert.equal((await app.send('GET', trail, { cookie })).body['total_count'], 2);
    assert.equal((await disable(cookie, code)).status, 200);
  });

  it('409 when it is off, or was never confirmed', async () => {
    const cookie = await app.signIn();
    const off = await disable(cookie, '123456');
    assert.deepEqual([off.status, off.body['code']], [409, 'second_factor_missing']);
    const json = { current_password: app.owner.password };
    await app.send('POST', secondFactorPath, { cookie, json });
    assert.equal((await disable(cookie, '123456')).status, 409);
  });

  it('429 after ten wrong passwords', async () => {
    const cookie = await app.signIn();
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push((await disable(cookie, '123456', `guess ${guess}`)).status);
    }
    assert.deepEqual(statuses.slice(9), [403, 429]);
  });
});

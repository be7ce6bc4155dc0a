import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import {
  secondFactorPath,
  turnOnSecondFactor,
  wrongCodeOf,
} from '../../testing/test-second-factor.ts';

const path = `${secondFactorPath}/recovery-codes`;

describe('POST /api/v1/auth/second-factor/recovery-codes', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const renew = (cookie: string, code: string, current_password = app.owner.password) =>
    app.send('POST', path, { cookie, json: { current_password, code } });

  it('201 gives ten others, and ends those of before', async () => {
    const cookie = await app.signIn();
    const { recoveryCodes: earlier, nextCode } = await turnOnSecondFactor(app, cookie);
    const { status, body } = await renew(cookie, nextCode());
    assert.equal(status, 201);
    const codes = body.data['recovery_codes'] as string[];
    assert.equal(new Set([...earlier, ...codes]).size, 20);
    assert.equal((await renew(cookie, earlier[0] ?? '')).status, 403);
    assert.equal((await renew(cookie, codes[0] ?? '')).status, 201);
  });

  it('403 for a wrong password or code, and the codes stay', async () => {
    const cookie = await app.signIn();
    const { secret, recoveryCodes, nextCode } = await turnOnSecondFactor(app, cookie);
    assert.equal((await renew(cookie, nextCode(), 'a guess')).status, 403);
    assert.equal((await renew(cookie, wrongCodeOf(app, secret))).status, 403);
    assert.equal((await renew(cookie, recoveryCodes[9] ?? '')).status, 201);
  });

  it('409 when it is off', async () => {
    assert.equal((await renew(await app.signIn(), '123456')).status, 409);
  });

  it('429 after ten wrong passwords', async () => {
    const cookie = await app.signIn();
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push((await renew(cookie, '123456', `guess ${guess}`)).status);
    }
    assert.deepEqual(statuses.slice(9), [403, 429]);
  });
});

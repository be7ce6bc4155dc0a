import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { secondFactorPath as path, turnOnSecondFactor } from '../../testing/test-second-factor.ts';

describe('POST /api/v1/auth/second-factor', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const start = (cookie: string, current_password = app.owner.password) =>
    app.send('POST', path, { cookie, json: { current_password } });

  it('201 gives a viewer, too, a secret of 160 bits, another each time, and asks for nothing yet', async () => {
    const cookie = await app.signIn('viewer');
    const { status, body } = await start(cookie);
    assert.equal(status, 201);
    const { secret, uri } = body.data;
    assert.match(String(secret), /^[A-Z2-7]{32}$/);
    assert.match(
      String(uri),
      new RegExp(
        `^otpauth://totp/extaudit:member-\\d+%40example\\.org\\?.*secret=${String(secret)}`,
      ),
    );
    assert.notEqual((await start(cookie)).body.data['secret'], secret);
    const session = await app.send('GET', '/api/v1/auth/session', { cookie });
    const json = { email: session.body.data['email'], password: app.owner.password };
    assert.equal((await app.send('POST', '/api/v1/auth/login', { json })).status, 200);
  });

  it('403 for a wrong password, told in the audit trail; 429 after ten', async () => {
    const cookie = await app.signIn();
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push((await start(cookie, `guess ${guess}`)).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 403), 429]);
    const trail = '/api/v1/account/audit-trail?action=second_factor_change_failed';
    assert.equal((await app.send('GET', trail, { cookie })).body['total_count'], 10);
  });

  it('409 when it is on already', async () => {
    const cookie = await app.signIn();
    await turnOnSecondFactor(app, cookie);
    const { status, body } = await start(cookie);
    assert.deepEqual([status, body['code']], [409, 'second_factor_exists']);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSecretBox } from '../../storage/database/secret-box.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import {
  codeOf,
  type TestAuthenticator,
  turnOnSecondFactor,
  wrongCodeOf,
} from '../../testing/test-second-factor.ts';

const path = '/api/v1/auth/login';

interface TestLogin {
  readonly cookie: string;
  readonly authenticator: TestAuthenticator;
  readonly login: (code?: string, password?: string) => ReturnType<TestApp['send']>;
}

describe('POST /api/v1/auth/login of a member with a second factor', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  async function newMember(on = app): Promise<TestLogin> {
    const cookie = await on.signIn('analyst');
    const session = await on.send('GET', '/api/v1/auth/session', { cookie });
    const email = session.body.data['email'];
    const authenticator = await turnOnSecondFactor(on, cookie);
    return {
      cookie,
      authenticator,
      login: (code, password = on.owner.password) =>
        on.send('POST', path, { json: { email, password, ...(code !== undefined && { code }) } }),
    };
  }

  it('401 asks who knows the password, and nobody else, for a code', async () => {
    const { login } = await newMember();
    const right = await login();
    assert.deepEqual([right.status, right.body['code']], [401, 'second_factor_required']);
    assert.equal(right.headers.get('set-cookie'), null);
    const wrong = await login(undefined, 'a guess');
    assert.deepEqual([wrong.status, wrong.body['code']], [401, 'unauthenticated']);
  });

  it('200 with a code, however it is spaced, and 401 for the same code again', async () => {
    const { authenticator, login } = await newMember();
    const code = authenticator.nextCode();
    assert.equal((await login(`${code.slice(0, 3)} ${code.slice(3)}`)).status, 200);
    const again = await login(code);
    assert.deepEqual([again.status, again.body['code']], [401, 'unauthenticated']);
    app.clock.skipSeconds += 30;
    assert.equal((await login(code)).status, 401, 'used within the step after it');
  });

  it('200 for one of two who send the same code at once', async () => {
    const { authenticator, login } = await newMember();
    const code = authenticator.nextCode();
    const answers = await Promise.all([login(code), login(code), login(code)]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401, 401],
    );
  });

  it('200 for a clock that is 30 s behind, 401 for one that is 90 s', async () => {
    const { authenticator, login } = await newMember();
    const code = authenticator.nextCode();
    app.clock.skipSeconds += 30;
    assert.equal((await login(code)).status, 200);
    const late = authenticator.nextCode();
    app.clock.skipSeconds += 90;
    assert.equal((await login(late)).status, 401);
  });

  it('200 once with each recovery code, in whatever case', async () => {
    const { authenticator, login } = await newMember();
    const [first = '', second = ''] = authenticator.recoveryCodes;
    assert.equal((await login(first)).status, 200);
    assert.equal((await login(first)).status, 401);
    assert.equal((await login(second.toLowerCase().replaceAll('-', ' '))).status, 200);
  });

  it('401 for a wrong code, told in the audit trail, and for the code of another member', async () => {
    const [one, other] = [await newMember(), await newMember()];
    const guess = wrongCodeOf(app, one.authenticator.secret);
    assert.equal((await one.login(guess)).status, 401);
    assert.equal((await one.login(other.authenticator.nextCode())).status, 401);
    assert.equal((await one.login(other.authenticator.recoveryCodes[0])).status, 401);
  });

  it('401 for a code that is right but for the password', async () => {
    const { authenticator, login } = await newMember();
    const code = authenticator.nextCode();
    assert.equal((await login(code, 'a guess')).status, 401);
    assert.equal((await login(code)).status, 200, 'the code has been used up');
  });

  it('429 after twenty wrong codes in a day, also in parallel, and a recovery code still counts', async () => {
    const own = await startTestApp({ trustProxy: ['127.0.0.1'] });
    try {
      const { authenticator, login } = await newMember(own);
      const wrong = wrongCodeOf(own, authenticator.secret);
      const { db } = own.database;
      const forgetLogins = () =>
        db
          .withTables<{ rate_limit: { key: string } }>()
          .deleteFrom('rate_limit')
          .where('key', 'like', 'login-%')
          .execute();
      const statuses: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const answers = await Promise.all(Array.from({ length: 5 }, () => login(wrong)));
        statuses.push(...answers.map(({ status }) => status));
        await forgetLogins();
      }
      assert.deepEqual(new Set(statuses), new Set([401]));
      const right = await login(codeOf(own, authenticator.secret));
      assert.equal(right.status, 429);
      assert.match(right.body.error, /^too many wrong codes; use a recovery code, or try again in/);
      await forgetLogins();
      assert.equal((await login(authenticator.recoveryCodes[0])).status, 200);
    } finally {
      await own.close();
    }
  });

  it('401 for codes once the key that sealed the secret is lost, and a recovery code still counts', async () => {
    const own = await startTestApp();
    try {
      const { authenticator, login } = await newMember(own);
      Object.assign(own.services, { secrets: createSecretBox(Buffer.alloc(32, 9)) });
      assert.equal((await login(authenticator.nextCode())).status, 401);
      assert.equal((await login(authenticator.recoveryCodes[0])).status, 200);
    } finally {
      await own.close();
    }
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Operation, operations } from '@extaudit/contract';
import { examplePath } from '../testing/arbitrary-request.ts';
import { type TestApp, startTestApp } from '../testing/test-app.ts';

const needingSession = Object.values<Operation>(operations).filter(
  ({ auth }) => auth === 'session',
);

describe('an API token', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ work: true });
  });
  after(() => app.close());

  async function tokenOf(scopes: readonly string[]) {
    const json = { name: 'all operations', scopes };
    const cookie = await app.signIn();
    const { body } = await app.send('POST', '/api/v1/account/tokens', { cookie, json });
    return { authorization: `Bearer ${String(body.data['token'])}` };
  }

  async function call(operation: Operation, headers: Readonly<Record<string, string>>) {
    return (await app.send(operation.method, examplePath(operation), { headers })).status;
  }

  it('works wherever the cookie does', async () => {
    for (const operation of needingSession) {
      const status = await call(operation, await tokenOf(['read', 'write']));
      assert.ok(![401, 403].includes(status), `${operation.id}: ${status}`);
    }
  });

  it('may read, and nothing else, with the scope read alone', async () => {
    const headers = await tokenOf(['read']);
    for (const operation of needingSession) {
      const status = await call(operation, headers);
      assert.equal(status === 403, operation.access !== 'read', `${operation.id}: ${status}`);
    }
  });

  it('is made by nobody who may only read', async () => {
    const cookie = await app.signIn('viewer');
    const json = { name: 'x', scopes: ['read'] };
    const answer = await app.send('POST', '/api/v1/account/tokens', { cookie, json });
    assert.equal(answer.status, 403);
  });

  it('is taken in this one form only', async () => {
    const { authorization } = await tokenOf(['read']);
    const token = authorization.slice('Bearer '.length);
    const status = async (value: string) =>
      (await app.send('GET', '/api/v1/auth/session', { headers: { authorization: value } })).status;
    assert.equal(await status(`bearer ${token}`), 200);
    const wrong = [
      token,
      `Basic ${token}`,
      `Bearer ${token.slice('exta_'.length)}`,
      `Bearer ${token}x`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token.toUpperCase()}`,
    ];
    for (const value of wrong) assert.equal(await status(value), 401, value);
    const cookie = `session=${token}`;
    assert.equal((await app.send('GET', '/api/v1/auth/session', { cookie })).status, 401);
  });
});

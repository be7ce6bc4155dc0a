import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Operation, operations } from '@extaudit/contract';
import { examplePath } from '../testing/arbitrary-request.ts';
import type { TokenScope } from '../storage/database/account-tables.ts';
import { type TestApp, startTestApp } from '../testing/test-app.ts';
import { bearerOf, joinAccount } from '../testing/test-member.ts';

const needingSession = Object.values<Operation>(operations).filter(
  ({ auth }) => auth === 'session',
);

describe('an API token', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ work: true });
  });
  after(() => app.close());

  const tokenOf = async (scopes: readonly TokenScope[]) =>
    bearerOf(app, await app.signIn(), scopes);

  async function call(operation: Operation, headers: Readonly<Record<string, string>>) {
    return (await app.send(operation.method, examplePath(operation), { headers })).status;
  }

  it('works wherever the cookie does', async () => {
    for (const operation of needingSession) {
      const status = await call(operation, await tokenOf(['read', 'write', 'manage']));
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

  it('of an owner that leaks can neither manage members, make tokens nor read secrets (row 44)', async () => {
    const managing = new Set(
      needingSession
        .filter(({ access }) => !['read', 'write'].includes(access))
        .map(({ id }) => id),
    );
    const headers = await tokenOf(['read', 'write']);
    for (const operation of needingSession) {
      const status = await call(operation, headers);
      assert.equal(status === 403, managing.has(operation.id), `${operation.id}: ${status}`);
    }
    for (const id of [
      'add-member',
      'change-member-role',
      'remove-member',
      'create-api-token',
      'revoke-api-token',
      'rotate-webhook-secret',
      'rotate-signing-secret',
    ]) {
      assert.ok(managing.has(id), id);
    }
  });

  it('may manage only where an owner has said so, and no longer than they are one', async () => {
    const owner = await app.signIn();
    const who = { email: 'second@example.org', role: 'owner' } as const;
    const second = await joinAccount(app, owner, who);
    const json = { name: 'manages', scopes: ['manage'] };
    const analyst = { cookie: await app.signIn('analyst'), json };
    assert.equal((await app.send('POST', '/api/v1/account/tokens', analyst)).status, 403);
    const headers = await bearerOf(app, second.cookie, ['manage']);
    const invite = { headers, json: { email: 'third@example.org', role: 'viewer' } };
    assert.equal((await app.send('POST', '/api/v1/account/members', invite)).status, 201);
    const path = `/api/v1/account/members/${second.memberId}`;
    await app.send('PATCH', path, { cookie: owner, json: { role: 'analyst' } });
    assert.equal((await app.send('POST', '/api/v1/account/members', invite)).status, 403);
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
    const headers = { authorization: `Bearer ${token}x` };
    const { body } = await app.send('GET', '/api/v1/auth/session', { headers });
    assert.match(
      body.error,
      /holds no API token that is good: it may be mistyped, revoked or over/,
    );
    const cookie = `session=${token}`;
    assert.equal((await app.send('GET', '/api/v1/auth/session', { cookie })).status, 401);
  });
});

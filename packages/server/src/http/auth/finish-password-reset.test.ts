import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { askForReset, mailServices } from '../../testing/test-mail.ts';
import { startTestMailServer, type TestMailServer } from '../../testing/test-mail-server.ts';
import { bearerOf, joinAccount } from '../../testing/test-member.ts';
import { turnOnSecondFactor } from '../../testing/test-second-factor.ts';

const wanted = 'a pass phrase of another year';

describe('POST /api/v1/auth/password-reset/password', () => {
  let server: TestMailServer;
  let app: TestApp;
  let owner: string;
  before(async () => {
    server = await startTestMailServer();
    app = await startTestApp({ work: true, services: mailServices(server) });
    // Links end by the service's clock, which the tests move.
    await app.work?.startWorkers({ ...mailServices(server), now: app.services.now });
    owner = await app.signIn();
  });
  after(async () => {
    await app.close();
    await server[Symbol.asyncDispose]();
  });

  const reset = (code: string, password = wanted) =>
    app.send('POST', '/api/v1/auth/password-reset/password', { json: { code, password } });
  const login = (email: string, password: string) =>
    app.send('POST', '/api/v1/auth/login', { json: { email, password } });

  it('200 sets the password, ends every session and signs nobody in; tokens and the second factor stay', async () => {
    const jo = await joinAccount(app, owner, { email: 'jo@example.org', role: 'analyst' });
    const headers = await bearerOf(app, jo.cookie, ['read']);
    await turnOnSecondFactor(app, jo.cookie, jo.password);
    const answer = await reset(await askForReset(app, server, jo.email));
    assert.deepEqual([answer.status, answer.body.data], [200, { changed: true }]);
    assert.deepEqual(answer.headers.getSetCookie(), []);
    const session = (request: object) => app.send('GET', '/api/v1/auth/session', request);
    assert.equal((await session({ cookie: jo.cookie })).status, 401);
    assert.equal((await session({ headers })).status, 200);
    assert.equal((await login(jo.email, jo.password)).body['code'], 'unauthenticated');
    assert.equal((await login(jo.email, wanted)).body['code'], 'second_factor_required');
    const trail = '/api/v1/account/audit-trail?action=password_changed';
    const { body } = await app.send('GET', trail, { cookie: owner });
    const [entry] = body.result as unknown as { actor: { email: string }; address: string }[];
    assert.deepEqual([entry?.actor.email, entry?.address], [jo.email, '127.0.0.1']);
  });

  it('403 for a link that was used, is older than 30 minutes, or is not the last one', async () => {
    const kim = await joinAccount(app, owner, { email: 'kim@example.org', role: 'viewer' });
    const first = await askForReset(app, server, kim.email);
    const second = await askForReset(app, server, kim.email);
    assert.equal((await reset(first)).status, 403);
    const [one, other] = await Promise.all([reset(second), reset(second, `${wanted} again`)]);
    assert.deepEqual(new Set([one.status, other.status]), new Set([200, 403]));
    const late = await askForReset(app, server, kim.email);
    app.clock.skipSeconds += 1_801;
    assert.equal((await reset(late)).status, 403);
    assert.equal((await reset('nonsense')).status, 403);
  });

  it('403 for a link of before the password was changed in another way', async () => {
    const lou = await joinAccount(app, owner, { email: 'lou@example.org', role: 'viewer' });
    const code = await askForReset(app, server, lou.email);
    const json = { current_password: lou.password, new_password: wanted };
    const { cookie } = lou;
    assert.equal((await app.send('POST', '/api/v1/auth/password', { cookie, json })).status, 200);
    assert.equal((await reset(code, 'of somebody who reads old mail')).status, 403);
  });

  it('400 for a password that cannot be used, and the link stays good', async () => {
    const max = await joinAccount(app, owner, { email: 'max@example.org', role: 'viewer' });
    const code = await askForReset(app, server, max.email);
    for (const bad of ['short', 'abababababababab', 'max@example.org']) {
      assert.equal((await reset(code, bad)).status, 400, bad);
    }
    assert.equal((await reset(code)).status, 200);
  });
});

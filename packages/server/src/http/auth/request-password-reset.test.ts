import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { askForReset, mailServices } from '../../testing/test-mail.ts';
import { startTestMailServer, type TestMailServer } from '../../testing/test-mail-server.ts';

const path = '/api/v1/auth/password-reset';

describe('POST /api/v1/auth/password-reset', () => {
  let server: TestMailServer;
  let app: TestApp;
  before(async () => {
    server = await startTestMailServer();
    app = await startTestApp({ work: true, services: mailServices(server) });
    await app.work?.startWorkers(mailServices(server));
  });
  after(async () => {
    await app.close();
    await server[Symbol.asyncDispose]();
  });

  const ask = (email: string) => app.send('POST', path, { json: { email } });

  it('202 sends a link, in the same words whether there is a member', async () => {
    const nobody = await ask('nobody@example.org');
    const owner = await app.signIn();
    const json = { email: 'invited@example.org', role: 'viewer' };
    await app.send('POST', '/api/v1/account/members', { cookie: owner, json });
    const invited = await ask('invited@example.org');
    await askForReset(app, server, app.owner.email.toUpperCase());
    const member = await ask(app.owner.email);
    assert.deepEqual([nobody.status, nobody.body], [member.status, member.body]);
    assert.deepEqual(invited.body, member.body);
    // Jobs are taken in turn: those of nobody and of the invited one came first.
    assert.deepEqual(new Set(server.letters.flatMap(({ to }) => to)), new Set([app.owner.email]));
  });

  it('429 for the fourth time within an hour, also for an address that nobody has', async () => {
    for (const email of ['often@example.org', 'OFTEN@example.org', ' often@example.org']) {
      assert.equal((await ask(email.trim())).status, 202);
    }
    const { status, headers } = await ask('often@example.org');
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) > 3_000);
  });

  it('429 for many addresses from one network', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 25; asked += 1) {
      statuses.push((await ask(`somebody-${asked}@example.org`)).status);
    }
    assert.equal(statuses[0], 202);
    assert.equal(statuses.at(-1), 429);
  });

  it('404 where this service sends no mail', async () => {
    const other = await startTestApp();
    const { status, body } = await other.send('POST', path, { json: { email: 'a@example.org' } });
    await other.close();
    assert.deepEqual([status, body['code']], [404, 'mail_not_configured']);
    assert.match(body.error, /ask its operator/);
  });
});

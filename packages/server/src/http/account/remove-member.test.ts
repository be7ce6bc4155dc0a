import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { joinAccount } from '../../testing/test-member.ts';

const path = '/api/v1/account/members';
const sessionPath = '/api/v1/auth/session';

describe('DELETE /api/v1/account/members/{memberId}', () => {
  let app: TestApp;
  let owner: string;
  before(async () => {
    app = await startTestApp();
    owner = await app.signIn();
  });
  after(() => app.close());

  const remove = (cookie: string, memberId: string) =>
    app.send('DELETE', `${path}/${memberId}`, { cookie });

  it("200 ends the member's sessions and tokens at once, and they cannot sign in", async () => {
    const who = { email: 'leaver@example.org', role: 'analyst' } as const;
    const { memberId, cookie, email, password } = await joinAccount(app, owner, who);
    const json = { name: 'ci', scopes: ['read'] };
    const created = await app.send('POST', '/api/v1/account/tokens', { cookie, json });
    const headers = { authorization: `Bearer ${String(created.body.data['token'])}` };
    assert.equal((await app.send('GET', sessionPath, { headers })).status, 200);
    const answer = await remove(owner, memberId);
    assert.deepEqual([answer.status, answer.body.data], [200, { id: memberId, deleted: true }]);
    assert.equal((await app.send('GET', sessionPath, { cookie })).status, 401);
    assert.equal((await app.send('GET', sessionPath, { headers })).status, 401);
    const login = await app.send('POST', '/api/v1/auth/login', { json: { email, password } });
    assert.equal(login.status, 401);
  });

  it('200 ends the invitation of who has not come yet', async () => {
    const json = { email: 'uninvited@example.org', role: 'owner' };
    const { data } = (await app.send('POST', path, { cookie: owner, json })).body;
    assert.equal((await remove(owner, String(data['member_id']))).status, 200);
    const accept = { code: data['invitation_code'], password: 'a password of my own' };
    assert.equal((await app.send('POST', '/api/v1/auth/invitation', { json: accept })).status, 403);
  });

  it('404 for a member that does not exist', async () => {
    assert.equal((await remove(owner, crypto.randomUUID())).status, 404);
  });

  it('409 for the last owner, also for oneself', async () => {
    const alone = await app.signIn();
    const { data } = (await app.send('GET', sessionPath, { cookie: alone })).body;
    await joinAccount(app, alone, { email: 'watcher@example.org', role: 'viewer' });
    assert.equal((await remove(alone, String(data['member_id']))).status, 409);
    assert.equal((await app.send('GET', sessionPath, { cookie: alone })).status, 200);
  });
});

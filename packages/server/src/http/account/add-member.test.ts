import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { joinAccount } from '../../testing/test-member.ts';

const path = '/api/v1/account/members';
const invitationPath = '/api/v1/auth/invitation';

describe('POST /api/v1/account/members', () => {
  let app: TestApp;
  let owner: string;
  before(async () => {
    app = await startTestApp();
    owner = await app.signIn();
  });
  after(() => app.close());

  const invite = (email: string, role: string) =>
    app.send('POST', path, { cookie: owner, json: { email, role } });

  it('201 gives a code that nobody needs to tell a password for', async () => {
    const { status, body } = await invite('New@Example.org', 'analyst');
    assert.equal(status, 201);
    assert.equal(body.data['email'], 'new@example.org');
    assert.equal(body.data['role'], 'analyst');
    assert.equal(body.data['is_invited'], true);
    const code = String(body.data['invitation_code']);
    assert.equal(body.data['invitation_path'], `/invitation?code=${code}`);
    const seconds = Date.parse(String(body.data['invitation_expires_at'])) - Date.now();
    assert.ok(seconds > 6.9 * 86_400_000 && seconds <= 7 * 86_400_000);
    for (const password of ['', code]) {
      const json = { email: 'new@example.org', password: password || ' ' };
      assert.equal((await app.send('POST', '/api/v1/auth/login', { json })).status, 401);
    }
  });

  it('201 again for who has not come yet: a new code and role, and the old code ends', async () => {
    const first = await invite('late@example.org', 'owner');
    const second = await invite('late@example.org', 'viewer');
    assert.equal(second.status, 201);
    assert.equal(second.body.data['member_id'], first.body.data['member_id']);
    const password = 'a password of my own';
    const old = { code: first.body.data['invitation_code'], password };
    assert.equal((await app.send('POST', invitationPath, { json: old })).status, 403);
    const json = { code: second.body.data['invitation_code'], password };
    const accepted = await app.send('POST', invitationPath, { json });
    assert.equal(accepted.body.data['role'], 'viewer');
  });

  it('400 for what is no e-mail address or role', async () => {
    assert.equal((await invite('nobody', 'viewer')).status, 400);
    assert.equal((await invite('x@example.org', 'admin')).status, 400);
  });

  it('403 for an analyst, and for an owner with a token that may only read', async () => {
    const analyst = await joinAccount(app, owner, { email: 'an@example.org', role: 'analyst' });
    const json = { email: 'friend@example.org', role: 'owner' };
    const byAnalyst = await app.send('POST', path, { cookie: analyst.cookie, json });
    assert.equal(byAnalyst.status, 403);
    const reader = { cookie: owner, json: { name: 'reader', scopes: ['read'] } };
    const { body } = await app.send('POST', '/api/v1/account/tokens', reader);
    const headers = { authorization: `Bearer ${String(body.data['token'])}` };
    assert.equal((await app.send('POST', path, { headers, json })).status, 403);
  });

  it('409 for a member of this or another account, who stays as they are', async () => {
    const present = await joinAccount(app, owner, { email: 'here@example.org', role: 'viewer' });
    assert.equal((await invite('here@example.org', 'owner')).status, 409);
    assert.equal((await invite(app.owner.email, 'viewer')).status, 409);
    const session = await app.send('GET', '/api/v1/auth/session', { cookie: present.cookie });
    assert.equal(session.body.data['role'], 'viewer');
    assert.equal((await app.send('POST', '/api/v1/auth/login', { json: app.owner })).status, 200);
  });
});

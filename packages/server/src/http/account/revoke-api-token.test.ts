import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { joinAccount } from '../../testing/test-member.ts';

const path = '/api/v1/account/tokens';

describe('DELETE /api/v1/account/tokens/{tokenId}', () => {
  let app: TestApp;
  let owner: string;
  before(async () => {
    app = await startTestApp();
    owner = await app.signIn();
  });
  after(() => app.close());

  async function create(cookie: string) {
    const json = { name: 'ci', scopes: ['read', 'write'] };
    const { data } = (await app.send('POST', path, { cookie, json })).body;
    const headers = { authorization: `Bearer ${String(data['token'])}` };
    return { tokenPath: `${path}/${String(data['token_id'])}`, id: data['token_id'], headers };
  }

  it('200 ends the token at once', async () => {
    const { tokenPath, id, headers } = await create(owner);
    assert.equal((await app.send('GET', path, { headers })).status, 200);
    const { status, body } = await app.send('DELETE', tokenPath, { cookie: owner });
    assert.deepEqual([status, body.data], [200, { id, deleted: true }]);
    assert.equal((await app.send('GET', path, { headers })).status, 401);
  });

  it("200 for an owner with another member's token", async () => {
    const who = { email: 'analyst@example.org', role: 'analyst' } as const;
    const { cookie } = await joinAccount(app, owner, who);
    const { tokenPath, headers } = await create(cookie);
    assert.equal((await app.send('DELETE', tokenPath, { cookie: owner })).status, 200);
    assert.equal((await app.send('GET', path, { headers })).status, 401);
  });

  it('400 for what cannot be the id of a token', async () => {
    assert.equal((await app.send('DELETE', `${path}/1`, { cookie: owner })).status, 400);
  });

  it("404 for a token that is gone, and for an owner's with an analyst", async () => {
    const { tokenPath, headers } = await create(owner);
    const who = { email: 'other@example.org', role: 'analyst' } as const;
    const { cookie } = await joinAccount(app, owner, who);
    assert.equal((await app.send('DELETE', tokenPath, { cookie })).status, 404);
    assert.equal((await app.send('GET', path, { headers })).status, 200);
    assert.equal((await app.send('DELETE', tokenPath, { cookie: owner })).status, 200);
    assert.equal((await app.send('DELETE', tokenPath, { cookie: owner })).status, 404);
  });
});

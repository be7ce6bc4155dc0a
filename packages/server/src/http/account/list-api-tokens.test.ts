import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { joinAccount } from '../../testing/test-member.ts';

const path = '/api/v1/account/tokens';

describe('GET /api/v1/account/tokens', () => {
  let app: TestApp;
  let owner: string;
  before(async () => {
    app = await startTestApp();
    owner = await app.signIn();
  });
  after(() => app.close());

  const create = async (cookie: string, name: string): Promise<string> => {
    const json = { name, scopes: ['write'], expires_at: '2099-01-02T03:04:05Z' };
    const { body } = await app.send('POST', path, { cookie, json });
    return String(body.data['token']);
  };
  const names = async (cookie: string, query = ''): Promise<unknown[]> => {
    const { body } = await app.send('GET', path + query, { cookie });
    return body.result.map(({ name }) => name);
  };

  it('200 lists the newest first, page by page, without anything of the secrets', async () => {
    const secrets = [await create(owner, 'one'), await create(owner, 'two')];
    const { status, body } = await app.send('GET', path, { cookie: owner });
    assert.equal(status, 200);
    assert.deepEqual([body['total_count'], body['page_size']], [2, 25]);
    assert.deepEqual(await names(owner), ['two', 'one']);
    assert.deepEqual(await names(owner, '?page=2&page_size=1'), ['one']);
    const [newest] = body.result;
    assert.deepEqual(newest?.['scopes'], ['write']);
    assert.equal(newest?.['expires_at'], '2099-01-02T03:04:05.000Z');
    const text = JSON.stringify(body);
    for (const secret of secrets) {
      assert.ok(!text.includes(secret.split('.')[1] ?? secret));
      assert.ok(text.includes(secret.slice('exta_'.length).split('.')[0] ?? secret));
    }
  });

  it('200 shows an owner all tokens of the account, an analyst their own', async () => {
    const ownerOfAll = await app.signIn();
    const { cookie } = await joinAccount(app, ownerOfAll, {
      email: 'analyst@example.org',
      role: 'analyst',
    });
    await create(ownerOfAll, 'of the owner');
    await create(cookie, 'of the analyst');
    assert.deepEqual(await names(cookie), ['of the analyst']);
    assert.deepEqual(await names(ownerOfAll), ['of the analyst', 'of the owner']);
  });
});

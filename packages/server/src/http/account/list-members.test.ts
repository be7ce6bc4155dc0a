import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { joinAccount } from '../../testing/test-member.ts';

const path = '/api/v1/account/members';

describe('GET /api/v1/account/members', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('200 lists the members by e-mail address, and who has yet to come', async () => {
    const owner = await app.signIn();
    const { cookie } = await joinAccount(app, owner, { email: 'b@example.org', role: 'viewer' });
    const json = { email: 'a@example.org', role: 'analyst' };
    await app.send('POST', path, { cookie: owner, json });
    const { status, body } = await app.send('GET', path, { cookie });
    assert.equal(status, 200);
    assert.deepEqual(
      body.result.map(({ email, role, is_invited }) => [email, role, is_invited]),
      [
        ['a@example.org', 'analyst', true],
        ['b@example.org', 'viewer', false],
        ['member-1@example.org', 'owner', false],
      ],
    );
    const second = await app.send('GET', `${path}?page=2&page_size=1`, { cookie });
    assert.deepEqual(
      second.body.result.map(({ email }) => email),
      ['b@example.org'],
    );
    assert.equal(second.body['total_pages'], 3);
  });
});

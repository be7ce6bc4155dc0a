import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';

const path = '/api/v1/auth/invitation';
const password = 'a password of my own';

describe('POST /api/v1/auth/invitation', () => {
  let app: TestApp;
  let owner: string;
  before(async () => {
    app = await startTestApp();
    owner = await app.signIn();
  });
  after(() => app.close());

  async function invite(email: string): Promise<string> {
    const request = { cookie: owner, json: { email, role: 'analyst' } };
    const { body } = await app.send('POST', '/api/v1/account/members', request);
    return String(body.data['invitation_code']);
  }
  const accept = (code: string, wanted = password) =>
    app.send('POST', path, { json: { code, password: wanted } });

  it('201 sets the password and signs in, in the account of who invited', async () => {
    const answer = await accept(await invite('new@example.org'));
    assert.equal(answer.status, 201);
    assert.equal(answer.body.data['role'], 'analyst');
    const inviter = await app.send('GET', '/api/v1/auth/session', { cookie: owner });
    assert.equal(answer.body.data['account_id'], inviter.body.data['account_id']);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    assert.equal((await app.send('GET', '/api/v1/auth/session', { cookie })).status, 200);
    const json = { email: 'new@example.org', password };
    assert.equal((await app.send('POST', '/api/v1/auth/login', { json })).status, 200);
  });

  it('400 for a password that cannot be used, and the code stays good', async () => {
    const code = await invite('careless@example.org');
    for (const wanted of ['short', 'abababababababab', 'careless@example.org']) {
      assert.equal((await accept(code, wanted)).status, 400, wanted);
    }
    assert.equal((await accept(code)).status, 201);
  });

  it('403 for a code that was used, guessed, or is older than seven days', async () => {
    const code = await invite('twice@example.org');
    const answers = await Promise.all([accept(code), accept(code), accept(code)]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 403, 403],
    );
    assert.equal((await accept('A'.repeat(32))).status, 403);
    const late = await invite('late@example.org');
    app.clock.skipSeconds = 7 * 86_400 + 1;
    assert.equal((await accept(late)).status, 403);
    app.clock.skipSeconds = 0;
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';

describe('POST /api/v1/auth/logout', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('200 ends the session on the server, not only in the browser (row 22)', async () => {
    const cookie = await app.signIn();
    const answer = await app.send('POST', '/api/v1/auth/logout', { cookie });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('set-cookie') ?? '', /^session=; .*Expires=Thu, 01 Jan 1970/);
    assert.equal((await app.send('GET', '/api/v1/auth/session', { cookie })).status, 401);
  });

  it('200 leaves the other sessions of the member alone', async () => {
    const login = async (): Promise<string> => {
      const answer = await app.send('POST', '/api/v1/auth/login', { json: app.owner });
      return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    const [laptop, phone] = [await login(), await login()];
    await app.send('POST', '/api/v1/auth/logout', { cookie: laptop });
    assert.equal((await app.send('GET', '/api/v1/auth/session', { cookie: phone })).status, 200);
  });

  it('200 for a viewer, who may not write', async () => {
    const cookie = await app.signIn('viewer');
    assert.equal((await app.send('POST', '/api/v1/auth/logout', { cookie })).status, 200);
  });
});

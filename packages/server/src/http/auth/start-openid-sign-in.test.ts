import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startTestApp } from '../../testing/test-app.ts';
import { openidPath, startTestOpenid } from '../../testing/test-openid.ts';
import { startTestOpenidProvider } from '../../testing/test-openid-provider.ts';

it('201 sends the browser to the provider with PKCE, and gives it the cookie of the attempt', async () => {
  await using started = await startTestOpenid(await startTestOpenidProvider());
  const { app, provider } = started;
  const { status, body, headers } = await app.send('POST', openidPath);
  assert.equal(status, 201);
  const { origin, pathname, searchParams } = new URL(String(body.data['authorization_url']));
  assert.equal(origin + pathname, `${provider.issuer}/authorize`);
  const { state, nonce, code_challenge, ...fixed } = Object.fromEntries(searchParams);
  assert.deepEqual(fixed, {
    client_id: provider.clientId,
    redirect_uri: 'https://audit.example/sign-in/openid',
    response_type: 'code',
    scope: 'openid email',
    code_challenge_method: 'S256',
  });
  assert.equal(new Set([state, nonce, code_challenge]).size, 3);
  const [cookie = ''] = headers.getSetCookie();
  assert.match(cookie, /^sign_in_attempt=[\w-]{22}\.[\w-]{43}; .*Path=\/api\/v1\/auth\/openid;/);
  assert.match(cookie, /HttpOnly; SameSite=Strict/);
});

it('404 where OpenID Connect is not set up', async () => {
  const app = await startTestApp();
  const { status, body } = await app.send('POST', openidPath);
  await app.close();
  assert.deepEqual([status, body['code']], [404, 'openid_not_configured']);
});

it('503 where the provider does not answer as it should, and asks it again the next time', async () => {
  await using started = await startTestOpenid(await startTestOpenidProvider());
  const { app, provider } = started;
  provider.spoiled = { metadata: { issuer: 'https://evil.example' } };
  const { status, body, headers } = await app.send('POST', openidPath);
  assert.deepEqual([status, body['code']], [503, 'openid_unavailable']);
  assert.match(body.error, /^Example SSO cannot be used now: /);
  assert.equal(headers.get('retry-after'), '10');
  provider.spoiled = {};
  assert.equal((await app.send('POST', openidPath)).status, 201);
});

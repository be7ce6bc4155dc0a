import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Provider } from 'oidc-provider';
import { startTestApp } from './testing/test-app.ts';
import { openidOf, openidPath } from './testing/test-openid.ts';

const client = { clientId: 'extaudit', clientSecret: 'of a client that a test registers' };
const redirect = 'https://audit.example/sign-in/openid';

test('members sign in at a certified provider, with the roles of their groups', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oidc = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirect],
      },
    ],
    cookies: { keys: ['a key for tests'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: `${accountId}@example.org`,
        email_verified: true,
        groups: ['soc'],
      }),
    }),
  });
  server.on('request', (request, response) => void oidc.callback()(request, response));
  const roles = new Map([['soc', 'analyst']] as const);
  const openid = openidOf({ issuer, ...client }, { roles });
  const app = await startTestApp({ services: { openid } });
  try {
    const begun = await app.send('POST', openidPath);
    assert.equal(begun.status, 201, begun.body.error);
    const query = await signInAs('ida', String(begun.body.data['authorization_url']));
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const answer = await app.send('POST', `${openidPath}/answer`, { cookie, json: { query } });
    assert.equal(answer.status, 200, answer.body.error);
    const { email, role } = answer.body.data;
    assert.deepEqual([email, role], ['ida@example.org', 'analyst']);
  } finally {
    await app.close();
    server.closeAllConnections();
    server.close();
  }
});

/** Goes where a browser goes: signs in, agrees, and comes back. @returns the query with which it does */
async function signInAs(login: string, start: string): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (url: string, form?: Readonly<Record<string, string>>): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    assert.ok(location !== null, await response.text());
    return new URL(location, url).href;
  };
  const signIn = await visit(start);
  const signedIn = await visit(signIn, { prompt: 'login', login, password: 'any' });
  const consent = await visit(signedIn);
  const agreed = await visit(consent, { prompt: 'consent' });
  const back = await visit(agreed);
  assert.ok(back.startsWith(`${redirect}?`), back);
  return new URL(back).search.slice(1);
}

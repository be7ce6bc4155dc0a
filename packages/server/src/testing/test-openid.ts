import assert from 'node:assert/strict';
import type { OpenidSignIn } from '../domain/openid/openid-sign-in.ts';
import { createDestinationGuard } from '../outbound/guard-destination.ts';
import { createOpenidProvider } from '../outbound/openid-provider.ts';
import { startTestApp, type TestAnswer, type TestApp } from './test-app.ts';
import type { TestOpenidProvider } from './test-openid-provider.ts';

export const openidPath = '/api/v1/auth/openid';

/** The service, with a provider that members sign in at, and which ends with it. */
export async function startTestOpenid(
  provider: TestOpenidProvider,
  settings: Partial<OpenidSignIn> = {},
): Promise<AsyncDisposable & { readonly app: TestApp; readonly provider: TestOpenidProvider }> {
  const app = await startTestApp({ services: { openid: openidOf(provider, settings) } });
  return {
    app,
    provider,
    async [Symbol.asyncDispose]() {
      await app.close();
      await provider[Symbol.asyncDispose]();
    },
  };
}

export function openidOf(
  {
    issuer,
    clientId,
    clientSecret,
  }: Pick<TestOpenidProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  settings: Partial<OpenidSignIn> = {},
  publicUrl = 'https://audit.example',
): OpenidSignIn {
  const redirectUri = `${publicUrl}/sign-in/openid`;
  const client = { issuer, clientId, clientSecret, scopes: 'openid email', redirectUri };
  const provider = createOpenidProvider(client, createDestinationGuard());
  return { provider, name: 'Example SSO', groupsClaim: 'groups', roles: undefined, ...settings };
}

/** Sends a browser to the provider. @returns what it comes back with */
export async function visitProvider(
  app: TestApp,
  provider: TestOpenidProvider,
): Promise<{ readonly query: string; readonly cookie: string }> {
  const { status, body, headers } = await app.send('POST', openidPath);
  assert.equal(status, 201, body.error);
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { query: await provider.visit(String(body.data['authorization_url'])), cookie };
}

/** Signs whom the provider names in, as a browser does. */
export async function signInAtProvider(
  app: TestApp,
  provider: TestOpenidProvider,
): Promise<TestAnswer> {
  const { query, cookie } = await visitProvider(app, provider);
  return app.send('POST', `${openidPath}/answer`, { cookie, json: { query } });
}

import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a provider would answer, as far as tests spoil it. */
interface Spoiled {
  /** Of the ID token. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signature?: 'none' | 'other key' | 'public key as HMAC secret';
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Instead of answering at these paths. */
  readonly answer?: Readonly<Record<string, (response: ServerResponse) => void>>;
  /** Of the address that the browser is sent back to. */
  readonly back?: (query: URLSearchParams) => void;
}

/**
 * A provider of OpenID Connect that does what it is told, right or wrong: the person signs in at once and agrees to all.
 * It checks what a provider checks: client, redirect address, PKCE, and that a code is used once.
 */
export interface TestOpenidProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who sits at the browser; its `sub` and what else the provider tells of them. */
  person: Readonly<Record<string, unknown>>;
  /** How it errs from now on. */
  spoiled: Spoiled;
  /** Paths that it was asked for. */
  readonly asked: string[];
  /** Sends the browser there. @returns the query with which it comes back */
  visit(authorizationUrl: string): Promise<string>;
}

/** Made once, because it takes a while. */
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2048 });

export async function startTestOpenidProvider(): Promise<TestOpenidProvider> {
  const codes = new Map<string, URLSearchParams>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: TestOpenidProvider = {
    issuer,
    clientId: 'extaudit-test',
    clientSecret: 'a secret of 32 letters for tests',
    person: { sub: 'person-1', email: 'grace@example.org', email_verified: true },
    spoiled: {},
    asked: [],
    async visit(authorizationUrl) {
      const { headers, status } = await fetch(authorizationUrl, { redirect: 'manual' });
      const location = headers.get('location');
      if (location === null) throw new Error(`the provider answered ${status}`);
      return new URL(location).search.slice(1);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    provider.asked.push(url.pathname);
    const spoiled = provider.spoiled.answer?.[url.pathname];
    if (spoiled) return spoiled(response);
    if (url.pathname === '/.well-known/openid-configuration')
      return send(response, 200, metadata());
    if (url.pathname === '/keys') {
      const key = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'first', use: 'sig' };
      return send(response, 200, { keys: [key] });
    }
    if (url.pathname === '/authorize') return authorize(url.searchParams, response);
    if (url.pathname === '/token') {
      const form = new URLSearchParams(await text(request));
      return token(form, request.headers.authorization, response);
    }
    if (url.pathname === '/userinfo') return send(response, 200, provider.person);
    send(response, 404, {});
  }

  function metadata(): object {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...provider.spoiled.metadata,
    };
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const code = createHash('sha256').update(String(asked)).digest('base64url');
    codes.set(code, asked);
    const query = new URLSearchParams({ code, state: asked.get('state') ?? '' });
    provider.spoiled.back?.(query);
    response.writeHead(303, { location: `${asked.get('redirect_uri')}?${query.toString()}` }).end();
  }

  function token(form: URLSearchParams, authorization = '', response: ServerResponse): void {
    const credentials = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
    const parts = new URLSearchParams(credentials.replace(':', '='));
    const isClient = parts.get(provider.clientId) === provider.clientSecret;
    if (!isClient) return send(response, 401, { error: 'invalid_client' });
    const asked = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      asked?.get('code_challenge') === challenge &&
      asked.get('code_challenge_method') === 'S256' &&
      asked.get('redirect_uri') === form.get('redirect_uri');
    if (!isRight) return send(response, 400, { error: 'invalid_grant' });
    send(response, 200, {
      access_token: 'of no use but here',
      token_type: 'Bearer',
      id_token: idToken(asked.get('nonce') ?? ''),
    });
  }

  function idToken(nonce: string): string {
    const seconds = Math.floor(Date.now() / 1_000);
    const { sub } = provider.person;
    const times = { iat: seconds, exp: seconds + 300 };
    const claims = { iss: issuer, sub, aud: provider.clientId, nonce, ...times };
    const all = { ...claims, ...provider.spoiled.claims };
    const { signature } = provider.spoiled;
    if (signature === 'none') return `${jwtPart({ alg: 'none' })}.${jwtPart(all)}.`;
    if (signature === 'public key as HMAC secret') {
      const input = `${jwtPart({ alg: 'HS256', kid: 'first' })}.${jwtPart(all)}`;
      const secret = keys.publicKey.export({ format: 'pem', type: 'spki' });
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    }
    return signed(all, signature === 'other key' ? others.privateKey : keys.privateKey);
  }
}

function signed(claims: object, key: KeyObject): string {
  const input = `${jwtPart({ alg: 'RS256', kid: 'first' })}.${jwtPart(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

function jwtPart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

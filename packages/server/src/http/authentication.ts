import type { Access, Operation } from '@extaudit/contract';
import {
  type AccountCaller,
  type Caller,
  callerOfApiToken,
  callerOfSession,
} from '../domain/auth/caller.ts';
import { accountOfWebhookSecret } from '../domain/account/webhook-secret.ts';
import { Refusal } from '../errors.ts';
import { onlyCookie } from './only-cookie.ts';
import type { Services } from './route.ts';

/** The request's headers as far as they say who sends it. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  /** `X-Webhook-Secret` */
  readonly webhookSecret: string | undefined;
}

/** What of the credentials decides who calls an operation; `undefined` where nothing does. */
export function credentialOf(
  operation: Operation,
  { authorization, cookie, webhookSecret }: Credentials,
): string | undefined {
  if (operation.auth === 'none') return undefined;
  if (operation.auth === 'webhook-secret') return webhookSecret;
  return authorization ?? onlyCookie('session', cookie);
}

/** @returns `undefined` for an operation that anybody may call; refuses with `unauthenticated` otherwise */
export async function authenticate(
  operation: Operation,
  credentials: Credentials,
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<Caller | AccountCaller | undefined> {
  if (operation.auth === 'none') return undefined;
  if (operation.auth === 'webhook-secret') {
    return holderOfWebhookSecret(credentials.webhookSecret ?? '', db, now());
  }
  const caller = await identify(credentials, db, now());
  if (!caller) {
    throw new Refusal(
      'unauthenticated',
      credentials.authorization === undefined
        ? 'sign in first: send the session cookie, or an API token as `Authorization: Bearer`'
        : 'the header Authorization holds no API token that is good: it may be mistyped, revoked or over; send it as `Bearer exta_…`',
    );
  }
  if (!may(caller, operation.access)) {
    throw new Refusal('forbidden', lacking[operation.access]);
  }
  return caller;
}

async function holderOfWebhookSecret(
  secret: string,
  db: Services['db'],
  now: Date,
): Promise<AccountCaller> {
  const accountId = secret === '' ? undefined : await accountOfWebhookSecret(db, secret, now);
  if (accountId !== undefined) return { accountId };
  throw new Refusal('unauthenticated', "send the account's webhook secret as X-Webhook-Secret");
}

function may(caller: Caller, access: Access): boolean {
  if (access !== 'secrets') return caller.scopes.includes(access);
  // A token that leaks must not make others that outlive it, nor get at what signs.
  const isSignedIn = caller.sessionId !== undefined;
  return caller.scopes.includes(isSignedIn ? 'write' : 'manage');
}

const lacking: Readonly<Record<Access, string>> = {
  read: 'this needs an API token with the scope read',
  write:
    'this needs the right to write: another role than viewer, and of an API token the scope write',
  manage: 'this needs an owner who is signed in, or an API token of one with the scope manage',
  secrets:
    'this needs somebody signed in who may write, or an API token of an owner with the scope manage',
};

/** A request with an `Authorization` header stands or falls by it; its cookie is not looked at. */
async function identify(
  { authorization, cookie }: Credentials,
  db: Services['db'],
  now: Date,
): Promise<Caller | undefined> {
  if (authorization !== undefined) {
    const token = /^Bearer +([\w.-]{1,200})$/i.exec(authorization)?.[1];
    return token === undefined ? undefined : callerOfApiToken(db, token, now);
  }
  const session = onlyCookie('session', cookie);
  return session === undefined ? undefined : callerOfSession(db, session, now);
}

import type { Role, Scope } from '@extaudit/contract';
import { findApiToken } from '../../storage/account/api-token.ts';
import type { Database } from '../../storage/database/database.ts';
import { findMemberByEmail } from '../../storage/account/member.ts';
import { extendSession, findSession } from '../../storage/account/session.ts';
import { isSameSecret, parseSecretToken } from './secret-token.ts';
import { normaliseEmail } from './email.ts';
import { type OpenedSession, sessionEnd } from './open-session.ts';

/** A program that holds the account's webhook secret. */
export interface AccountCaller {
  readonly accountId: string;
}

/** Who sends a request, and what they may do. */
export interface Caller extends AccountCaller {
  readonly memberId: string;
  readonly email: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** Absent for API tokens. */
  readonly sessionId?: string;
  /** Present for API tokens. */
  readonly token?: { readonly tokenId: string; readonly name: string };
  /** Absent for API tokens without an end. */
  readonly expiresAt?: Date;
  /** Set when this request moved the session's end on, so that the cookie has to follow. */
  readonly renewedCookie?: OpenedSession;
}

export const apiTokenPrefix = 'exta_';

/** @returns `undefined` for a token that is forged, ended or unknown; which one, nobody is told */
export async function callerOfSession(
  db: Database,
  token: string,
  now: Date,
): Promise<Caller | undefined> {
  const parsed = parseSecretToken(token);
  if (!parsed) return undefined;
  const session = await findSession(db, parsed.id, now);
  if (!session || !isSameSecret(session.secretSha256, parsed.secretSha256)) return undefined;
  const { memberId, accountId, email, role } = session;
  const caller = { memberId, accountId, email, role, scopes: scopesOf(role), sessionId: parsed.id };
  const { isFixed } = session;
  if (isFixed || wasJustUsed(session.expiresAt, now)) {
    return { ...caller, expiresAt: session.expiresAt };
  }
  const expiresAt = sessionEnd(now);
  await extendSession(db, parsed.id, expiresAt);
  return { ...caller, expiresAt, renewedCookie: { token, expiresAt } };
}

/** @returns `undefined` for a token that is forged, expired or unknown */
export async function callerOfApiToken(
  db: Database,
  text: string,
  now: Date,
): Promise<Caller | undefined> {
  const parsed = parseSecretToken(text, apiTokenPrefix);
  if (!parsed) return undefined;
  const token = await findApiToken(db, parsed.id, now);
  if (!token || !isSameSecret(token.secretSha256, parsed.secretSha256)) return undefined;
  const { memberId, accountId, email, role, expiresAt, name } = token;
  const named = { tokenId: parsed.id, name };
  // A token never outgrows its member, whose role may have changed since.
  const scopes = scopesOf(role).filter((scope) => token.scopes.includes(scope));
  const caller = { memberId, accountId, email, role, scopes, token: named };
  return { ...caller, ...(expiresAt && { expiresAt }) };
}

/** The member as themselves, for whoever holds the database. @returns `undefined` when there is none */
export async function callerOfEmail(db: Database, email: string): Promise<Caller | undefined> {
  const member = await findMemberByEmail(db, normaliseEmail(email));
  if (!member) return undefined;
  const { memberId, accountId, role } = member;
  return { memberId, accountId, email: member.email, role, scopes: scopesOf(role) };
}

export function scopesOf(role: Role): readonly Scope[] {
  return scopesByRole[role];
}

const scopesByRole: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['read'],
  analyst: ['read', 'write'],
  owner: ['read', 'write', 'manage'],
};

/** An end that was moved on within the last minute stays, so that reading does not write all the time. */
function wasJustUsed(expiresAt: Date, now: Date): boolean {
  return sessionEnd(now).getTime() - expiresAt.getTime() < 60_000;
}

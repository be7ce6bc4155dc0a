import type { Role, Scope } from '@extaudit/contract';
import { findApiToken } from '../../storage/api-token.ts';
import type { Database } from '../../storage/database.ts';
import { extendSession, findSession } from '../../storage/session.ts';
import { isSameSecret, parseSecretToken } from './secret-token.ts';
import { type OpenedSession, sessionDays, sessionEnd } from './open-session.ts';

/** Who sends a request, and what they may do. */
export interface Caller {
  readonly accountId: string;
  readonly memberId: string;
  readonly email: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** Absent for API tokens. */
  readonly sessionId?: string;
  /** Absent for API tokens without an end. */
  readonly expiresAt?: Date;
  /** Set when this request moved the session's end on, so that the cookie has to follow. */
  readonly renewedCookie?: OpenedSession;
}

const apiTokenPrefix = 'exta_';

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
  if (isFresh(session.expiresAt, now)) return { ...caller, expiresAt: session.expiresAt };
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
  const { memberId, accountId, email, role, expiresAt } = token;
  // A token never outgrows its member, whose role may have changed since.
  const scopes = scopesOf(role).filter((scope) => token.scopes.includes(scope));
  return { memberId, accountId, email, role, scopes, ...(expiresAt && { expiresAt }) };
}

export function scopesOf(role: Role): readonly Scope[] {
  return role === 'viewer' ? ['read'] : ['read', 'write'];
}

/** Ends that were moved on within the last day stay, so that reading does not write all the time. */
function isFresh(expiresAt: Date, now: Date): boolean {
  const dayMilliseconds = 86_400_000;
  return expiresAt.getTime() - now.getTime() > (sessionDays - 1) * dayMilliseconds;
}

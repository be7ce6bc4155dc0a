import { accountsOf } from '../database/account-tables.ts';
import type { Database } from '../database/database.ts';
import type { Member } from './member.ts';

export interface NewSession {
  readonly sessionId: string;
  readonly secretSha256: Buffer;
  readonly memberId: string;
  readonly expiresAt: Date;
  /** Whether its end stays where it is, however much it is used. */
  readonly isFixed: boolean;
}

export interface StoredSession extends Member {
  readonly secretSha256: Buffer;
  readonly expiresAt: Date;
  readonly isFixed: boolean;
}

/** Also forgets the member's sessions that have ended. */
export async function insertSession(db: Database, session: NewSession, now: Date): Promise<void> {
  const accounts = accountsOf(db);
  await accounts
    .deleteFrom('session')
    .where('member_id', '=', session.memberId)
    .where('expires_at', '<=', now)
    .execute();
  await accounts
    .insertInto('session')
    .values({
      session_id: session.sessionId,
      secret_sha256: session.secretSha256,
      member_id: session.memberId,
      expires_at: session.expiresAt,
      is_fixed: session.isFixed,
    })
    .execute();
}

/** The session with its member, unless it has ended. */
export async function findSession(
  db: Database,
  sessionId: string,
  now: Date,
): Promise<StoredSession | undefined> {
  return accountsOf(db)
    .selectFrom('session')
    .innerJoin('member', 'member.member_id', 'session.member_id')
    .select([
      'session.secret_sha256 as secretSha256',
      'session.expires_at as expiresAt',
      'session.is_fixed as isFixed',
      'member.member_id as memberId',
      'member.account_id as accountId',
      'member.email',
      'member.role',
    ])
    .where('session.session_id', '=', sessionId)
    .where('session.expires_at', '>', now)
    .executeTakeFirst();
}

export async function extendSession(
  db: Database,
  sessionId: string,
  expiresAt: Date,
): Promise<void> {
  await accountsOf(db)
    .updateTable('session')
    .set({ expires_at: expiresAt })
    .where('session_id', '=', sessionId)
    .execute();
}

export async function deleteSession(db: Database, sessionId: string): Promise<void> {
  await accountsOf(db).deleteFrom('session').where('session_id', '=', sessionId).execute();
}

/** @param exceptId the session that stays; without one, all end */
export async function deleteSessionsOf(
  db: Database,
  memberId: string,
  exceptId: string | undefined,
): Promise<void> {
  const ended = accountsOf(db).deleteFrom('session').where('member_id', '=', memberId);
  await (exceptId === undefined ? ended : ended.where('session_id', '!=', exceptId)).execute();
}

/** Forgets sessions that ended before `now`; @returns how many */
export async function deleteEndedSessions(db: Database, now: Date): Promise<number> {
  const result = await accountsOf(db)
    .deleteFrom('session')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

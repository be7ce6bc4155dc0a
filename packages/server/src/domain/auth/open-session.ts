import type { Database } from '../../storage/database/database.ts';
import { insertSession } from '../../storage/account/session.ts';
import { createSecretToken } from './secret-token.ts';

/** How long a session lasts after its last use. */
const sessionDays = 10;
/** How long one lasts that a provider has vouched for: who has left is asked to show it again the next day. */
const vouchedHours = 12;

export interface OpenedSession {
  /** The cookie's value; it exists nowhere else. */
  readonly token: string;
  readonly expiresAt: Date;
}

export interface SessionOptions {
  /** By a provider of OpenID Connect, who is to be asked again however much the session is used. */
  readonly isVouchedFor?: boolean;
}

/** Makes a new session; a token from before signing in is never taken over. */
export async function openSession(
  db: Database,
  memberId: string,
  now: Date,
  { isVouchedFor = false }: SessionOptions = {},
): Promise<OpenedSession> {
  const { id, secretSha256, text } = createSecretToken();
  const expiresAt = isVouchedFor
    ? new Date(now.getTime() + vouchedHours * 3_600_000)
    : sessionEnd(now);
  const session = { sessionId: id, secretSha256, memberId, expiresAt, isFixed: isVouchedFor };
  await insertSession(db, session, now);
  return { token: text, expiresAt };
}

export function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + sessionDays * 86_400_000);
}

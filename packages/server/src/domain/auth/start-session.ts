import type { JsonObject } from '@extaudit/engine';
import type { DatabaseTransaction } from '../../storage/database/database.ts';
import type { Member } from '../../storage/account/member.ts';
import { memberActor } from '../trail/actor.ts';
import { recordEntry } from '../trail/record-entry.ts';
import { type BrowserToken, rememberPlace, type RequestOrigin } from './known-place.ts';
import { type OpenedSession, openSession, type SessionOptions } from './open-session.ts';

/** What a browser gets when its user has signed in, for its cookies. */
export interface StartedSession extends OpenedSession {
  readonly knownBrowser: BrowserToken;
}

export interface SignedInMember extends StartedSession {
  readonly member: Member;
}

/** How members sign in for the first time and ever after. */
type SignInAction = 'sign_in' | 'invitation_accepted';

/** Signs a member in as the audit trail is to tell. */
export async function startRecordedSession(
  trx: DatabaseTransaction,
  action: SignInAction,
  member: Member,
  origin: RequestOrigin,
  now: Date,
  options: SessionOptions = {},
): Promise<SignedInMember> {
  const { accountId, memberId, email } = member;
  const subject = { kind: 'member', id: memberId, name: email } as const;
  const actor = memberActor(member, origin.address);
  const details: JsonObject = options.isVouchedFor === true ? { by: 'openid' } : {};
  await recordEntry(trx, actor, { accountId, action, subject, details }, now);
  return { ...(await startSession(trx, memberId, origin, now, options)), member };
}

/** Signs a member in, and makes the place known for the next time. */
export async function startSession(
  trx: DatabaseTransaction,
  memberId: string,
  origin: RequestOrigin,
  now: Date,
  options: SessionOptions = {},
): Promise<StartedSession> {
  const session = await openSession(trx, memberId, now, options);
  return { ...session, knownBrowser: await rememberPlace(trx, memberId, origin, now) };
}

import type { AuditAction } from '@extaudit/contract';
import { Refusal } from '../../errors.ts';
import type { Database, DatabaseTransaction } from '../../storage/database/database.ts';
import { findMemberByEmail } from '../../storage/account/member.ts';
import { recordEntry } from '../trail/record-entry.ts';
import { actorOf } from './actor-of.ts';
import type { Caller } from './caller.ts';
import { verifyPassword } from './hash-password.ts';
import type { RequestOrigin } from './known-place.ts';
import { throttleLogin } from './login-throttle.ts';

/** A member who changes something about themselves, and where from. */
export interface OwnRequest {
  readonly caller: Caller;
  readonly origin: RequestOrigin;
}

/**
 * Has the caller show that it is they who sit there. Refuses with `forbidden` a wrong password, counted like a failed
 * sign-in and told in the audit trail as `failure`.
 */
export async function checkOwnPassword(
  db: Database,
  { caller, origin }: OwnRequest,
  password: string,
  failure: AuditAction,
  now: Date,
): Promise<void> {
  const throttle = await throttleLogin(db, { email: caller.email, origin }, now);
  const member = await findMemberByEmail(db, caller.email);
  if (member?.passwordHash === '') {
    throw new Refusal('forbidden', 'you have no password here: you sign in at your provider');
  }
  if (!(await verifyPassword(password, member?.passwordHash))) {
    await db.transaction().execute((trx) => recordOwnChange(trx, { caller, origin }, failure, now));
    throw new Refusal('forbidden', 'the current password is wrong');
  }
  await throttle.succeeded();
}

export function recordOwnChange(
  trx: DatabaseTransaction,
  { caller, origin }: OwnRequest,
  action: AuditAction,
  now: Date,
): Promise<void> {
  const { accountId, memberId, email } = caller;
  const subject = { kind: 'member', id: memberId, name: email } as const;
  return recordEntry(trx, actorOf(caller, origin), { accountId, action, subject }, now);
}

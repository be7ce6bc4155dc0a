import { Refusal } from '../../errors.ts';
import { deleteKnownPlacesOf } from '../../storage/account/known-place.ts';
import {
  findMember,
  findMemberByEmail,
  type Member,
  updatePasswordHash,
} from '../../storage/account/member.ts';
import { deletePasswordReset } from '../../storage/account/password-reset.ts';
import { deleteSessionsOf } from '../../storage/account/session.ts';
import type { Database, DatabaseTransaction } from '../../storage/database/database.ts';
import type { Actor } from '../trail/actor.ts';
import { recordEntry } from '../trail/record-entry.ts';
import { checkNewPassword } from './check-new-password.ts';
import { hashPassword } from './hash-password.ts';
import { normaliseEmail } from './email.ts';

/**
 * Sets the password of a member who has forgotten it, as `replacePassword` does. Refuses with `member_not_found` who is
 * unknown or has not accepted the invitation yet.
 */
export async function resetPassword(
  db: Database,
  { email: written, password }: { readonly email: string; readonly password: string },
  actor: Actor,
  now: Date,
): Promise<{ readonly email: string }> {
  const email = normaliseEmail(written);
  checkNewPassword(password, email);
  const member = await findMemberByEmail(db, email);
  if (!member)
    throw new Refusal('member_not_found', `there is no member with the e-mail address ${email}`);
  const listed = await findMember(db, member.accountId, member.memberId);
  if (listed?.isInvited === true) {
    throw new Refusal('member_not_found', `${email} has not accepted the invitation yet`);
  }
  const passwordHash = await hashPassword(password);
  await db
    .transaction()
    .execute((trx) => replacePassword(trx, { member, passwordHash }, actor, now));
  return { email };
}

/**
 * Sets a password, ends all sessions of the member, forgets where they had signed in, and ends links that would set
 * another. API tokens and the second factor stay.
 * @returns whether there was such a link
 */
export async function replacePassword(
  trx: DatabaseTransaction,
  { member, passwordHash }: { readonly member: Member; readonly passwordHash: string },
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const { accountId, memberId, email } = member;
  const hadLink = await deletePasswordReset(trx, memberId);
  await updatePasswordHash(trx, memberId, passwordHash);
  await deleteSessionsOf(trx, memberId, undefined);
  await deleteKnownPlacesOf(trx, memberId);
  const subject = { kind: 'member', id: memberId, name: email } as const;
  await recordEntry(trx, actor, { accountId, action: 'password_changed', subject }, now);
  return hadLink;
}

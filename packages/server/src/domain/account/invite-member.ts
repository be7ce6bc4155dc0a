import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Role } from '@extaudit/contract';
import { Refusal } from '../../errors.ts';
import { lockAccount } from '../../storage/account/account.ts';
import type { Database, DatabaseTransaction } from '../../storage/database/database.ts';
import { saveInvitation } from '../../storage/account/invitation.ts';
import {
  findMember,
  findMemberByEmail,
  insertMember,
  type ListedMember,
  updateMemberRole,
} from '../../storage/account/member.ts';
import { readEmail } from '../auth/email.ts';
import type { Actor } from '../trail/actor.ts';
import { recordEntry } from '../trail/record-entry.ts';
import { sha256 } from '../auth/secret-token.ts';

const invitationDays = 7;

export interface NewMember {
  readonly accountId: string;
  readonly email: string;
  readonly role: Role;
}

export interface InvitedMember {
  readonly member: ListedMember;
  /** Exists nowhere else. */
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * Adds a member who has no password yet, and makes the one-time code to choose it with. Who has not come
 * yet can be invited again, which ends the earlier code. Refuses with `invalid_parameter` what is no e-mail address,
 * and with `member_exists` one that a member has already.
 */
export async function inviteMember(
  db: Database,
  { accountId, email, role }: NewMember,
  actor: Actor,
  now: Date,
): Promise<InvitedMember> {
  const code = randomBytes(24).toString('base64url');
  const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000);
  const member = await db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId);
    const memberId = await addMember(transaction, { accountId, email: readEmail(email), role });
    await saveInvitation(transaction, { memberId, codeSha256: sha256(code), expiresAt });
    const added = await findMember(transaction, accountId, memberId);
    if (!added) throw new Error('the member just added is not there');
    const subject = { kind: 'member', id: memberId, name: added.email } as const;
    const change = { accountId, action: 'member_invited', subject, details: { role } } as const;
    await recordEntry(transaction, actor, change, now);
    return added;
  });
  return { member, code, expiresAt };
}

/** @returns the id of the new member, or of the one who was invited before */
async function addMember(
  transaction: DatabaseTransaction,
  { accountId, email, role }: NewMember,
): Promise<string> {
  const memberId = randomUUIDv7();
  const added = { memberId, accountId, email, role, passwordHash: '' };
  if (await insertMember(transaction, added)) return memberId;
  const present = await findMemberByEmail(transaction, email);
  const member = present && (await findMember(transaction, accountId, present.memberId));
  if (!member?.isInvited) {
    throw new Refusal('member_exists', `a member with the e-mail address ${email} exists already`);
  }
  await updateMemberRole(transaction, member.memberId, role);
  return member.memberId;
}

import { accountsOf } from '../database/account-tables.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Member } from './member.ts';

export interface Invitation {
  readonly memberId: string;
  readonly codeSha256: Buffer;
  readonly expiresAt: Date;
}

/** Replaces the member's earlier invitation. */
export async function saveInvitation(
  db: DatabaseTransaction,
  invitation: Invitation,
): Promise<void> {
  const code = { code_sha256: invitation.codeSha256, expires_at: invitation.expiresAt };
  await accountsOf(db)
    .insertInto('invitation')
    .values({ member_id: invitation.memberId, ...code })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(code))
    .execute();
}

/** Who was invited with the code, as long as it is good. */
export async function findInvited(
  db: Database,
  codeSha256: Buffer,
  now: Date,
): Promise<Member | undefined> {
  return accountsOf(db)
    .selectFrom('invitation')
    .innerJoin('member', 'member.member_id', 'invitation.member_id')
    .select([
      'member.member_id as memberId',
      'member.account_id as accountId',
      'member.email',
      'member.role',
    ])
    .where('invitation.code_sha256', '=', codeSha256)
    .where('invitation.expires_at', '>', now)
    .executeTakeFirst();
}

/** Removes the invitation if it is still good. @returns whether it was */
export async function takeInvitation(
  db: DatabaseTransaction,
  codeSha256: Buffer,
  now: Date,
): Promise<boolean> {
  const result = await accountsOf(db)
    .deleteFrom('invitation')
    .where('code_sha256', '=', codeSha256)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Of who has come in another way. */
export async function deleteInvitation(db: DatabaseTransaction, memberId: string): Promise<void> {
  await accountsOf(db).deleteFrom('invitation').where('member_id', '=', memberId).execute();
}

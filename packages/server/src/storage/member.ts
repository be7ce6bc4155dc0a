import { accountsOf, type MemberRole } from './account-tables.ts';
import type { Database, DatabaseTransaction } from './database.ts';

export interface Member {
  readonly memberId: string;
  readonly accountId: string;
  /** Lower case. */
  readonly email: string;
  readonly role: MemberRole;
}

export interface MemberWithPassword extends Member {
  readonly passwordHash: string;
}

/** @returns whether the e-mail address was still free */
export async function insertMember(
  db: DatabaseTransaction,
  member: MemberWithPassword,
): Promise<boolean> {
  const result = await accountsOf(db)
    .insertInto('member')
    .values({
      member_id: member.memberId,
      account_id: member.accountId,
      email: member.email,
      role: member.role,
      password_hash: member.passwordHash,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @param email lower case */
export async function findMemberByEmail(
  db: Database,
  email: string,
): Promise<MemberWithPassword | undefined> {
  return accountsOf(db)
    .selectFrom('member')
    .select([
      'member_id as memberId',
      'account_id as accountId',
      'email',
      'role',
      'password_hash as passwordHash',
    ])
    .where('email', '=', email)
    .executeTakeFirst();
}

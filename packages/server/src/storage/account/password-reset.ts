import { accountsOf } from '../database/account-tables.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Member } from './member.ts';

export interface PasswordReset {
  readonly memberId: string;
  readonly codeSha256: Buffer;
  readonly expiresAt: Date;
}

/** Replaces the member's earlier one. */
export async function savePasswordReset(db: Database, reset: PasswordReset): Promise<void> {
  const code = { code_sha256: reset.codeSha256, expires_at: reset.expiresAt };
  await accountsOf(db)
    .insertInto('password_reset')
    .values({ member_id: reset.memberId, ...code })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(code))
    .execute();
}

/** Whose password the code sets, as long as it is good. */
export async function findPasswordReset(
  db: Database,
  codeSha256: Buffer,
  now: Date,
): Promise<Member | undefined> {
  return accountsOf(db)
    .selectFrom('password_reset')
    .innerJoin('member', 'member.member_id', 'password_reset.member_id')
    .select([
      'member.member_id as memberId',
      'member.account_id as accountId',
      'member.email',
      'member.role',
    ])
    .where('password_reset.code_sha256', '=', codeSha256)
    .where('password_reset.expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses the code up, and any other that the member has. @returns whether there was one */
export async function deletePasswordReset(
  db: DatabaseTransaction,
  memberId: string,
): Promise<boolean> {
  const result = await accountsOf(db)
    .deleteFrom('password_reset')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Forgets those that nobody used. */
export async function deleteEndedPasswordResets(db: Database, now: Date): Promise<void> {
  await accountsOf(db).deleteFrom('password_reset').where('expires_at', '<=', now).execute();
}

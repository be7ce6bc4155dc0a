import { accountsOf } from '../database/account-tables.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Member } from './member.ts';

/** Whom a provider of OpenID Connect means. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export async function findMemberByIdentity(
  db: Database,
  { issuer, subject }: Identity,
): Promise<Member | undefined> {
  return accountsOf(db)
    .selectFrom('member_identity')
    .innerJoin('member', 'member.member_id', 'member_identity.member_id')
    .select([
      'member.member_id as memberId',
      'member.account_id as accountId',
      'member.email',
      'member.role',
    ])
    .where('member_identity.issuer', '=', issuer)
    .where('member_identity.subject', '=', subject)
    .executeTakeFirst();
}

/** @returns whether the member had none of this issuer */
export async function insertIdentity(
  db: DatabaseTransaction,
  memberId: string,
  { issuer, subject }: Identity,
  now: Date,
): Promise<boolean> {
  const result = await accountsOf(db)
    .insertInto('member_identity')
    .values({ issuer, subject, member_id: memberId, linked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

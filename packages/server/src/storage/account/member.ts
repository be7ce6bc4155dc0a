import { sql } from 'kysely';
import { accountsOf, type MemberRole } from '../database/account-tables.ts';
import { textPart } from '../database/cursor.ts';
import { type CursorPage, type CursorPageRequest, readPage } from '../database/cursor-page.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';

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

/** A member as the others of the account see them. */
export interface ListedMember extends Member {
  /** Has yet to choose a password. */
  readonly isInvited: boolean;
  readonly hasSecondFactor: boolean;
  readonly createdAt: Date;
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

/** Whether nobody has set another password since; keeps it for the transaction. */
export async function hasPasswordStill(
  trx: DatabaseTransaction,
  { memberId, passwordHash }: MemberWithPassword,
): Promise<boolean> {
  const same = await accountsOf(trx)
    .selectFrom('member')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return same !== undefined;
}

/** By e-mail address. @throws Refusal where `after` is no cursor of members */
export async function listMembers(
  db: Database,
  accountId: string,
  page: CursorPageRequest,
): Promise<CursorPage<ListedMember>> {
  const { total } = await accountsOf(db)
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const found = await readPage(
    selectListed(db).where('member.account_id', '=', accountId),
    { list: 'members', parts: [textPart(sql`member.email`)], order: 'asc' },
    page,
  );
  return { ...found, totalCount: total };
}

/** @returns `undefined` when the account has no such member */
export async function findMember(
  db: Database,
  accountId: string,
  memberId: string,
): Promise<ListedMember | undefined> {
  return selectListed(db)
    .where('member.account_id', '=', accountId)
    .where('member.member_id', '=', memberId)
    .executeTakeFirst();
}

export async function updateMemberRole(
  db: DatabaseTransaction,
  memberId: string,
  role: MemberRole,
): Promise<void> {
  await accountsOf(db)
    .updateTable('member')
    .set({ role })
    .where('member_id', '=', memberId)
    .execute();
}

export async function updatePasswordHash(
  db: DatabaseTransaction,
  memberId: string,
  passwordHash: string,
): Promise<void> {
  await accountsOf(db)
    .updateTable('member')
    .set({ password_hash: passwordHash })
    .where('member_id', '=', memberId)
    .execute();
}

/** Sessions, tokens and invitation go with the member. */
export async function deleteMember(db: DatabaseTransaction, memberId: string): Promise<void> {
  await accountsOf(db).deleteFrom('member').where('member_id', '=', memberId).execute();
}

/** Whether the account has an owner besides this member, and one who can sign in. */
export async function hasOtherOwner(
  db: DatabaseTransaction,
  { accountId, memberId }: Member,
): Promise<boolean> {
  const other = await selectListed(db)
    .where('member.account_id', '=', accountId)
    .where('member.member_id', '!=', memberId)
    .where('member.role', '=', 'owner')
    .where('invitation.member_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

function selectListed(db: Database) {
  return accountsOf(db)
    .selectFrom('member')
    .leftJoin('invitation', 'invitation.member_id', 'member.member_id')
    .leftJoin('second_factor', 'second_factor.member_id', 'member.member_id')
    .select(({ eb }) => [
      'member.member_id as memberId',
      'member.account_id as accountId',
      'member.email',
      'member.role',
      'member.created_at as createdAt',
      eb('invitation.member_id', 'is not', null).$castTo<boolean>().as('isInvited'),
      eb('second_factor.enabled_at', 'is not', null).$castTo<boolean>().as('hasSecondFactor'),
    ]);
}

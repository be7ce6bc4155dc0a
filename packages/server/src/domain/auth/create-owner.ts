import { randomUUIDv7 } from 'node:crypto';
import { Refusal } from '../../errors.ts';
import { hasAccount, insertAccount, lockAccounts } from '../../storage/account/account.ts';
import type { Database, DatabaseTransaction } from '../../storage/database/database.ts';
import { insertMember, type Member } from '../../storage/account/member.ts';
import { type Actor, commandLine, service } from '../trail/actor.ts';
import { recordEntry } from '../trail/record-entry.ts';
import { checkNewPassword } from './check-new-password.ts';
import { readEmail } from './email.ts';
import { hashPassword } from './hash-password.ts';

export interface NewOwner {
  readonly email: string;
  readonly password: string;
}

/**
 * Creates an account with its owner, from the command line. Refuses with `invalid_parameter` an e-mail address or
 * password that cannot be used, and with `member_exists` an e-mail address that a member has already.
 */
export async function createOwner(db: Database, owner: NewOwner): Promise<Member> {
  const prepared = await prepareOwner(owner);
  return db
    .transaction()
    .execute((transaction) => insertOwner(transaction, prepared, () => commandLine, new Date()));
}

/**
 * Creates the owner that the settings name, unless there is an account already, also when several processes start at once.
 * @returns `undefined` when there was one
 */
export async function createFirstOwner(db: Database, owner: NewOwner): Promise<Member | undefined> {
  if (await hasAccount(db)) return undefined;
  const prepared = await prepareOwner(owner);
  return db.transaction().execute(async (transaction) => {
    await lockAccounts(transaction);
    if (await hasAccount(transaction)) return undefined;
    return insertOwner(transaction, prepared, () => service, new Date());
  });
}

export interface PreparedOwner {
  readonly email: string;
  readonly passwordHash: string;
}

/** The slow part, done before a transaction holds locks. */
export async function prepareOwner(owner: NewOwner): Promise<PreparedOwner> {
  const email = readEmail(owner.email);
  checkNewPassword(owner.password, email);
  return { email, passwordHash: await hashPassword(owner.password) };
}

/** @param creatorOf who creates the account, perhaps the owner it is to have */
export async function insertOwner(
  transaction: DatabaseTransaction,
  { email, passwordHash }: PreparedOwner,
  creatorOf: (owner: Member) => Actor,
  now: Date,
): Promise<Member> {
  const member: Member = {
    accountId: randomUUIDv7(),
    memberId: randomUUIDv7(),
    email,
    role: 'owner',
  };
  await insertAccount(transaction, { accountId: member.accountId, name: email });
  if (!(await insertMember(transaction, { ...member, passwordHash }))) {
    throw new Refusal('member_exists', `a member with the e-mail address ${email} exists already`);
  }
  const subject = { kind: 'account', id: member.accountId, name: email } as const;
  const { accountId } = member;
  const change = { accountId, action: 'account_created', subject } as const;
  await recordEntry(transaction, creatorOf(member), change, now);
  return member;
}

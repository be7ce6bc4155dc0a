import { randomUUIDv7 } from 'node:crypto';
import { passwordLengthMin } from '@extaudit/contract';
import { Refusal } from '../../errors.ts';
import { insertAccount } from '../../storage/account.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { insertMember, type Member } from '../../storage/member.ts';

import { hashPassword } from './hash-password.ts';
import { normaliseEmail } from './sign-in.ts';

export interface NewOwner {
  readonly email: string;
  readonly password: string;
}

/**
 * Creates an account with its owner. Refuses with `invalid` an e-mail address or password that cannot be
 * used, and with `conflict` an e-mail address that a member has already.
 */
export async function createOwner(db: Database, owner: NewOwner): Promise<Member> {
  const prepared = await prepareOwner(owner);
  return db.transaction().execute((transaction) => insertOwner(transaction, prepared));
}

export interface PreparedOwner {
  readonly email: string;
  readonly passwordHash: string;
}

/** The slow part, done before a transaction holds locks. */
export async function prepareOwner(owner: NewOwner): Promise<PreparedOwner> {
  const email = normaliseEmail(owner.email);
  if (email.length > 254 || !/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw new Refusal('invalid', 'email must be an e-mail address of up to 254 characters');
  }
  checkNewPassword(owner.password, email);
  return { email, passwordHash: await hashPassword(owner.password) };
}

export async function insertOwner(
  transaction: DatabaseTransaction,
  { email, passwordHash }: PreparedOwner,
): Promise<Member> {
  const member: Member = {
    accountId: randomUUIDv7(),
    memberId: randomUUIDv7(),
    email,
    role: 'owner',
  };
  await insertAccount(transaction, { accountId: member.accountId, name: email });
  if (!(await insertMember(transaction, { ...member, passwordHash }))) {
    throw new Refusal('conflict', `a member with the e-mail address ${email} exists already`);
  }
  return member;
}

/** Length is what counts; composition rules only make passwords worse. https://pages.nist.gov/800-63-4/sp800-63b.html */
function checkNewPassword(password: string, email: string): void {
  if (password.length < passwordLengthMin || password.length > 1024) {
    throw new Refusal('invalid', `password must be ${passwordLengthMin} to 1024 characters long`);
  }
  if (password.toLowerCase() === email || new Set(password).size < 4) {
    throw new Refusal(
      'invalid',
      'password must not be the e-mail address, nor a few characters repeated',
    );
  }
}

import { sql } from 'kysely';
import { accountsOf } from '../database/account-tables.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';

export interface NewAccount {
  readonly accountId: string;
  readonly name: string;
}

export async function insertAccount(db: DatabaseTransaction, account: NewAccount): Promise<void> {
  await accountsOf(db)
    .insertInto('account')
    .values({ account_id: account.accountId, name: account.name })
    .execute();
}

export async function hasAccount(db: Database): Promise<boolean> {
  const row = await accountsOf(db).selectFrom('account').select('account_id').limit(1).execute();
  return row.length > 0;
}

/** @returns `undefined` where there are several, or none */
export async function findOnlyAccount(db: Database): Promise<string | undefined> {
  const rows = await accountsOf(db).selectFrom('account').select('account_id').limit(2).execute();
  return rows.length === 1 ? rows[0]?.account_id : undefined;
}

/** Until the transaction ends no other one creates an account: of two first owners only one may come through. */
export async function lockAccounts(db: DatabaseTransaction): Promise<void> {
  await sql`LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE`.execute(db);
}

/** Until the transaction ends no other one changes who belongs to the account. */
export async function lockAccount(db: DatabaseTransaction, accountId: string): Promise<void> {
  await accountsOf(db)
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute();
}

/** Replaces the code that was there. */
export async function saveSetupCode(
  db: Database,
  code: { readonly sha256: Buffer; readonly expiresAt: Date },
): Promise<void> {
  const row = { code_sha256: code.sha256, expires_at: code.expiresAt };
  await accountsOf(db)
    .insertInto('setup_code')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute();
}

/** Removes the code if it is this one and still good. @returns whether it was */
export async function takeSetupCode(
  db: DatabaseTransaction,
  sha256: Buffer,
  now: Date,
): Promise<boolean> {
  const result = await accountsOf(db)
    .deleteFrom('setup_code')
    .where('code_sha256', '=', sha256)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

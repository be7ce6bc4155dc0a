import { accountsOf } from '../database/account-tables.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';

export interface StoredSecondFactor {
  readonly sealedSecret: Buffer;
  /** Null until a code has confirmed it. */
  readonly enabledAt: Date | null;
}

/** Makes a secret that is not asked for yet, in place of one that is not either. @returns whether there was none that is on */
export async function putSecondFactor(
  db: DatabaseTransaction,
  { memberId, sealedSecret }: { readonly memberId: string; readonly sealedSecret: Buffer },
  now: Date,
): Promise<boolean> {
  const secret = { sealed_secret: sealedSecret, created_at: now };
  const result = await accountsOf(db)
    .insertInto('second_factor')
    .values({ member_id: memberId, ...secret, enabled_at: null })
    .onConflict((conflict) =>
      conflict
        .column('member_id')
        .doUpdateSet({ sealed_secret: sealedSecret })
        .where('second_factor.enabled_at', 'is', null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findSecondFactor(
  db: Database,
  memberId: string,
): Promise<StoredSecondFactor | undefined> {
  return accountsOf(db)
    .selectFrom('second_factor')
    .select(['sealed_secret as sealedSecret', 'enabled_at as enabledAt'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

/** Has it asked for from now on. @returns whether it was there and off */
export async function enableSecondFactor(
  db: DatabaseTransaction,
  memberId: string,
  now: Date,
): Promise<boolean> {
  const result = await accountsOf(db)
    .updateTable('second_factor')
    .set({ enabled_at: now })
    .where('member_id', '=', memberId)
    .where('enabled_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The recovery codes go with it. @returns whether there was one that was on */
export async function deleteSecondFactor(
  db: DatabaseTransaction,
  memberId: string,
): Promise<boolean> {
  const result = await accountsOf(db)
    .deleteFrom('second_factor')
    .where('member_id', '=', memberId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Uses a step of time up. @returns whether neither it nor a later one had been used */
export async function takeStep(
  db: DatabaseTransaction,
  memberId: string,
  step: number,
): Promise<boolean> {
  const result = await accountsOf(db)
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('member_id', '=', memberId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Puts these codes in the place of all that there are. */
export async function replaceRecoveryCodes(
  db: DatabaseTransaction,
  memberId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  const accounts = accountsOf(db);
  await accounts.deleteFrom('recovery_code').where('member_id', '=', memberId).execute();
  const rows = hashes.map((code_sha256) => ({ member_id: memberId, code_sha256 }));
  await accounts.insertInto('recovery_code').values(rows).execute();
}

/** @returns whether there was such a code; now there is none */
export async function takeRecoveryCode(
  db: DatabaseTransaction,
  memberId: string,
  codeSha256: Buffer,
): Promise<boolean> {
  const result = await accountsOf(db)
    .deleteFrom('recovery_code')
    .where('member_id', '=', memberId)
    .where('code_sha256', '=', codeSha256)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Database, memberId: string): Promise<number> {
  const { left } = await accountsOf(db)
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return left;
}

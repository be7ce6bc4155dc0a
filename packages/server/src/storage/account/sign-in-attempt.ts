import { accountsOf } from '../database/account-tables.ts';
import type { Database } from '../database/database.ts';

export interface SignInAttempt {
  readonly attemptId: string;
  readonly secretSha256: Buffer;
  readonly expiresAt: Date;
}

export async function insertSignInAttempt(db: Database, attempt: SignInAttempt): Promise<void> {
  const { attemptId, secretSha256, expiresAt } = attempt;
  await accountsOf(db)
    .insertInto('sign_in_attempt')
    .values({ attempt_id: attemptId, secret_sha256: secretSha256, expires_at: expiresAt })
    .execute();
}

/** Removes the attempt, so that it is used once. @returns the hash of its secret, unless it has ended */
export async function takeSignInAttempt(
  db: Database,
  attemptId: string,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await accountsOf(db)
    .deleteFrom('sign_in_attempt')
    .where('attempt_id', '=', attemptId)
    .where('expires_at', '>', now)
    .returning('secret_sha256 as secretSha256')
    .executeTakeFirst();
  return row?.secretSha256;
}

/** Forgets attempts that nobody finished. */
export async function deleteEndedSignInAttempts(db: Database, now: Date): Promise<void> {
  await accountsOf(db).deleteFrom('sign_in_attempt').where('expires_at', '<=', now).execute();
}

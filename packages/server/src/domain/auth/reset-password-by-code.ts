import { Refusal } from '../../errors.ts';
import { findPasswordReset } from '../../storage/account/password-reset.ts';
import type { Database } from '../../storage/database/database.ts';
import { memberActor } from '../trail/actor.ts';
import { checkNewPassword } from './check-new-password.ts';
import { hashPassword } from './hash-password.ts';
import type { RequestOrigin } from './known-place.ts';
import { replacePassword } from './reset-password.ts';
import { sha256 } from './secret-token.ts';

/**
 * Sets the password of who has the code of a letter, as `replacePassword` does; nobody is signed in. Refuses with
 * `forbidden` a code that is not good, and with `invalid_parameter` a password that cannot be used; only success uses the
 * code up.
 */
export async function resetPasswordByCode(
  db: Database,
  {
    code,
    password,
    origin,
  }: { readonly code: string; readonly password: string; readonly origin: RequestOrigin },
  now: Date,
): Promise<void> {
  const member = await findPasswordReset(db, sha256(code), now);
  if (!member) throw notGood();
  checkNewPassword(password, member.email);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    // Of two who hold the code at once the first has used it up.
    const isReset = await replacePassword(
      trx,
      { member, passwordHash },
      memberActor(member, origin.address),
      now,
    );
    if (!isReset) throw notGood();
  });
}

function notGood(): Refusal {
  return new Refusal(
    'forbidden',
    'the link is wrong, was used, or is older than 30 minutes; ask for a new one',
  );
}

import type { Database } from '../../storage/database/database.ts';
import { deleteKnownPlacesOf } from '../../storage/account/known-place.ts';
import { updatePasswordHash } from '../../storage/account/member.ts';
import { deletePasswordReset } from '../../storage/account/password-reset.ts';
import { deleteSessionsOf } from '../../storage/account/session.ts';
import type { Caller } from './caller.ts';
import { checkNewPassword } from './check-new-password.ts';
import { checkOwnPassword, recordOwnChange } from './check-own-password.ts';
import { hashPassword } from './hash-password.ts';
import { type BrowserToken, rememberPlace, type RequestOrigin } from './known-place.ts';

export interface PasswordChange {
  readonly current: string;
  readonly wanted: string;
  readonly origin: RequestOrigin;
}

/**
 * Sets the caller's password, ends their other sessions and forgets where they had signed in: whoever knew the
 * old password may have done so anywhere. Refuses with `forbidden` a wrong current
 * password, counted like a failed sign-in, and with `invalid_parameter` a new one that cannot be used.
 * @returns what the browser that asks is known by from now on; a program is not
 */
export async function changePassword(
  db: Database,
  caller: Caller,
  { current, wanted, origin }: PasswordChange,
  now: Date,
): Promise<BrowserToken | undefined> {
  const { memberId, email, sessionId } = caller;
  checkNewPassword(wanted, email);
  const own = { caller, origin };
  await checkOwnPassword(db, own, current, 'password_change_failed', now);
  const passwordHash = await hashPassword(wanted);
  return db.transaction().execute(async (transaction) => {
    await updatePasswordHash(transaction, memberId, passwordHash);
    await deletePasswordReset(transaction, memberId);
    await deleteSessionsOf(transaction, memberId, sessionId);
    await recordOwnChange(transaction, own, 'password_changed', now);
    await deleteKnownPlacesOf(transaction, memberId);
    return sessionId === undefined ? undefined : rememberPlace(transaction, memberId, origin, now);
  });
}

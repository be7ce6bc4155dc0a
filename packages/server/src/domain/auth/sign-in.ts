import { Refusal } from '../../errors.ts';
import { findMemberByEmail, hasPasswordStill } from '../../storage/account/member.ts';
import { findSecondFactor } from '../../storage/account/second-factor.ts';
import type { DatabaseTransaction } from '../../storage/database/database.ts';
import { recordFailedSignIn } from '../trail/record-entry.ts';
import { normaliseEmail } from './email.ts';
import { verifyPassword } from './hash-password.ts';
import { throttleLogin } from './login-throttle.ts';
import type { RequestOrigin } from './known-place.ts';
import { type SecondFactorServices, withCode, wrongCode } from './second-factor-code.ts';
import { type SignedInMember, startRecordedSession } from './start-session.ts';

const wrongPassword = 'the e-mail address or the password is wrong';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of the second factor, where the member has one. */
  readonly code?: string | undefined;
  readonly origin: RequestOrigin;
}

/**
 * Refuses with `unauthenticated` in the same words and about the same time whether the e-mail address or
 * the password is wrong, and with `rate_limited` after too many such refusals. Who knows the password is told by
 * `second_factor_required` that a code is needed, and by `unauthenticated` that it is wrong.
 */
export async function signIn(
  services: SecondFactorServices,
  { email: text, password, code, origin }: Credentials,
  now: Date,
): Promise<SignedInMember> {
  const { db } = services;
  const email = normaliseEmail(text);
  const failed = async (message: string): Promise<Refusal> => {
    await recordFailedSignIn(db, { email, address: origin.address }, now);
    return new Refusal('unauthenticated', message);
  };
  const throttle = await throttleLogin(db, { email, origin }, now);
  const member = await findMemberByEmail(db, email);
  const isRight = await verifyPassword(password, member?.passwordHash);
  if (!member || !isRight) throw await failed(wrongPassword);
  const start = async (trx: DatabaseTransaction): Promise<SignedInMember> => {
    // Whoever knows the old password must not sign in beside the change that shuts them out.
    if (!(await hasPasswordStill(trx, member))) throw new Refusal('unauthenticated', wrongPassword);
    return startRecordedSession(trx, 'sign_in', member, origin, now);
  };
  const factor = await findSecondFactor(db, member.memberId);
  if (!factor?.enabledAt) {
    await throttle.succeeded();
    return db.transaction().execute(start);
  }
  if (code === undefined) {
    throw new Refusal(
      'second_factor_required',
      'send the code that your authenticator app shows, or a recovery code, as code',
    );
  }
  const done = await withCode(services, member.memberId, code, now, start);
  if (!done) throw await failed(wrongCode);
  await throttle.succeeded();
  return done.result;
}

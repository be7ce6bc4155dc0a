import { Refusal } from '../../errors.ts';
import type { OpenidIdentity } from '../../outbound/openid-provider.ts';
import { takeSignInAttempt } from '../../storage/account/sign-in-attempt.ts';
import type { Database } from '../../storage/database/database.ts';
import type { RequestOrigin } from '../auth/known-place.ts';
import { isSameSecret, parseSecretToken } from '../auth/secret-token.ts';
import { type SignedInMember, startRecordedSession } from '../auth/start-session.ts';
import { recordFailedSignIn } from '../trail/record-entry.ts';
import { attemptSecrets } from './attempt-secrets.ts';
import { memberOfIdentity, verifiedEmailOf } from './member-of-identity.ts';
import { refusedByProvider } from './refused-by-provider.ts';
import type { OpenidServices } from './start-openid-sign-in.ts';

export interface OpenidAnswer {
  /** With which the browser came back. */
  readonly query: string;
  readonly attemptToken: string | undefined;
  readonly origin: RequestOrigin;
}

/**
 * Signs in whom the provider names. Refuses with `openid_attempt_ended` what was not begun by this browser, has ended or
 * was finished before; with `openid_refused`, `openid_untrusted` or `openid_unavailable` what comes from the provider; and
 * as `memberOfIdentity` does.
 */
export async function finishOpenidSignIn(
  { db, openid, log }: OpenidServices,
  { query, attemptToken, origin }: OpenidAnswer,
  now: Date,
): Promise<SignedInMember> {
  if (!openid) throw new Refusal('openid_not_configured');
  const secrets = attemptSecrets(await takeAttempt(db, attemptToken, now));
  if (new URLSearchParams(query).get('state') !== secrets.state) throw attemptEnded();
  const identity = await openid.provider.identityOf(query, secrets).catch((error: unknown) => {
    throw refusedByProvider(error, openid, log);
  });
  try {
    return await db.transaction().execute(async (trx) => {
      const member = await memberOfIdentity(trx, { openid, identity, origin }, now);
      return startRecordedSession(trx, 'sign_in', member, origin, now, { isVouchedFor: true });
    });
  } catch (error) {
    if (error instanceof Refusal) await recordRefused(db, identity, origin, now);
    throw error;
  }
}

/** @returns the token, which is used up */
async function takeAttempt(db: Database, token: string | undefined, now: Date): Promise<string> {
  const parsed = token === undefined ? undefined : parseSecretToken(token);
  const secretSha256 = parsed && (await takeSignInAttempt(db, parsed.id, now));
  if (token === undefined || !secretSha256 || !isSameSecret(secretSha256, parsed.secretSha256)) {
    throw attemptEnded();
  }
  return token;
}

async function recordRefused(
  db: Database,
  identity: OpenidIdentity,
  { address }: RequestOrigin,
  now: Date,
): Promise<void> {
  const email = verifiedEmailOf(identity);
  if (email !== undefined) await recordFailedSignIn(db, { email, address }, now);
}

function attemptEnded(): Refusal {
  return new Refusal(
    'openid_attempt_ended',
    'this attempt to sign in was finished before, has ended, or was begun in another browser; begin again',
  );
}

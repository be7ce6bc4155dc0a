import { Refusal } from '../../errors.ts';
import { insertSignInAttempt } from '../../storage/account/sign-in-attempt.ts';
import type { Database } from '../../storage/database/database.ts';
import type { BrowserToken } from '../auth/known-place.ts';
import { createSecretToken } from '../auth/secret-token.ts';
import { attemptSecrets } from './attempt-secrets.ts';
import type { OpenidSignIn } from './openid-sign-in.ts';
import { refusedByProvider } from './refused-by-provider.ts';

export interface OpenidServices {
  readonly db: Database;
  readonly openid?: OpenidSignIn | undefined;
  readonly log?: (message: string) => void;
}

const attemptMinutes = 10;

/**
 * Begins an attempt to sign in. Refuses with `openid_not_configured`, and with `openid_unavailable` where the provider
 * cannot be asked.
 * @returns where the browser goes, and the cookie by which it is known when it comes back
 */
export async function startOpenidSignIn(
  { db, openid, log }: OpenidServices,
  now: Date,
): Promise<{ readonly authorizationUrl: string; readonly attempt: BrowserToken }> {
  if (!openid) throw new Refusal('openid_not_configured');
  const { id: attemptId, secretSha256, text: token } = createSecretToken();
  const authorizationUrl = await openid.provider
    .authorizationUrl(attemptSecrets(token))
    .catch((error: unknown) => {
      throw refusedByProvider(error, openid, log);
    });
  const expiresAt = new Date(now.getTime() + attemptMinutes * 60_000);
  await insertSignInAttempt(db, { attemptId, secretSha256, expiresAt });
  return { authorizationUrl, attempt: { token, expiresAt } };
}

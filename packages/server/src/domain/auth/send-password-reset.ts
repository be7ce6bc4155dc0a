import { randomBytes, randomUUID } from 'node:crypto';
import type { Mailer } from '../../outbound/send-mail.ts';
import { findMemberByEmail } from '../../storage/account/member.ts';
import { savePasswordReset } from '../../storage/account/password-reset.ts';
import type { Database } from '../../storage/database/database.ts';
import type { PasswordResetJob } from './request-password-reset.ts';
import { sha256 } from './secret-token.ts';

export interface SendResetServices {
  readonly db: Database;
  readonly mailer?: Mailer | undefined;
  readonly publicUrl?: string | undefined;
  readonly now: () => Date;
}

const resetMinutes = 30;

/**
 * Sends a member who has a password the link that sets a new one, and nobody else anything. Rejects where the mail server
 * does not take the letter; the next attempt makes another link.
 */
export async function sendPasswordReset(
  { db, mailer, publicUrl, now }: SendResetServices,
  { email }: PasswordResetJob,
): Promise<void> {
  const member = await findMemberByEmail(db, email);
  // Who was only invited, or signs in at a provider, has no password to forget.
  if (!mailer || publicUrl === undefined || !member || member.passwordHash === '') return;
  const code = randomBytes(24).toString('base64url');
  const expiresAt = new Date(now().getTime() + resetMinutes * 60_000);
  await savePasswordReset(db, { memberId: member.memberId, codeSha256: sha256(code), expiresAt });
  const text = `Somebody asked for a new password for ${email} at extaudit (${publicUrl}).

To choose one, open this address within ${resetMinutes} minutes; it works once:

${publicUrl}/password-reset?code=${code}

If it was not you, you need not do anything: your password stays as it is.
`;
  const letter = {
    id: randomUUID(),
    to: [email],
    subject: 'Choose a new password for extaudit',
    text,
  };
  const { delivered, problem } = await mailer.send(letter);
  if (!delivered) throw new Error(`the letter with the link was not sent: ${problem}`);
}

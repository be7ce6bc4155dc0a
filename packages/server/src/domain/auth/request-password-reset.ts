import { randomUUID } from 'node:crypto';
import { Refusal } from '../../errors.ts';
import type { Mailer } from '../../outbound/send-mail.ts';
import type { Database } from '../../storage/database/database.ts';
import type { Queue } from '../../storage/database/queue.ts';
import { rateLimitCounter } from '../../storage/database/rate-limit.ts';
import { networkOf } from './client-network.ts';
import type { RequestOrigin } from './known-place.ts';
import { sha256 } from './secret-token.ts';
import { normaliseEmail } from './email.ts';

export interface PasswordResetServices {
  readonly db: Database;
  readonly queue: Queue;
  /** Absent: this service sends no mail. */
  readonly mailer?: Mailer | undefined;
  readonly publicUrl?: string | undefined;
}

/** The job `send-password-reset`. */
export interface PasswordResetJob {
  /** Lower case; perhaps of nobody. */
  readonly email: string;
}

const perEmail = { name: 'password-reset-email', requests: 3, seconds: 3_600 };
const perNetwork = { name: 'password-reset-network', requests: 20, seconds: 3_600 };

/** Whether who has forgotten a password can have a link: it needs a mail server, and the address that it leads to. */
export function canResetByMail({ mailer, publicUrl }: Omit<PasswordResetServices, 'db' | 'queue'>) {
  return mailer !== undefined && publicUrl !== undefined;
}

/**
 * Has a link sent to the member of the e-mail address. Does the same whether there is one, in the same time: who that is,
 * the job looks up. Refuses with `mail_not_configured`, and with `rate_limited` who asks too often.
 */
export async function requestPasswordReset(
  services: PasswordResetServices,
  { email: written, origin }: { readonly email: string; readonly origin: RequestOrigin },
): Promise<void> {
  if (!canResetByMail(services)) throw new Refusal('mail_not_configured');
  const { db, queue } = services;
  const email = normaliseEmail(written);
  // Hashed, because the key column is short and an address may be long.
  await count(db, perEmail, sha256(email).toString('hex'));
  await count(db, perNetwork, networkOf(origin.address));
  const data: PasswordResetJob = { email };
  const job = { id: randomUUID(), name: 'send-password-reset', data, priority: 0 };
  await db.transaction().execute((trx) => queue.send(trx, job));
}

async function count(db: Database, limit: typeof perEmail, key: string): Promise<void> {
  const { allowed, resetSeconds } = await rateLimitCounter(db, limit).count(key);
  if (allowed) return;
  throw new Refusal(
    'rate_limited',
    `a new password was asked for too often; try again in ${resetSeconds} seconds`,
    { retryAfterSeconds: resetSeconds },
  );
}

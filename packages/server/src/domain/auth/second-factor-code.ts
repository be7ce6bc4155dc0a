import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { Refusal } from '../../errors.ts';
import {
  findSecondFactor,
  takeRecoveryCode,
  takeStep,
} from '../../storage/account/second-factor.ts';
import type { Database, DatabaseTransaction } from '../../storage/database/database.ts';
import { rateLimitCounter } from '../../storage/database/rate-limit.ts';
import type { SecretBox } from '../../storage/database/secret-box.ts';
import { sha256 } from './secret-token.ts';

export interface SecondFactorServices {
  readonly db: Database;
  readonly secrets: SecretBox;
}

export const wrongCode = 'the code is wrong, has been used or is no longer good';

const periodSeconds = 30;
const recoveryCodes = 10;

/** Whoever has the password may guess 20 times a day: three codes of a million count at a time. */
const perMember = { name: 'second-factor', requests: 20, seconds: 86_400 };

/**
 * Does what a code is asked for, in the transaction that uses the code up: no code is good twice. Refuses with
 * `rate_limited` after too many wrong ones; recovery codes, which nobody guesses, still count then.
 * @returns `undefined`, and nothing is done, where the code is wrong or was used
 */
export async function withCode<T>(
  { db, secrets }: SecondFactorServices,
  memberId: string,
  code: string,
  now: Date,
  act: (trx: DatabaseTransaction) => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const text = code.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!/^\d{6}$/.test(text)) {
    return db.transaction().execute(async (trx) => {
      if (!(await takeRecoveryCode(trx, memberId, sha256(text)))) return undefined;
      return { result: await act(trx) };
    });
  }
  const counter = rateLimitCounter(db, perMember);
  const { allowed, resetSeconds } = await counter.count(memberId);
  if (!allowed) throw tooMany(resetSeconds);
  const step = stepOf(await secretOf({ db, secrets }, memberId), text, now);
  const done = await db.transaction().execute(async (trx) => {
    if (step === undefined || !(await takeStep(trx, memberId, step))) return undefined;
    return { result: await act(trx) };
  });
  if (done) await counter.forgive(memberId);
  return done;
}

/** As the app takes it: for typing, and for scanning. */
export function createSecret(email: string): { readonly secret: string; readonly uri: string } {
  const secret = new Secret({ size: 20 });
  const app = new TOTP({ issuer: 'extaudit', label: email, secret, period: periodSeconds });
  return { secret: secret.base32, uri: app.toString() };
}

/** Of 80 random bits each, in groups that are easy to copy by hand. */
export function createRecoveryCodes(): readonly {
  readonly text: string;
  readonly sha256: Buffer;
}[] {
  return Array.from({ length: recoveryCodes }, () => {
    const letters = new Secret({ buffer: Uint8Array.from(randomBytes(10)).buffer }).base32;
    return { text: letters.replaceAll(/(.{4})(?=.)/g, '$1-'), sha256: sha256(letters) };
  });
}

/** @returns `undefined` where there is none, or another key has sealed it */
async function secretOf(
  { db, secrets }: SecondFactorServices,
  memberId: string,
): Promise<string | undefined> {
  const factor = await findSecondFactor(db, memberId);
  try {
    return factor && secrets.open(factor.sealedSecret, memberId);
  } catch {
    return undefined;
  }
}

/** Which step of time the code is of; clocks may differ by one. @returns `undefined` where it is of none */
function stepOf(secret: string | undefined, token: string, now: Date): number | undefined {
  if (secret === undefined) return undefined;
  const app = new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds });
  const delta = app.validate({ token, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : app.counter({ timestamp: now.getTime() }) + delta;
}

function tooMany(retryAfterSeconds: number): Refusal {
  return new Refusal(
    'rate_limited',
    `too many wrong codes; use a recovery code, or try again in ${retryAfterSeconds} seconds`,
    { retryAfterSeconds },
  );
}

import { Refusal } from '../../errors.ts';
import { findMemberByEmail } from '../../storage/account/member.ts';
import {
  countRecoveryCodes,
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  putSecondFactor,
  replaceRecoveryCodes,
} from '../../storage/account/second-factor.ts';
import { deleteSessionsOf } from '../../storage/account/session.ts';
import type { Database, DatabaseTransaction } from '../../storage/database/database.ts';
import type { Actor } from '../trail/actor.ts';
import { recordEntry } from '../trail/record-entry.ts';
import { checkOwnPassword, type OwnRequest, recordOwnChange } from './check-own-password.ts';
import {
  createRecoveryCodes,
  createSecret,
  type SecondFactorServices,
  withCode,
  wrongCode,
} from './second-factor-code.ts';
import { normaliseEmail } from './email.ts';

export interface SecondFactorState {
  readonly enabledAt: Date | null;
  readonly recoveryCodesLeft: number;
}

/** What who turns the second factor off, or renews its codes, has to know and to have. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

const changeFailed = 'second_factor_change_failed';

export async function secondFactorOf(db: Database, memberId: string): Promise<SecondFactorState> {
  const factor = await findSecondFactor(db, memberId);
  const recoveryCodesLeft = await countRecoveryCodes(db, memberId);
  return { enabledAt: factor?.enabledAt ?? null, recoveryCodesLeft };
}

/** Makes the secret. Refuses with `forbidden` a wrong password, and with `second_factor_exists` where one is on. */
export async function startSecondFactor(
  { db, secrets }: SecondFactorServices,
  own: OwnRequest,
  password: string,
  now: Date,
): Promise<{ readonly secret: string; readonly uri: string }> {
  await checkOwnPassword(db, own, password, changeFailed, now);
  const { memberId, email } = own.caller;
  const created = createSecret(email);
  const sealedSecret = secrets.seal(created.secret, memberId);
  const isPut = await db
    .transaction()
    .execute((trx) => putSecondFactor(trx, { memberId, sealedSecret }, now));
  if (!isPut) throw alreadyOn();
  return created;
}

/**
 * Has sign-ins ask for codes from now on, and ends the sessions that were begun without.
 * Refuses with `second_factor_missing` or `second_factor_exists` where there is nothing to confirm, and with `forbidden` a wrong code.
 * @returns the recovery codes, which exist nowhere else
 */
export async function confirmSecondFactor(
  services: SecondFactorServices,
  own: OwnRequest,
  code: string,
  now: Date,
): Promise<readonly string[]> {
  const { memberId, sessionId } = own.caller;
  const factor = await findSecondFactor(services.db, memberId);
  if (factor?.enabledAt) throw alreadyOn();
  if (!factor) throw new Refusal('second_factor_missing', 'ask for a secret first');
  return withProof(services, own, code, now, async (trx) => {
    if (!(await enableSecondFactor(trx, memberId, now))) throw alreadyOn();
    await deleteSessionsOf(trx, memberId, sessionId);
    await recordOwnChange(trx, own, 'second_factor_enabled', now);
    return putRecoveryCodes(trx, memberId);
  });
}

/** Refuses with `forbidden` a wrong password or code, and with `second_factor_missing` where none is on. */
export async function disableSecondFactor(
  services: SecondFactorServices,
  own: OwnRequest,
  { password, code }: Proof,
  now: Date,
): Promise<void> {
  await checkIsOn(services.db, own, password, now);
  await withProof(services, own, code, now, async (trx) => {
    await deleteSecondFactor(trx, own.caller.memberId);
    await recordOwnChange(trx, own, 'second_factor_disabled', now);
  });
}

/** Refuses as `disableSecondFactor` does. @returns the new codes, which exist nowhere else */
export async function renewRecoveryCodes(
  services: SecondFactorServices,
  own: OwnRequest,
  { password, code }: Proof,
  now: Date,
): Promise<readonly string[]> {
  await checkIsOn(services.db, own, password, now);
  return withProof(services, own, code, now, async (trx) => {
    await recordOwnChange(trx, own, 'recovery_codes_renewed', now);
    return putRecoveryCodes(trx, own.caller.memberId);
  });
}

/**
 * Turns it off for a member who has lost both app and recovery codes. Refuses with `member_not_found` who is unknown, and
 * with `second_factor_missing` where none is on.
 */
export async function removeSecondFactor(
  db: Database,
  writtenEmail: string,
  actor: Actor,
  now: Date,
): Promise<{ readonly email: string }> {
  const email = normaliseEmail(writtenEmail);
  const member = await findMemberByEmail(db, email);
  if (!member)
    throw new Refusal('member_not_found', `there is no member with the e-mail address ${email}`);
  const { accountId, memberId } = member;
  await db.transaction().execute(async (trx) => {
    if (!(await deleteSecondFactor(trx, memberId)))
      throw new Refusal('second_factor_missing', `the second factor of ${email} is not on`);
    const subject = { kind: 'member', id: memberId, name: email } as const;
    await recordEntry(trx, actor, { accountId, action: 'second_factor_disabled', subject }, now);
  });
  return { email };
}

async function checkIsOn(
  db: Database,
  own: OwnRequest,
  password: string,
  now: Date,
): Promise<void> {
  await checkOwnPassword(db, own, password, changeFailed, now);
  const factor = await findSecondFactor(db, own.caller.memberId);
  if (!factor?.enabledAt)
    throw new Refusal('second_factor_missing', 'your second factor is not on');
}

async function withProof<T>(
  services: SecondFactorServices,
  own: OwnRequest,
  code: string,
  now: Date,
  act: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const done = await withCode(services, own.caller.memberId, code, now, act);
  if (done) return done.result;
  await services.db.transaction().execute((trx) => recordOwnChange(trx, own, changeFailed, now));
  throw new Refusal('forbidden', wrongCode);
}

async function putRecoveryCodes(
  trx: DatabaseTransaction,
  memberId: string,
): Promise<readonly string[]> {
  const codes = createRecoveryCodes();
  const hashes = codes.map(({ sha256 }) => sha256);
  await replaceRecoveryCodes(trx, memberId, hashes);
  return codes.map(({ text }) => text);
}

function alreadyOn(): Refusal {
  return new Refusal(
    'second_factor_exists',
    'your second factor is on already; turn it off before you set up another app',
  );
}

import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '@extaudit/contract';
import { Refusal } from '../../errors.ts';
import type { OpenidIdentity } from '../../outbound/openid-provider.ts';
import { findOnlyAccount, lockAccount, lockAccounts } from '../../storage/account/account.ts';
import { findMemberByIdentity, insertIdentity } from '../../storage/account/identity.ts';
import { deleteInvitation } from '../../storage/account/invitation.ts';
import {
  findMember,
  findMemberByEmail,
  hasOtherOwner,
  insertMember,
  type Member,
  updateMemberRole,
} from '../../storage/account/member.ts';
import type { DatabaseTransaction } from '../../storage/database/database.ts';
import { isEmail, normaliseEmail } from '../auth/email.ts';
import type { RequestOrigin } from '../auth/known-place.ts';
import { memberActor } from '../trail/actor.ts';
import { recordEntry } from '../trail/record-entry.ts';
import { grantedRole } from './granted-role.ts';
import type { OpenidSignIn } from './openid-sign-in.ts';

export interface Newcomer {
  readonly openid: OpenidSignIn;
  readonly identity: OpenidIdentity;
  readonly origin: RequestOrigin;
}

/**
 * The member whom a provider means: at the first time by an e-mail address that it has verified, from then on by the
 * subject that it names for good. Where groups give roles, the member has that of today, and who is new joins the only
 * account. Refuses with `email_not_verified`, and with `not_a_member` whoever may not sign in here.
 */
export async function memberOfIdentity(
  trx: DatabaseTransaction,
  newcomer: Newcomer,
  now: Date,
): Promise<Member> {
  const { openid, identity } = newcomer;
  const role = roleOf(newcomer);
  let member = await findMemberByIdentity(trx, identity);
  if (!member) {
    // Of two first sign-ins of one person at once the second finds what the first has made.
    await lockAccounts(trx);
    member =
      (await findMemberByIdentity(trx, identity)) ?? (await linkMember(trx, newcomer, role, now));
  }
  return openid.roles && role !== member.role
    ? changeRole(trx, newcomer, member, role, now)
    : member;
}

/** Lower case; `undefined` where the provider does not vouch for one, or for what no member can have. */
export function verifiedEmailOf({ claims: { email, email_verified } }: OpenidIdentity) {
  const isVouchedFor = typeof email === 'string' && email_verified === true;
  return isVouchedFor && isEmail(email) ? normaliseEmail(email) : undefined;
}

function roleOf({ openid: { roles, name, groupsClaim }, identity }: Newcomer): Role {
  if (!roles) return 'viewer';
  const role = grantedRole(identity.claims[groupsClaim], roles);
  if (role) return role;
  throw new Refusal(
    'not_a_member',
    `none of your groups at ${name} may use this service; ask for one of those that the operator has chosen`,
  );
}

async function linkMember(
  trx: DatabaseTransaction,
  newcomer: Newcomer,
  role: Role,
  now: Date,
): Promise<Member> {
  const { identity, openid, origin } = newcomer;
  const email = verifiedEmailOf(identity);
  if (email === undefined) {
    throw new Refusal(
      'email_not_verified',
      `${openid.name} does not say that your e-mail address is verified, by which you would be known here`,
    );
  }
  const present = await findMemberByEmail(trx, email);
  const member = present ?? (await addMember(trx, newcomer, { email, role }, now));
  if (!(await insertIdentity(trx, member.memberId, identity, now))) {
    throw new Refusal(
      'not_a_member',
      `${email} is the member of another user of ${openid.name}; an owner can remove that member and invite you`,
    );
  }
  await deleteInvitation(trx, member.memberId);
  const { accountId, memberId } = member;
  const subject = { kind: 'member', id: memberId, name: member.email } as const;
  const details = { issuer: identity.issuer, subject: identity.subject };
  const change = { accountId, action: 'identity_linked', subject, details } as const;
  await recordEntry(trx, memberActor(member, origin.address), change, now);
  return member;
}

async function addMember(
  trx: DatabaseTransaction,
  { openid, origin }: Newcomer,
  { email, role }: { readonly email: string; readonly role: Role },
  now: Date,
): Promise<Member> {
  const accountId = openid.roles && (await findOnlyAccount(trx));
  if (accountId === undefined) {
    throw new Refusal(
      'not_a_member',
      `nobody here has the address ${email}; ask an owner to invite you`,
    );
  }
  const member = { memberId: randomUUIDv7(), accountId, email, role };
  await insertMember(trx, { ...member, passwordHash: '' });
  const subject = { kind: 'member', id: member.memberId, name: email } as const;
  const change = { accountId, action: 'member_added', subject, details: { role } } as const;
  await recordEntry(trx, memberActor(member, origin.address), change, now);
  return member;
}

/** The last owner stays one: an account without any could not be mended here. */
async function changeRole(
  trx: DatabaseTransaction,
  { origin }: Newcomer,
  { accountId, memberId }: Member,
  role: Role,
  now: Date,
): Promise<Member> {
  await lockAccount(trx, accountId);
  const member = await findMember(trx, accountId, memberId);
  if (!member) throw new Refusal('not_a_member', 'the member was removed meanwhile');
  if (member.role === 'owner' && !(await hasOtherOwner(trx, member))) return member;
  await updateMemberRole(trx, memberId, role);
  const subject = { kind: 'member', id: memberId, name: member.email } as const;
  const details = { from: member.role, to: role, by: 'groups' };
  const change = { accountId, action: 'member_role_changed', subject, details } as const;
  await recordEntry(trx, memberActor(member, origin.address), change, now);
  return { ...member, role };
}

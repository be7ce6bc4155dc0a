import { Type } from 'typebox';
import { defaultRateLimit, defineOperation } from '../operation.ts';
import {
  AccountMember,
  AddedMember,
  ApiToken,
  CreatedApiToken,
  MemberId,
  Scopes,
  TokenId,
  TokenName,
} from '../schemas/account.ts';
import { After, Page, PageSize, Word } from '../schemas/primitives.ts';
import { Email, roles } from '../schemas/session.ts';

export const listApiTokens = defineOperation({
  id: 'list-api-tokens',
  method: 'GET',
  path: '/api/v1/account/tokens',
  tag: 'account',
  summary: 'List API tokens',
  description:
    "An owner sees all tokens of the account, others their own, the newest first. A token's secret is never shown again.",
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  query: Type.Object({ page: Page(), page_size: PageSize(25), after: Type.Optional(After) }),
  envelope: 'list',
  answers: { 200: { when: 'The page; expired tokens are listed until revoked.', data: ApiToken } },
  errors: {},
});

export const createApiToken = defineOperation({
  id: 'create-api-token',
  method: 'POST',
  path: '/api/v1/account/tokens',
  tag: 'account',
  summary: 'Create an API token',
  description:
    'The token acts for the member who makes it and never outgrows their role. Only an owner can give it the ' +
    'scope `manage`. Another token can make it only with that scope, and then with no scope and no end beyond its own.',
  auth: 'session',
  access: 'secrets',
  audit: 'token_created',
  rateLimit: defaultRateLimit,
  body: Type.Object({
    name: TokenName,
    scopes: Scopes,
    expires_at: Type.Optional(
      Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        'x-allowed': 'an ISO 8601 timestamp in the future, or null',
        description: 'When it ends; absent or null: it does not.',
      }),
    ),
  }),
  envelope: 'single',
  answers: { 201: { when: 'The token exists.', data: CreatedApiToken } },
  errors: {
    400: 'The body is not as described, or `expires_at` is past.',
    403: 'The caller may only read, sends an API token that lacks the scope `manage`, or would give more than they have.',
    409: 'The member has 100 tokens already.',
  },
});

export const revokeApiToken = defineOperation({
  id: 'revoke-api-token',
  method: 'DELETE',
  path: '/api/v1/account/tokens/{tokenId}',
  tag: 'account',
  summary: 'Revoke an API token',
  description: 'It ends at once. An owner may revoke any token of the account, others their own.',
  auth: 'session',
  access: 'secrets',
  audit: 'token_revoked',
  rateLimit: defaultRateLimit,
  params: Type.Object({ tokenId: TokenId }),
  envelope: 'single',
  answers: {
    200: {
      when: 'The token is gone.',
      data: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
    },
  },
  errors: { 404: 'The caller sees no token with this id.' },
});

export const listMembers = defineOperation({
  id: 'list-members',
  method: 'GET',
  path: '/api/v1/account/members',
  tag: 'account',
  summary: 'List the members of the account',
  description: 'By e-mail address.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  query: Type.Object({ page: Page(), page_size: PageSize(25), after: Type.Optional(After) }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: AccountMember } },
  errors: {},
});

export const addMember = defineOperation({
  id: 'add-member',
  method: 'POST',
  path: '/api/v1/account/members',
  tag: 'account',
  summary: 'Invite a member',
  description:
    'Gives a one-time code, good for seven days, with which the new member chooses a password. Inviting ' +
    'again who has not come yet makes a new code and ends the old one.',
  auth: 'session',
  access: 'manage',
  audit: 'member_invited',
  rateLimit: defaultRateLimit,
  body: Type.Object({ email: Email, role: Word(roles) }),
  envelope: 'single',
  answers: { 201: { when: 'The member is invited.', data: AddedMember } },
  errors: { 409: 'A member, of this or another account, has the e-mail address already.' },
});

export const changeMemberRole = defineOperation({
  id: 'change-member-role',
  method: 'PATCH',
  path: '/api/v1/account/members/{memberId}',
  tag: 'account',
  summary: "Change a member's role",
  description: "Counts at once, for the member's sessions and tokens as well.",
  auth: 'session',
  access: 'manage',
  audit: 'member_role_changed',
  rateLimit: defaultRateLimit,
  params: Type.Object({ memberId: MemberId }),
  body: Type.Object({ role: Word(roles) }),
  envelope: 'single',
  answers: { 200: { when: 'The member has the role.', data: AccountMember } },
  errors: {
    404: 'The account has no such member.',
    409: 'The account would be left without an owner who can sign in.',
  },
});

export const removeMember = defineOperation({
  id: 'remove-member',
  method: 'DELETE',
  path: '/api/v1/account/members/{memberId}',
  tag: 'account',
  summary: 'Remove a member',
  description: "The member's sessions and API tokens end at once.",
  auth: 'session',
  access: 'manage',
  audit: 'member_removed',
  rateLimit: defaultRateLimit,
  params: Type.Object({ memberId: MemberId }),
  envelope: 'single',
  answers: {
    200: {
      when: 'The member is gone.',
      data: Type.Object({ id: Type.String({ format: 'uuid' }), deleted: Type.Literal(true) }),
    },
  },
  errors: {
    404: 'The account has no such member.',
    409: 'The account would be left without an owner who can sign in.',
  },
});

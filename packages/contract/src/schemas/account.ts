import { Type } from 'typebox';
import { AccountOwnedId, Timestamp, Word } from './primitives.ts';
import { roles, scopes } from './session.ts';

/** The public part of a token: the 22 characters between `exta_` and the dot. */
export const TokenId = AccountOwnedId('token', {
  pattern: '^[A-Za-z0-9_-]{22}$',
  'x-allowed': 'the `token_id` of a token, 22 characters long',
  description: 'The `token_id`.',
  examples: ['3q2-7wAAAAAAAAAAAAAAAA'],
});

export const MemberId = AccountOwnedId('member', {
  format: 'uuid',
  description: 'The `member_id`.',
});

export const TokenName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'What the token is for.',
  examples: ['nightly scan'],
});

export const Scopes = Type.Array(Word(scopes), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  'x-allowed': `a list of ${scopes.slice(0, -1).join(', ')} and ${scopes.at(-1)}, each at most once`,
  description:
    'None includes another. `manage`, over members, tokens and secrets, is for owners to give, and only where it is needed.',
});

const tokenProperties = {
  token_id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Word(scopes)),
  member_id: Type.String({ format: 'uuid', description: 'Whose token it is.' }),
  email: Type.String({ description: "The member's." }),
  created_at: Timestamp('When it was made.'),
  expires_at: Type.Union([Timestamp('When it ends.'), Type.Null()], {
    description: 'Null: it does not end.',
  }),
};

export const ApiToken = Type.Object(tokenProperties);

export const CreatedApiToken = Type.Object({
  ...tokenProperties,
  token: Type.String({
    description: 'The secret for `Authorization: Bearer`, shown this once.',
  }),
});

const memberProperties = {
  member_id: Type.String({ format: 'uuid' }),
  email: Type.String(),
  role: Word(roles),
  is_invited: Type.Boolean({ description: 'Whether the member has yet to choose a password.' }),
  has_second_factor: Type.Boolean({
    description: 'Whether signing in asks the member for a code, too.',
  }),
  created_at: Timestamp('When the member was added.'),
};

export const AccountMember = Type.Object(memberProperties);

export const AddedMember = Type.Object({
  ...memberProperties,
  invitation_code: Type.String({ description: 'For the new member, shown this once.' }),
  invitation_path: Type.String({
    description: 'The page on this service where the code is used.',
    examples: ['/invitation?code=…'],
  }),
  invitation_expires_at: Timestamp('When the code ends; adding the member again makes a new one.'),
});

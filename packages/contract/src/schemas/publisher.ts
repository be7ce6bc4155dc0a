import { Type } from 'typebox';
import { publisherRiskLevels } from './extension.ts';
import { Timestamp, Word } from './primitives.ts';

export const publisherSorts = [
  'author',
  'risk',
  'total_extensions',
  'total_users',
  'avg_rating',
  'created_at',
] as const;

export const PublisherId = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'The id that the store knows the publisher by.',
  examples: ['u1f0c7c3f8f2b'],
});

const Count = Type.Integer({ minimum: 0 });

const publisherFields = {
  publisher_id: PublisherId,
  author: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  email_is_invalid: Type.Boolean({ description: 'As the store says, or as it reads.' }),
  website: Type.Union([Type.String(), Type.Null()]),
  publisher_country: Type.Union([Type.String(), Type.Null()]),
  total_extensions: Count,
  active_extensions: Count,
  obsolete_extensions: Count,
  malicious_extensions: Type.Integer({
    minimum: 0,
    description: 'Whose current version was found malicious.',
  }),
  manifest_v2_extensions: Count,
  manifest_v3_extensions: Count,
  risk_level: Word(publisherRiskLevels),
  avg_rating: Type.Number({ description: 'Of the extensions that are rated; 0 when none is.' }),
  total_users: Count,
  is_verified: Type.Boolean(),
  malicious_history: Type.Boolean({ description: 'Whether any version ever was malicious.' }),
  created_at: Timestamp('When the publisher appeared.'),
};

export const Publisher = Type.Object(publisherFields);

const Reputation = Type.Object(
  {
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    risk_level: Word(publisherRiskLevels),
    reasons: Type.Array(Type.Object({ what: Type.String(), points: Type.Integer() })),
    computed_at: Timestamp('When it was computed.'),
  },
  {
    description:
      'Computed from what the catalogue holds. The reasons sum up to the score, which has the bands of risk ' +
      'levels; `unknown` where nothing was looked at yet.',
  },
);

export const PublisherDetail = Type.Object({ ...publisherFields, reputation: Reputation });

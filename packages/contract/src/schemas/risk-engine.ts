import { categories, classifications, riskLevels } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { ExtensionId, Timestamp, Version, Word } from './primitives.ts';
import { DecisionInShort } from './extension.ts';
import { Headline, RiskOrder } from './verdict.ts';

export const bulkIdsMax = 100;

export const Signal = Type.Object({
  category: Word(categories),
  signal: Type.String({ description: 'What was found: the id of the rule that found it.' }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  description: Type.String(),
});

export const BulkResult = Type.Object({
  extension_id: ExtensionId,
  classification: Word(classifications),
  risk_score: Type.Integer({ minimum: 0, maximum: 100 }),
  risk_level: Word(riskLevels),
  risk_order: RiskOrder,
  headline: Headline,
  signals: Type.Array(Signal),
  effective: Type.Object(
    {
      classification: Word(classifications),
      risk_score: Type.Integer({ minimum: 0, maximum: 100 }),
      risk_level: Word(riskLevels),
      risk_order: RiskOrder,
      headline: Headline,
    },
    {
      description:
        "The verdict without what the account's decisions accept; the same where they accept nothing of it.",
    },
  ),
  decisions: Type.Array(DecisionInShort, {
    description: 'Decisions of the account that hold and concern it, the newest first.',
  }),
});

export const BulkAnalysis = Type.Object({
  results: Type.Array(BulkResult, { description: 'In the order asked for.' }),
  total_processed: Type.Integer({ description: 'Results; errors are not counted.' }),
  total_malicious: Type.Integer(),
  total_suspicious: Type.Integer(),
  processing_time_ms: Type.Integer(),
  errors: Type.Array(Type.Object({ extension_id: Type.String(), error: Type.String() }), {
    description: 'Extensions without a result, and why.',
  }),
});

/** No `maxItems`: more than that is 413 and not 400. */
export const BulkRequest = Type.Object({
  extension_ids: Type.Array(Type.String({ 'x-extension-id': true }), {
    minItems: 1,
    'x-allowed': `an array of 1 to ${bulkIdsMax} extension ids`,
    description: `At most ${bulkIdsMax}. Repeated ids are analysed once.`,
    examples: [['fmkadmapgofadopljbjfkapdkoienihi']],
  }),
  include_signals: Type.Boolean({ default: true, description: 'If not, `signals` is empty.' }),
  confidence_threshold: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: 'Leaves out signals of less confidence; score and classification stay.',
  }),
});

export const WebhookRequest = Type.Object({
  extension_id: ExtensionId,
  version: Version,
  callback_url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'https, and on the public internet. Without it, read the analysis by its id.',
      examples: ['https://ci.example.org/hooks/extaudit'],
    }),
  ),
});

export const WebhookQueued = Type.Object({
  analysis_id: Type.String({ format: 'uuid' }),
  status: Type.Literal('queued'),
});

export const WebhookSecretState = Type.Object({
  exists: Type.Boolean(),
  created_at: Type.Optional(Timestamp('When the current secret was made.')),
  replaced_secret_expires_at: Type.Union(
    [Timestamp('Until when the last secret that was replaced still works.'), Type.Null()],
    { description: 'Null: none does.' },
  ),
});

export const NewWebhookSecret = Type.Object({
  secret: Type.String({ description: 'Shown this once.', examples: ['whsec_…'] }),
  created_at: Timestamp('When it was made: now.'),
  replaced_secret_expires_at: Type.Union(
    [Timestamp('Until when the secret that it replaces still works.'), Type.Null()],
    { description: 'Null: it replaces none.' },
  ),
});

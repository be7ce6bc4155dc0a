import { classifications, riskLevels } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { ExtensionId, PackageOrigin, Sha256, Timestamp, Version, Word } from './primitives.ts';
import { decisionActions } from './decision.ts';
import { Headline, IsOutdated, RiskOrder } from './verdict.ts';

export const extensionStatuses = ['active', 'obsolete'] as const;
export const paymentTypes = ['free', 'in_app', 'in_store'] as const;
export const extensionSorts = [
  'name',
  'rating',
  'usercount',
  'updated_at',
  'risk_score',
  'effective_risk_score',
] as const;
/** Of the current version, from what is known to what is not. */
export const auditStates = [
  'audited',
  'outdated',
  'waiting',
  'failed',
  'unaudited',
  'unseen',
] as const;
export const publisherRiskLevels = ['unknown', ...riskLevels] as const;

const Risk = Type.Object({
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  order: RiskOrder,
  level: Word(riskLevels),
  classification: Word(classifications),
  headline: Headline,
  analyzed_at: Timestamp('When the report was made.'),
  is_outdated: IsOutdated,
});

export const DecisionInShort = Type.Object({
  id: Type.String({ format: 'uuid' }),
  action: Word(decisionActions),
  about: Type.String({ description: 'For people: a rule, a permission, the extension.' }),
});

const EffectiveRisk = Type.Union([Risk, Type.Null()], {
  description:
    "`risk` without what the account's decisions accept; the same where they accept nothing of it. Of an outdated report nothing " +
    'is left out. Shown as decided by now; filters and order follow a decision within a minute, one about hundreds of thousands ' +
    'of extensions as far as the service has come.',
});

export const summaryFields = {
  extension_id: ExtensionId,
  gecko_id: Type.Union([Type.String(), Type.Null()], {
    description: "A Firefox add-on's own id, from which the extension id is made.",
  }),
  name: Type.String(),
  description: Type.String(),
  version: Type.String({ description: 'The current version.' }),
  status: Word(extensionStatuses),
  user_count: Type.Integer(),
  rating_value: Type.Number(),
  rating_count: Type.Integer(),
  category: Type.String({ description: 'The store category; empty when it is not known.' }),
  is_trusted_publisher: Type.Boolean(),
  last_update: Timestamp('When the current version came out.'),
  risk: Type.Union([Risk, Type.Null()], {
    description:
      'The verdict on the current version; of an extension whose package was not seen, what is known of its id. ' +
      'Null: neither is there; `audit_state` says why. What has become of a verdict shows within a minute.',
  }),
  effective_risk: EffectiveRisk,
  decisions: Type.Array(DecisionInShort, {
    description: 'Decisions of the account that hold and concern it, the newest first.',
  }),
  audit_state: Word(auditStates, {
    description:
      'Of the current version. `audited`, or `outdated` where an older rule set made the report; `waiting` and `failed` where ' +
      'there is none yet; `unaudited`: nobody asked; `unseen`: neither package nor manifest is known.',
  }),
  unknown_fields: Type.Array(Type.String(), {
    description:
      'Fields that nobody has told, such as `user_count` after an upload. They hold 0, an empty text, false, ' +
      '`free` or `active`, which then says nothing.',
    examples: [['category', 'rating_count', 'rating_value', 'user_count']],
  }),
};

export const ExtensionSummary = Type.Object(summaryFields);

const ExtensionPublisher = Type.Object(
  {
    publisher_id: Type.String(),
    author: Type.String(),
    total_extensions: Type.Integer(),
    active_extensions: Type.Integer(),
    risk_level: Word(publisherRiskLevels),
  },
  { description: 'With an empty publisher_id and author where the publisher is not known.' },
);

const ExtensionVersion = Type.Object({
  extension_version_id: Type.String({ format: 'uuid' }),
  version: Type.String(),
  size: Type.Integer({ description: 'Bytes of the package; 0 while only metadata is known.' }),
  created_at: Timestamp('When the version appeared.'),
});

export const ExtensionDetail = Type.Object({
  ...summaryFields,
  by_google: Type.Boolean(),
  is_featured: Type.Boolean(),
  payment_type: Word(paymentTypes),
  publisher_id: Type.String({ description: 'Empty while the publisher is not known.' }),
  extension_publishers: ExtensionPublisher,
  extension_versions: Type.Array(ExtensionVersion, {
    description: 'By version, the newest first, as browsers compare them; at most 1,000.',
  }),
  extension_media: Type.Array(Type.Object({ type: Type.String(), media_url: Type.String() }), {
    description:
      "What the store shows. Where it tells of none, the icon of the current version's package: then `media_url` is a path " +
      'of this API.',
  }),
});

export const Manifest = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'manifest.json of the version, parsed as Chromium does.',
    examples: [
      { manifest_version: 3, name: 'Example', version: '1.2.3', permissions: ['storage'] },
    ],
  },
);

export const UploadedExtension = Type.Object({
  extension_id: ExtensionId,
  version: Version,
  package_sha256: Sha256,
  created: Type.Boolean({ description: 'false when the same bytes were there already.' }),
  origin: PackageOrigin,
  is_version_package: Type.Boolean({
    description:
      'false where a package of a better origin is the one that the version is judged by.',
  }),
});

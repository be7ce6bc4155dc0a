import { Type } from 'typebox';
import { extensionStatuses } from './extension.ts';
import { ExtensionId, Sha256, Word } from './primitives.ts';

/** Either dialect's hash, in any case. */
export const Permhash = Type.String({
  pattern: '^[0-9a-fA-F]{64}$',
  'x-allowed': 'a 64-character hexadecimal string',
  description: 'A permission hash, ours or that of Google, by which VirusTotal searches.',
  examples: ['49a25f9feefaffecad0fcd30c50dc9331cff8b55ece53def6285c09e17e6f5d7'],
});

export const permhashDialects = ['extaudit', 'mandiant'] as const;
export const riskyLevels = ['medium', 'high', 'critical'] as const;

export const PermhashExtension = Type.Object({
  extension_id: ExtensionId,
  name: Type.String(),
  version: Type.String({ description: 'The current version, which has the hash.' }),
  user_count: Type.Integer(),
  rating_value: Type.Number(),
  is_trusted_publisher: Type.Boolean(),
  by_google: Type.Boolean(),
  status: Word(extensionStatuses),
  last_update: Type.String({
    format: 'date',
    description: 'When the current version came out, `YYYY-MM-DD`.',
  }),
});

const permissions = Type.Array(Type.String(), {
  description: 'API and host permissions, sorted, without duplicates.',
});
const sampleFields = {
  extension_id: ExtensionId,
  name: Type.String(),
  user_count: Type.Integer(),
};
const SampleExtension = Type.Object({ ...sampleFields, is_trusted_publisher: Type.Boolean() });
const knownMalicious = Type.Integer({
  description:
    'How many of its extensions are listed as malicious with confidence medium or better.',
});

const NearDuplicate = Type.Object({
  permhash: Sha256,
  similarity: Type.Number({
    description: 'Jaccard: how much of the permissions of both together both have, from 0.6 to 1.',
  }),
  permissions_added: Type.Array(Type.String(), { description: 'What only it has.' }),
  permissions_missing: Type.Array(Type.String(), { description: 'What only the extension has.' }),
  extension_count: Type.Integer(),
  total_users: Type.Integer(),
  known_malicious: knownMalicious,
  sample_extensions: Type.Array(SampleExtension, { description: 'Up to 3, most users first.' }),
});

export const ExtensionCluster = Type.Object({
  extension_id: ExtensionId,
  permhash: Sha256,
  permissions,
  cluster_size: Type.Integer({ description: 'Extensions with this permhash, itself included.' }),
  cluster_total_users: Type.Integer(),
  similar_extensions: Type.Array(Type.Object({ ...sampleFields, rating_value: Type.Number() }), {
    description: 'Up to 50 others of the cluster, most users first.',
  }),
  known_malicious: knownMalicious,
  near_duplicates: Type.Array(NearDuplicate, {
    description: 'Up to 20 other clusters with much the same permissions, most alike first.',
  }),
});

export const RiskyCluster = Type.Object({
  permhash: Sha256,
  risk_level: Word(riskyLevels),
  risk_reasons: Type.Array(Type.String()),
  permissions,
  extension_count: Type.Integer(),
  total_users: Type.Integer(),
  known_malicious: knownMalicious,
  sample_extensions: Type.Array(SampleExtension, { description: 'Up to 5, most users first.' }),
});

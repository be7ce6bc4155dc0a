import { Type } from 'typebox';
import { defaultRateLimit, defineOperation } from '../operation.ts';
import {
  ExtensionCluster,
  Permhash,
  PermhashExtension,
  RiskyCluster,
  permhashDialects,
  riskyLevels,
} from '../schemas/permhash.ts';
import { After, ExtensionId, Page, PageSize, Word } from '../schemas/primitives.ts';

export const listPermhashExtensions = defineOperation({
  id: 'list-permhash-extensions',
  method: 'GET',
  path: '/api/v1/permhash/{permhash}',
  tag: 'permhash',
  summary: 'List the extensions with a permission hash',
  description:
    'Extensions whose current version has the hash, most users first. Both dialects are accepted: ours, ' +
    "and where that has no extension, Google's (declared order of `permissions` alone).",
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ permhash: Permhash }),
  query: Type.Object({
    page: Page(),
    page_size: PageSize(50),
    dialect: Type.Optional(
      Word(permhashDialects, { description: 'Only this one; by default whichever matches.' }),
    ),
    after: Type.Optional(After),
  }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: PermhashExtension } },
  errors: { 404: 'No extension has this hash.' },
});

export const getExtensionCluster = defineOperation({
  id: 'get-extension-cluster',
  method: 'GET',
  path: '/api/v1/permhash/cluster/{extensionId}',
  tag: 'permhash',
  summary: "Read one extension's cluster",
  description:
    'The extensions that ask for exactly the same permissions, and the clusters that ask for nearly the same.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ extensionId: ExtensionId }),
  envelope: 'single',
  answers: { 200: { when: 'The cluster.', data: ExtensionCluster } },
  errors: { 404: 'The extension is not in the catalogue, or its permissions are not known.' },
});

export const listRiskyClusters = defineOperation({
  id: 'list-risky-clusters',
  method: 'GET',
  path: '/api/v1/permhash/clusters/risky',
  tag: 'permhash',
  summary: 'List clusters with risky permissions',
  description:
    'Critical ones first, then by users. What 1,000 or more extensions share, of which less than one in a ' +
    'hundred is known to be malicious, says little and comes last. Level `medium` are clusters without a risky ' +
    'pattern that hold an extension known to be malicious; two make it `high`. Every way to write all sites counts ' +
    'like `<all_urls>`.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  query: Type.Object({
    page: Page(),
    page_size: PageSize(25),
    min_extensions: Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      default: 2,
      description: 'Extensions that a cluster must have.',
    }),
    risk_level: Type.Optional(Word(riskyLevels)),
    after: Type.Optional(After),
  }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: RiskyCluster } },
  errors: {},
});

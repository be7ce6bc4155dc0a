import { confidences } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { defaultRateLimit, defineOperation } from '../operation.ts';
import {
  IntelligenceEntry,
  IntelligenceFeed,
  IntelligenceKindWord,
} from '../schemas/intelligence.ts';
import { After, Page, PageSize, Word } from '../schemas/primitives.ts';
import { SearchHit } from '../schemas/search.ts';

const shared = {
  tag: 'intelligence',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
} as const;

export const listIntelligenceFeeds = defineOperation({
  ...shared,
  id: 'list-intelligence-feeds',
  method: 'GET',
  path: '/api/v1/intelligence/feeds',
  summary: 'List the feeds of intelligence',
  description:
    'The list that comes with the service, and those that the operator has it fetch, by name: how much each says, and since when.',
  envelope: 'single',
  answers: {
    200: { when: 'The feeds.', data: Type.Object({ feeds: Type.Array(IntelligenceFeed) }) },
  },
  errors: {},
});

export const listIntelligenceEntries = defineOperation({
  ...shared,
  id: 'list-intelligence-entries',
  method: 'GET',
  path: '/api/v1/intelligence/entries',
  summary: 'List and look up what intelligence names',
  description: 'By kind, value and feed, each with how often the catalogue has it. Filters add up.',
  query: Type.Object({
    page: Page(),
    page_size: PageSize(25),
    value: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 600,
        description:
          'An extension id, a SHA-256, a host, or the name of a library, in any case: what names it. A host is named by its ' +
          'domain and each domain above.',
        examples: ['cdn.campaign.example.com'],
      }),
    ),
    kind: Type.Optional(IntelligenceKindWord),
    confidence: Type.Optional(Word(confidences)),
    feed: Type.Optional(Type.String({ maxLength: 2_000, description: 'As `feed` names it.' })),
    after: Type.Optional(After),
  }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: IntelligenceEntry } },
  errors: {},
});

export const listIntelligenceMatches = defineOperation({
  ...shared,
  id: 'list-intelligence-matches',
  method: 'GET',
  path: '/api/v1/intelligence/entries/{kind}/{value}/extensions',
  summary: 'List the extensions that an entry names',
  description:
    'Extensions of the catalogue with the id, with a version of the package, or whose current version has the file or the ' +
    'library, or names or contacts a host of the domain; these come by value and then by id, with the place. Whether an ' +
    'extension is judged by it, its report says.',
  params: Type.Object({
    kind: IntelligenceKindWord,
    value: Type.String({ minLength: 1, maxLength: 1_000, description: 'As the entry has it.' }),
  }),
  query: Type.Object({ page: Page(), page_size: PageSize(25), after: Type.Optional(After) }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: SearchHit } },
  errors: { 404: 'No feed names this value.' },
});

import { Type } from 'typebox';
import { defaultRateLimit, defineOperation } from '../operation.ts';
import { ExtensionSummary, extensionSorts, publisherRiskLevels } from '../schemas/extension.ts';
import {
  After,
  ListFormat,
  listFormats,
  Page,
  PageSize,
  Word,
  orders,
} from '../schemas/primitives.ts';
import { Publisher, PublisherDetail, PublisherId, publisherSorts } from '../schemas/publisher.ts';

export const listPublishers = defineOperation({
  id: 'list-publishers',
  method: 'GET',
  path: '/api/v1/publishers',
  tag: 'publishers',
  summary: 'List and filter publishers',
  description: 'A page of those whose extensions the catalogue holds. Filters add up.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  query: Type.Object({
    page: Page(),
    page_size: PageSize(25),
    sort: Word(publisherSorts, {
      default: 'total_users',
      description: '`risk` sorts by the score of the reputation.',
    }),
    order: Word(orders, { default: 'desc' }),
    risk_level: Type.Optional(Word(publisherRiskLevels)),
    min_extensions: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Extensions at least.' }),
    ),
    has_malicious: Type.Optional(
      Type.Boolean({ description: 'Whether any of its extensions is malicious now.' }),
    ),
    country: Type.Optional(Type.String({ maxLength: 200, description: 'As told, in any case.' })),
    after: Type.Optional(After),
    format: Type.Optional(ListFormat),
  }),
  envelope: 'list',
  answers: {
    200: { when: 'The page; empty past the end.', data: Publisher, formats: listFormats },
  },
  errors: {},
});

export const getPublisher = defineOperation({
  id: 'get-publisher',
  method: 'GET',
  path: '/api/v1/publishers/{publisherId}',
  tag: 'publishers',
  summary: 'Read one publisher and its reputation',
  description: 'With what speaks for and against it, each with its points.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ publisherId: PublisherId }),
  envelope: 'single',
  answers: { 200: { when: 'The publisher.', data: PublisherDetail } },
  errors: { 404: 'The catalogue holds nothing of this publisher.' },
});

export const listPublisherExtensions = defineOperation({
  id: 'list-publisher-extensions',
  method: 'GET',
  path: '/api/v1/publishers/{publisherId}/extensions',
  tag: 'publishers',
  summary: "List one publisher's extensions",
  description: 'As the list of all extensions, for one publisher.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ publisherId: PublisherId }),
  query: Type.Object({
    page: Page(),
    page_size: PageSize(25),
    sort: Word(extensionSorts, { default: 'updated_at' }),
    order: Word(orders, { default: 'desc' }),
    after: Type.Optional(After),
  }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: ExtensionSummary } },
  errors: { 404: 'The catalogue holds nothing of this publisher.' },
});

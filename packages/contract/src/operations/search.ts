import { Type } from 'typebox';
import { defaultRateLimit, defineOperation } from '../operation.ts';
import { After, ListFormat, listFormats, Page, PageSize } from '../schemas/primitives.ts';
import { SearchHit } from '../schemas/search.ts';

export const search = defineOperation({
  id: 'search',
  method: 'GET',
  path: '/api/v1/search',
  tag: 'search',
  summary: 'Find what the code and manifests of all extensions hold',
  description:
    'Of current versions: `host:` and `api:` that the code names or uses, `file:` by name or SHA-256, `library:` with or ' +
    'without `@version`, `finding:` by rule, `flow:cookies>network`, and `permission:` as manifests write it, ' +
    'in double quotes also where it looks mistyped. But for ' +
    'permissions, one `*` may stand first or last: `host:*.example.org` is the domain with all below it, `api:chrome.cookies.*` ' +
    'every member, `chrome.` written or not. Anything else is words, each of which stands somewhere in name, description or publisher. Hits come by ' +
    'value and then by id; those of permissions and words by users. What reports say shows within a minute.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  query: Type.Object({
    q: Type.String({
      minLength: 1,
      maxLength: 600,
      description: 'What to look for.',
      examples: ['host:*.example.org', 'api:chrome.cookies.getAll', 'flow:cookies>network'],
    }),
    page: Page(),
    page_size: PageSize(25),
    after: Type.Optional(After),
    format: Type.Optional(ListFormat),
  }),
  envelope: 'list',
  answers: {
    200: { when: 'The page; empty past the end.', data: SearchHit, formats: listFormats },
  },
  errors: {
    400: 'A parameter is not as described, `q` begins with an unknown kind, or more than 1,000 values match it.',
  },
});

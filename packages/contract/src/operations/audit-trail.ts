import { Type } from 'typebox';
import { defaultRateLimit, defineOperation } from '../operation.ts';
import { AuditEntry, auditActions } from '../schemas/audit-trail.ts';
import { Iso8601 } from '../schemas/monitor.ts';
import { After, ListFormat, listFormats, Page, PageSize, Word } from '../schemas/primitives.ts';

export const listAuditTrail = defineOperation({
  id: 'list-audit-trail',
  method: 'GET',
  path: '/api/v1/account/audit-trail',
  tag: 'account',
  summary: 'List who changed what',
  description:
    'Sign-ins, also those that failed, and every change of members, tokens, secrets, monitors and webhooks, the ' +
    'newest first. An entry is made with its change or not at all, is never altered, and is kept for 400 days. ' +
    'Filters add up; `since` and `until` are inclusive.',
  auth: 'session',
  access: 'manage',
  rateLimit: defaultRateLimit,
  query: Type.Object({
    page: Page(),
    page_size: PageSize(25),
    action: Type.Optional(Word(auditActions)),
    actor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 254,
        description: "A member's id or e-mail address, or a token's id.",
        examples: ['ada@example.org'],
      }),
    ),
    since: Type.Optional(Iso8601('Not before this moment; a date means its first one, UTC.')),
    until: Type.Optional(Iso8601('Not after this moment; a date means its last one, UTC.')),
    after: Type.Optional(After),
    format: Type.Optional(ListFormat),
  }),
  envelope: 'list',
  answers: {
    200: { when: 'The page; empty past the end.', data: AuditEntry, formats: listFormats },
  },
  errors: {},
});

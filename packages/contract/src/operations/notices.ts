import { Type } from 'typebox';
import { defaultRateLimit, defineOperation } from '../operation.ts';
import { Notice, NoticeId } from '../schemas/notice.ts';
import { After, Page, PageSize } from '../schemas/primitives.ts';

export const listNotices = defineOperation({
  id: 'list-notices',
  method: 'GET',
  path: '/api/v1/account/notices',
  tag: 'account',
  summary: 'List what the account should know',
  description:
    'Such as a webhook that the service has disabled. The newest first. One that happens again before it is ' +
    'read stays one notice.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  query: Type.Object({
    page: Page(),
    page_size: PageSize(25),
    unread: Type.Boolean({ default: false, description: 'Whether to leave out those read.' }),
    after: Type.Optional(After),
  }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: Notice } },
  errors: {},
});

export const markNoticeRead = defineOperation({
  id: 'mark-notice-read',
  method: 'POST',
  path: '/api/v1/account/notices/{noticeId}/read',
  tag: 'account',
  summary: 'Mark a notice as read',
  description: 'For all members of the account.',
  auth: 'session',
  access: 'write',
  audit: 'notice_read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ noticeId: NoticeId }),
  envelope: 'single',
  answers: { 200: { when: 'It is marked, or was before.', data: Notice } },
  errors: { 404: 'The account has no such notice.' },
});

import { operations } from '@extaudit/contract';
import { listNotices as list } from '../../storage/account/notice.ts';
import { answer, route } from '../route.ts';
import { noticeData } from './notice-data.ts';

export const listNotices = route(operations.listNotices, async ({ query, caller }, { db }) => {
  const { page, page_size: pageSize, after, unread: isUnreadOnly } = query;
  const filter = { accountId: caller.accountId, isUnreadOnly };
  const found = await list(db, filter, { page, pageSize, after });
  const items = found.items.map(noticeData);
  return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
});

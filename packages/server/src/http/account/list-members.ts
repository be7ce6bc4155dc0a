import { operations } from '@extaudit/contract';
import { listMembers as list } from '../../storage/account/member.ts';
import { answer, route } from '../route.ts';
import { memberData } from './member-data.ts';

export const listMembers = route(operations.listMembers, async ({ query, caller }, { db }) => {
  const { page, page_size: pageSize, after } = query;
  const found = await list(db, caller.accountId, { page, pageSize, after });
  const items = found.items.map(memberData);
  return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
});

import { operations } from '@extaudit/contract';
import { tokensSeenBy } from '../../domain/account/create-api-token.ts';
import { listApiTokens as list } from '../../storage/account/api-token.ts';
import { answer, route } from '../route.ts';
import { tokenData } from './token-data.ts';

export const listApiTokens = route(operations.listApiTokens, async ({ query, caller }, { db }) => {
  const { page, page_size: pageSize, after } = query;
  const found = await list(db, tokensSeenBy(caller), { page, pageSize, after });
  const items = found.items.map(tokenData);
  return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
});

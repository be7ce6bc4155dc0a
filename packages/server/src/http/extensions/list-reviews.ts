import { operations } from '@extaudit/contract';
import { Refusal } from '../../errors.ts';
import { hasExtension } from '../../storage/catalogue/extension.ts';
import { listReviews as list } from '../../storage/catalogue/review.ts';
import { answer, route } from '../route.ts';
import { reviewData } from './review-data.ts';

export const listReviews = route(operations.listReviews, async ({ params, query }, { lists }) => {
  const { page, page_size: pageSize, rating, search, sort, order, after } = query;
  const { extensionId } = params;
  if (!(await hasExtension(lists, extensionId))) throw new Refusal('extension_not_found');
  const filters = { rating, search };
  const found = await list(
    lists,
    extensionId,
    filters,
    { by: sort, order },
    { page, pageSize, after },
  );
  const items = found.items.map(reviewData);
  return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
});

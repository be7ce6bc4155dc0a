import { hitColumns, operations } from '@extaudit/contract';
import { eachHit } from '../../domain/catalogue/list-catalogue.ts';
import { searchCatalogue } from '../../domain/catalogue/search-catalogue.ts';
import { exportList } from '../export-list.ts';
import { answer, route } from '../route.ts';
import { hitData } from './hit-data.ts';

export const search = route(operations.search, async ({ query, format }, { lists, counts }) => {
  const { q, page, page_size: pageSize, after } = query;
  if (format !== 'json') {
    return exportList(format, 'search', await eachHit(lists, q, after), hitData, hitColumns);
  }
  const found = await searchCatalogue(lists, q, { page, pageSize, after, counts });
  const items = found.items.map(hitData);
  return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
});

import { operations } from '@extaudit/contract';
import { searchCatalogue } from '../../domain/catalogue/search-catalogue.ts';
import { summaryData } from '../extensions/extension-data.ts';
import { answer, route } from '../route.ts';

export const search = route(operations.search, async ({ query }, { db }) => {
  const { q, page, page_size: pageSize, after } = query;
  const found = await searchCatalogue(db, q, { page, pageSize, after });
  const items = found.items.map(({ extension, ...hit }) => {
    const { extension_id, name, version, user_count, risk, audit_state } = summaryData(extension);
    return { ...hit, extension_id, name, version, user_count, risk, audit_state };
  });
  return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
});

import { operations } from '@extaudit/contract';
import { namedExtensions } from '../../domain/catalogue/named-extensions.ts';
import { Refusal } from '../../errors.ts';
import { isNamed } from '../../storage/catalogue/intelligence-list.ts';
import { answer, route } from '../route.ts';
import { hitData } from '../search/hit-data.ts';

export const listIntelligenceMatches = route(
  operations.listIntelligenceMatches,
  async ({ params, query }, { db }) => {
    const { page, page_size: pageSize, after } = query;
    if (!(await isNamed(db, params))) throw new Refusal('intelligence_entry_not_found');
    const found = await namedExtensions(db, params, { page, pageSize, after });
    const items = found.items.map(hitData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);

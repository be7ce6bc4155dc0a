import { operations } from '@extaudit/contract';
import { countNamed, entriesNaming } from '../../domain/catalogue/named-extensions.ts';
import { listEntries } from '../../storage/catalogue/intelligence-list.ts';
import { answer, route } from '../route.ts';

export const listIntelligenceEntries = route(
  operations.listIntelligenceEntries,
  async ({ query }, { db }) => {
    const { page, page_size: pageSize, after, value, ...filters } = query;
    const naming = value === undefined ? {} : entriesNaming(value);
    const found = await listEntries(db, { ...filters, ...naming }, { page, pageSize, after });
    const items = [];
    // One after the other, so that one request takes no more than one connection.
    for (const entry of found.items) {
      items.push({ ...entry, matches: await countNamed(db, entry) });
    }
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);

import { extensionColumns, operations } from '@extaudit/contract';
import { eachExtension, filtersOf } from '../../domain/catalogue/list-catalogue.ts';
import { listExtensions as list } from '../../storage/catalogue/extension-list.ts';
import { exportList } from '../export-list.ts';
import { answer, route } from '../route.ts';
import { summaryData } from './extension-data.ts';

export const listExtensions = route(
  operations.listExtensions,
  async ({ query, format }, { db }) => {
    const { page, page_size: pageSize, sort, order, after } = query;
    const filters = await filtersOf(db, query);
    const wanted = { by: sort, order };
    if (format !== 'json') {
      const parts = await eachExtension(db, filters, wanted, after);
      return exportList(format, 'extensions', parts, summaryData, extensionColumns);
    }
    const found = await list(db, filters, wanted, { page, pageSize, after });
    const items = found.items.map(summaryData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);

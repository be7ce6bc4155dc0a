import { extensionColumns, operations } from '@extaudit/contract';
import { dayOf } from '../../domain/decision/decision-state.ts';
import { decisionsOfAccount } from '../../domain/decision/effective-verdicts.ts';
import { eachExtension, filtersOf, orderOf } from '../../domain/catalogue/list-catalogue.ts';
import { listExtensions as list } from '../../storage/catalogue/extension-list.ts';
import { exportList } from '../export-list.ts';
import { answer, route } from '../route.ts';
import { eachSummary, summariesData } from './summaries-data.ts';

export const listExtensions = route(
  operations.listExtensions,
  async ({ query, format, caller: { accountId } }, { lists, counts, now }) => {
    const { page, page_size: pageSize, sort, order, after } = query;
    const scope = { accountId, today: dayOf(now()) };
    const filters = await filtersOf(lists, query, scope, counts);
    const wanted = orderOf(sort, order, scope);
    const decisions = decisionsOfAccount(lists, { accountId }, now());
    if (format !== 'json') {
      const parts = await eachExtension(lists, filters, wanted, after);
      const items = eachSummary(parts, decisions);
      return exportList(format, 'extensions', items, (item) => item, extensionColumns);
    }
    const found = await list(lists, filters, wanted, { page, pageSize, after, counts });
    const items = await summariesData(found.items, decisions);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);

import { inventoryColumns, operations } from '@extaudit/contract';
import { countedInventory } from '../../domain/inventory/count-anew.ts';
import { eachInventoryRow } from '../../domain/inventory/each-row.ts';
import { answerRows } from '../../domain/inventory/row-answer.ts';
import { listInventoryRows as list } from '../../storage/inventory/inventory-row.ts';
import { exportList } from '../export-list.ts';
import { answer, route } from '../route.ts';
import { rowData } from './inventory-data.ts';

export const listInventoryRows = route(
  operations.listInventoryRows,
  async ({ params: { inventoryId }, query, format, caller: { accountId } }, services) => {
    const key = { accountId, inventoryId };
    await countedInventory(services.db, key, services.now());
    const { page, page_size: pageSize, sort, after, search, risk_level: riskLevel } = query;
    const filters = { search, riskLevel };
    if (format !== 'json') {
      const parts = await eachInventoryRow(services, key, filters, sort, after);
      return exportList(format, 'inventory', parts, rowData, inventoryColumns);
    }
    const found = await list(services.db, inventoryId, filters, sort, { page, pageSize, after });
    const items = (await answerRows(services, key, found.items)).map(rowData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);

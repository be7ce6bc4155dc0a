import { machineColumns, operations } from '@extaudit/contract';
import { eachPage } from '../../domain/catalogue/list-catalogue.ts';
import { countedInventory } from '../../domain/inventory/count-anew.ts';
import { listInventoryMachines as list } from '../../storage/inventory/inventory-machine.ts';
import { exportList } from '../export-list.ts';
import { answer, route } from '../route.ts';
import { machineData } from './inventory-data.ts';

export const listInventoryMachines = route(
  operations.listInventoryMachines,
  async ({ params: { inventoryId }, query, format, caller: { accountId } }, { db, now }) => {
    await countedInventory(db, { accountId, inventoryId }, now());
    const { page, page_size: pageSize, after, search } = query;
    const filters = { search, extensionId: query.extension_id, isStale: query.is_stale };
    if (format !== 'json') {
      const at = now();
      const parts = await eachPage(after, (part) => list(db, inventoryId, filters, at, part));
      return exportList(format, 'machines', parts, machineData, machineColumns);
    }
    const found = await list(db, inventoryId, filters, now(), { page, pageSize, after });
    const items = found.items.map(machineData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);

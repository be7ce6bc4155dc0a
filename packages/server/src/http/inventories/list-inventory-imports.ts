import { operations } from '@extaudit/contract';
import { countedInventory } from '../../domain/inventory/count-anew.ts';
import { listInventoryImports as list } from '../../storage/inventory/inventory-change.ts';
import { answer, route } from '../route.ts';
import { importData } from './inventory-data.ts';

export const listInventoryImports = route(
  operations.listInventoryImports,
  async ({ params: { inventoryId }, query, caller: { accountId } }, { db, now }) => {
    await countedInventory(db, { accountId, inventoryId }, now());
    const { page, page_size: pageSize, after } = query;
    const found = await list(db, inventoryId, { page, pageSize, after });
    const items = found.items.map(importData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);

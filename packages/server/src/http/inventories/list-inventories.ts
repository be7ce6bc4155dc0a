import { operations } from '@extaudit/contract';
import { countStale } from '../../domain/inventory/count-anew.ts';
import { listInventories as list } from '../../storage/inventory/inventory.ts';
import { answer, route } from '../route.ts';
import { inventoryData } from './inventory-data.ts';

export const listInventories = route(
  operations.listInventories,
  async ({ query: { page, page_size: pageSize, after }, caller: { accountId } }, { db, now }) => {
    await countStale(db, accountId, now());
    const found = await list(db, accountId, { page, pageSize, after });
    const items = found.items.map(inventoryData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);

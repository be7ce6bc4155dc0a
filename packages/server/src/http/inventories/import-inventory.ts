import { createReadStream } from 'node:fs';
import { operations } from '@extaudit/contract';
import { parseColumns } from '../../domain/inventory/formats/columns.ts';
import { countedInventory } from '../../domain/inventory/count-anew.ts';
import { followUpImport } from '../../domain/inventory/follow-up.ts';
import { importInventory as take } from '../../domain/inventory/import-inventory.ts';
import { previewInventory } from '../../domain/inventory/preview-inventory.ts';
import { answerRows } from '../../domain/inventory/row-answer.ts';
import { listInventoryRows } from '../../storage/inventory/inventory-row.ts';
import { answer, route } from '../route.ts';
import { importData, inventoryDetail, rowData } from './inventory-data.ts';
import { previewData } from './preview-data.ts';

/** Of an analyst's extensions, so that one answer is enough for most. */
const rowsAnswered = 500;

export const importInventory = route(
  operations.importInventory,
  async ({ query, file, caller: { accountId }, actor }, services) => {
    const columns = parseColumns(query.columns);
    const { bytes } = await file('file');
    // On disk first: a slow line must not keep a transaction waiting.
    await using received = await services.packages.receive(bytes, accountId);
    const chunks = createReadStream(received.path);
    if (query.preview) return answer(200, previewData(await previewInventory(chunks, columns)));
    const { source, users, stale_after_days: staleAfterDays } = query;
    const wanted = { accountId, source, users, staleAfterDays, columns };
    const { inventoryId, imported, skipped } = await take(services, wanted, chunks, actor);
    await followUpImport(services, { accountId, inventoryId });
    const key = { accountId, inventoryId };
    const inventory = await countedInventory(services.db, key, services.now());
    const page = { page: 1, pageSize: rowsAnswered };
    const { items } = await listInventoryRows(services.db, inventoryId, {}, 'risk', page);
    return answer(201, {
      inventory: await inventoryDetail(services.db, inventory),
      import: importData(imported),
      skipped,
      rows: (await answerRows(services, key, items)).map(rowData),
    });
  },
);

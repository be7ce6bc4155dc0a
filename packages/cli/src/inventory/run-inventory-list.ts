import { type Column, inventoryColumns } from '@extaudit/contract';
import {
  countStale,
  eachInventoryRow,
  inventoryData,
  listInventories,
  rowData,
} from '@extaudit/server';
import { writeList } from '../list/write-list.ts';
import type { ShowFlags } from './inventory-flags.ts';
import { inventoryOf, withInventories } from './with-inventories.ts';

/** Columns that a table of extensions has. */
export const shownColumns = [
  'extension_id',
  'risk_score',
  'risk_level',
  'machines',
  'user_count',
  'outdated_machines',
  'name',
  'headline',
];

type Listed = ReturnType<typeof inventoryData>;

const columns: readonly Column<Listed>[] = [
  { name: 'inventory_id', of: ({ inventory_id }) => inventory_id },
  { name: 'source', of: ({ source }) => source },
  { name: 'extensions', of: ({ extensions }) => extensions },
  { name: 'machines', of: ({ machines }) => machines },
  { name: 'stale_machines', of: ({ stale_machines }) => stale_machines },
  { name: 'user_count', of: ({ user_count }) => user_count },
  { name: 'users', of: ({ users }) => users },
  { name: 'last_import', of: ({ last_import }) => last_import?.created_at ?? null },
];

export async function runInventoryList(flags: ShowFlags): Promise<void> {
  await withInventories(flags, async ({ db, now }, accountId) => {
    await countStale(db, accountId, now());
    const pages = async function* (): AsyncGenerator<readonly Listed[]> {
      const pageSize = 100;
      for (let page = 1; ; page += 1) {
        const { items } = await listInventories(db, accountId, { page, pageSize });
        yield items.map(inventoryData);
        if (items.length < pageSize) return;
      }
    };
    const shown = columns.map(({ name }) => name);
    await writeList(pages(), columns, shown, flags);
  });
}

export async function runInventoryShow(words: readonly string[], flags: ShowFlags): Promise<void> {
  await withInventories(flags, async (desk, accountId) => {
    await countStale(desk.db, accountId, desk.now());
    const { inventoryId } = await inventoryOf(desk, accountId, flags.source);
    const filters = { search: words.join(' '), riskLevel: flags.riskLevel };
    const parts = await eachInventoryRow(desk, { accountId, inventoryId }, filters, flags.sort);
    const pages = async function* () {
      for await (const part of parts) yield part.map(rowData);
    };
    await writeList(pages(), inventoryColumns, shownColumns, flags);
  });
}

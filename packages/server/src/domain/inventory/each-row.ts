import type { Database } from '../../storage/database/database.ts';
import {
  type InstallFilters,
  type InventoryInstall,
  listInventoryInstalls,
} from '../../storage/inventory/inventory-install.ts';
import {
  listInventoryRows,
  type RowFilters,
  type RowSort,
} from '../../storage/inventory/inventory-row.ts';
import { eachPart } from '../catalogue/list-catalogue.ts';
import type { InventoryKey } from '../../storage/inventory/inventory.ts';
import type { RiskServices } from '../analysis/known-malicious.ts';
import { type AnsweredRow, answerRows } from './row-answer.ts';

/** Many, because each part ranks all rows anew. */
const rowsAtATime = 5_000;
const installsAtATime = 2_000;

/** All rows that match, as they are read; rejects at once where `after` is no cursor of the list. */
export async function eachInventoryRow(
  services: RiskServices,
  { accountId, inventoryId }: InventoryKey,
  filters: RowFilters,
  sort: RowSort,
  after?: string,
): Promise<AsyncIterable<readonly AnsweredRow[]>> {
  return eachPart(after, async (place) => {
    const page = { page: 1, pageSize: rowsAtATime, after: place };
    const { items, next } = await listInventoryRows(services.db, inventoryId, filters, sort, page);
    return { items: await answerRows(services, { accountId, inventoryId }, items), next };
  });
}

/** All installs that match, as they are read; rejects at once where `after` is no cursor of the list. */
export async function eachInventoryInstall(
  db: Database,
  inventoryId: string,
  filters: InstallFilters,
  now: Date,
  after?: string,
): Promise<AsyncIterable<readonly InventoryInstall[]>> {
  return eachPart(after, (place) =>
    listInventoryInstalls(db, inventoryId, filters, now, {
      page: 1,
      pageSize: installsAtATime,
      after: place,
    }),
  );
}

import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database/database.ts';
import { countInventory } from '../../storage/inventory/inventory-counts.ts';
import {
  findInventory,
  type InventoryKey,
  listOutdatedCounts,
  lockIdleInventory,
  type StoredInventory,
} from '../../storage/inventory/inventory.ts';

/** An inventory with the counts of now: machines that became stale since they were made have left. Refuses one that is not there. */
export async function countedInventory(
  db: Database,
  key: InventoryKey,
  now: Date,
): Promise<StoredInventory> {
  const inventory = await findInventory(db, key);
  if (!inventory) throw new Refusal('inventory_not_found');
  if (inventory.countsUntil === null || now < inventory.countsUntil) return inventory;
  await db.transaction().execute(async (trx) => {
    // Whoever imports counts at the end: readers do not wait for that.
    if (await lockIdleInventory(trx, key)) await countInventory(trx, key.inventoryId, now);
  });
  return (await findInventory(db, key)) ?? inventory;
}

/** Counts all inventories of an account anew whose counts are good no longer. */
export async function countStale(db: Database, accountId: string, now: Date): Promise<void> {
  for (const inventoryId of await listOutdatedCounts(db, accountId, now)) {
    await countedInventory(db, { accountId, inventoryId }, now);
  }
}

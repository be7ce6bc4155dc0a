import { sql } from 'kysely';
import { Refusal } from '../../errors.ts';
import type { Lookup } from '../catalogue/extension-lookup.ts';
import type { Database } from '../database/database.ts';

/** Extensions of the catalogue that an account's inventory has. @throws Refusal where there is no such inventory */
export async function lookUpInventory(
  db: Database,
  accountId: string,
  inventoryId: string,
): Promise<Lookup> {
  const { rows } = await sql<{ extensions: number }>`
    SELECT extensions FROM inventory WHERE account_id = ${accountId} AND inventory_id = ${inventoryId}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Refusal('inventory_not_found');
  const has = sql`x.inventory_id = ${inventoryId}`;
  return {
    extensions: found.extensions,
    // The catalogue may not have all of them.
    isExact: false,
    key: `inventory ${inventoryId}`,
    ids: sql`SELECT x.extension_id FROM inventory_extension AS x WHERE ${has}`,
    isMatch: sql`EXISTS (SELECT FROM inventory_extension AS x WHERE x.extension_id = extension.extension_id AND ${has})`,
  };
}

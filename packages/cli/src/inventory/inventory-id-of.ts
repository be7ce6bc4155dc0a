import { findInventoryOfSource } from '@extaudit/server';
import { CommandError } from '../exit.ts';

type Database = Parameters<typeof findInventoryOfSource>[0];

/** The inventory that a flag names by its source; without a name none. @throws CommandError where there is no such inventory */
export async function inventoryIdOf(
  db: Database,
  accountId: string,
  source: string | undefined,
): Promise<string | undefined> {
  if (source === undefined) return undefined;
  const found = await findInventoryOfSource(db, accountId, source);
  if (!found) throw new CommandError(`the account has no inventory ${JSON.stringify(source)}`);
  return found.inventoryId;
}

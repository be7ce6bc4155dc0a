import { compareExtensionVersions, gainedByManifest } from '@extaudit/engine';
import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database/database.ts';
import {
  compareImports,
  findImportBefore,
  findInventoryImport,
  type InventoryChange,
} from '../../storage/inventory/inventory-change.ts';
import { listInventoryRows } from '../../storage/inventory/inventory-row.ts';
import { listVersionManifests, type VersionKey } from '../../storage/inventory/version-manifest.ts';
import type { InventoryKey, StoredImport } from '../../storage/inventory/inventory.ts';
import type { RiskServices } from '../analysis/known-malicious.ts';
import { countedInventory } from './count-anew.ts';
import { type AnsweredRow, answerRows } from './row-answer.ts';

export interface ComparedInventory {
  /** Absent where there is only one import. */
  readonly from: StoredImport | undefined;
  readonly to: StoredImport;
  readonly changes: readonly ToldChange[];
  readonly total: number;
}

interface ToldChange extends InventoryChange {
  readonly what: 'appeared' | 'disappeared' | 'updated' | 'machines_changed';
  /** By the manifests of the newest versions before and after, a clause each; absent where one is not known. */
  readonly gained: readonly string[] | undefined;
  /** As it is now; absent once the inventory does not have it. */
  readonly row: AnsweredRow | undefined;
}

const changesMax = 1_000;
/** Manifests are large. */
const comparedAtATime = 50;
/** As many as people read. */
const gainsMax = 20;

/**
 * What changed between two imports of a source, the last two where none are named. Refuses inventories and imports that are
 * not there.
 */
export async function compareInventory(
  services: RiskServices,
  key: InventoryKey,
  wanted: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<ComparedInventory> {
  const { db, now } = services;
  const { lastImport } = await countedInventory(db, key, now());
  const named = async (importId: string): Promise<StoredImport> => {
    const found = await findInventoryImport(db, key.inventoryId, importId);
    if (!found) throw new Refusal('import_not_found');
    return found;
  };
  const to = wanted.to === undefined ? lastImport : await named(wanted.to);
  if (!to) throw new Refusal('import_not_found');
  const from =
    wanted.from === undefined
      ? await findImportBefore(db, key.inventoryId, to)
      : await named(wanted.from);
  if (!from) return { from: undefined, to, changes: [], total: 0 };
  const { changes, total } = await compareImports(db, from.importId, to.importId, changesMax);
  const rows = await rowsOf(services, key, changes);
  const told = changes.map((change) => ({ ...change, what: kindOf(change) }));
  const gains = await gainsOf(
    db,
    key.inventoryId,
    told.filter(({ what }) => what === 'updated'),
  );
  return {
    from,
    to,
    total,
    changes: told.map((change) => ({
      ...change,
      gained: gains.get(change.extensionId),
      row: rows.get(change.extensionId),
    })),
  };
}

async function gainsOf(
  db: Database,
  inventoryId: string,
  updates: readonly InventoryChange[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const gains = new Map<string, readonly string[]>();
  for (let at = 0; at < updates.length; at += comparedAtATime) {
    const some = updates.slice(at, at + comparedAtATime).map(({ extensionId, before, after }) => ({
      before: { extensionId, version: newestOf(before) },
      after: { extensionId, version: newestOf(after) },
    }));
    const found = await listVersionManifests(
      db,
      inventoryId,
      some.flatMap((update) => [update.before, update.after]),
    );
    const manifests = new Map(found.map((each) => [keyOf(each), each.manifest]));
    for (const update of some) {
      const [before, after] = [
        manifests.get(keyOf(update.before)),
        manifests.get(keyOf(update.after)),
      ];
      if (!before || !after) continue;
      const clauses = gainedByManifest(before, after).map(({ text }) => text);
      gains.set(update.after.extensionId, [...new Set(clauses)].slice(0, gainsMax));
    }
  }
  return gains;
}

function newestOf(versions: InventoryChange['after']): string {
  return versions
    .map(({ version }) => version)
    .reduce((newest, each) => (compareExtensionVersions(each, newest) > 0 ? each : newest));
}

function keyOf({ extensionId, version }: VersionKey): string {
  return `${extensionId} ${version}`;
}

async function rowsOf(
  services: RiskServices,
  { accountId, inventoryId }: InventoryKey,
  changes: readonly InventoryChange[],
): Promise<ReadonlyMap<string, AnsweredRow>> {
  const extensionIds = changes.map(({ extensionId }) => extensionId);
  const page = { page: 1, pageSize: changesMax };
  const found = await listInventoryRows(services.db, inventoryId, { extensionIds }, 'risk', page);
  const rows = await answerRows(services, { accountId, inventoryId }, found.items);
  return new Map(rows.map((row) => [row.extensionId, row]));
}

/** An update has come where a version is in use that was in use nowhere, and it is newer than some that were. */
function kindOf({ before, after }: InventoryChange): ToldChange['what'] {
  if (before.length === 0) return 'appeared';
  if (after.length === 0) return 'disappeared';
  const known = new Set(before.map(({ version }) => version));
  const isUpdate = after.some(
    ({ version }) =>
      !known.has(version) &&
      before.some((old) => compareExtensionVersions(version, old.version) > 0),
  );
  return isUpdate ? 'updated' : 'machines_changed';
}

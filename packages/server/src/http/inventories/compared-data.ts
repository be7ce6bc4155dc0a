import type { DataOf, operations } from '@extaudit/contract';
import type { ComparedInventory } from '../../domain/inventory/compare-inventory.ts';
import type { VersionCount } from '../../storage/inventory/inventory-change.ts';
import { importData, rowData } from './inventory-data.ts';

export type ComparedData = DataOf<typeof operations.compareInventory, 200>;

export function comparedData({ from, to, changes, total }: ComparedInventory): ComparedData {
  return {
    from: from ? importData(from) : null,
    to: importData(to),
    total_changes: total,
    changes: changes.map(({ extensionId, what, before, after, gained, row }) => ({
      extension_id: extensionId,
      name: row?.name ?? null,
      what,
      before: before.map(versionData),
      after: after.map(versionData),
      gained: gained ? [...gained] : null,
      row: row ? rowData(row) : null,
    })),
  };
}

function versionData({ version, machines }: VersionCount) {
  return { version: version === '' ? null : version, machines };
}

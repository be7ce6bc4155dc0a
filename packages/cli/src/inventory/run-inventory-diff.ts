import type { Column } from '@extaudit/contract';
import { comparedData, compareInventory } from '@extaudit/server';
import { UsageError } from '../exit.ts';
import { writeList } from '../list/write-list.ts';
import { counted, writeNotice } from '../output.ts';
import type { DiffFlags } from './inventory-flags.ts';
import { inventoryOf, withInventories } from './with-inventories.ts';

type Change = ReturnType<typeof comparedData>['changes'][number];

const columns: readonly Column<Change>[] = [
  { name: 'what', of: ({ what }) => what },
  { name: 'extension_id', of: ({ extension_id }) => extension_id },
  { name: 'before', of: ({ before }) => versionsText(before) },
  { name: 'after', of: ({ after }) => versionsText(after) },
  { name: 'gained', of: ({ gained }) => gained?.join('; ') ?? null },
  { name: 'risk_level', of: ({ row }) => row?.risk?.level ?? 'unknown' },
  { name: 'name', of: ({ name }) => name },
  { name: 'headline', of: ({ row }) => row?.risk?.headline ?? row?.reason?.message ?? null },
];

/** Each version with how many machines have it. */
function versionsText(versions: Change['before']): string {
  return versions.map(({ version, machines }) => `${version ?? 'unknown'} (${machines})`).join(' ');
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function checkImport(option: string, importId: string | undefined): void {
  if (importId === undefined || uuid.test(importId)) return;
  throw new UsageError(
    `${option} is ${JSON.stringify(importId)}; it must be an import_id that \`extaudit inventory imports\` lists`,
  );
}

export async function runInventoryDiff(flags: DiffFlags): Promise<void> {
  await withInventories(flags, async (desk, accountId) => {
    const { inventoryId } = await inventoryOf(desk, accountId, flags.source);
    const { from, to } = flags;
    checkImport('--from', from);
    checkImport('--to', to);
    const compared = comparedData(
      await compareInventory(desk, { accountId, inventoryId }, { from, to }),
    );
    if (compared.from === null) writeNotice('extaudit: there is no earlier import to compare with');
    else {
      const { created_at: before } = compared.from;
      writeNotice(
        `extaudit: ${counted(compared.total_changes, 'change')} from ${before} to ${compared.to.created_at}`,
      );
    }
    const pages = async function* () {
      yield compared.changes;
    };
    const shown = columns.map(({ name }) => name);
    await writeList(pages(), columns, shown, flags);
  });
}

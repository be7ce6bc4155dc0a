import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { showControls } from '@extaudit/engine';
import {
  commandLine,
  eachInventoryRow,
  followUpImport,
  importInventory,
  type InventoryPreview,
  judgeManifests,
  parseColumns,
  previewInventory,
  Refusal,
  tableFields,
} from '@extaudit/server';
import { textTable } from '../evaluate/text-table.ts';
import { CommandError, UsageError } from '../exit.ts';
import { fileProblem } from '../file-problem.ts';
import { counted, writeNotice, writeResult } from '../output.ts';
import type { ImportFlags } from './inventory-flags.ts';
import { installedRows } from './installed-rows.ts';
import { writeRows, writeSummary } from './write-rows.ts';
import { inventoryOf, withInventories } from './with-inventories.ts';

export async function runInventoryImport(
  named: string | undefined,
  flags: ImportFlags,
): Promise<void> {
  if ((named === undefined) !== flags.installed)
    throw new UsageError('name a file, or use --installed; one of them');
  const rows = named === undefined ? await installedRows() : undefined;
  const file = named ?? '';
  const bytesOf = (): AsyncIterable<Uint8Array> => (rows ? single(rows) : fileBytes(file));
  const staleAfterDays = daysOf(flags.staleAfterDays);
  if (file === '-' && (flags.preview || !flags.yes)) {
    throw new UsageError(
      'standard input can be read only once; add --yes, and leave --preview out',
    );
  }
  const columns = columnsOf(flags.column);
  const preview = file === '-' ? undefined : await previewOf(bytesOf(), columns);
  if (flags.preview || (preview?.format === 'table' && preview.rows.length > 0 && !flags.yes)) {
    if (preview) await showPreview(preview);
    if (flags.preview) return;
    if (!(await isAgreed())) throw new CommandError('nothing was taken');
  }
  await withInventories(flags, async (desk, accountId) => {
    const { source, users } = flags;
    const wanted = { accountId, source, users, staleAfterDays, columns };
    const bytes = file === '-' ? process.stdin : bytesOf();
    const { inventoryId, imported, skipped } = await importInventory(
      desk,
      wanted,
      bytes,
      commandLine,
    );
    const fetches = await followUpImport(desk, { accountId, inventoryId });
    await judgeManifests(desk, inventoryId);
    writeNotice(
      `extaudit: took ${counted(imported.rowsTaken, 'row')} of ${imported.format} for ${source}: ${counted(imported.extensions, 'extension')} on ${counted(imported.machines, 'machine')}`,
    );
    const { rowsSkipped } = imported;
    if (rowsSkipped > 0)
      writeNotice(
        `extaudit: ${rowsSkipped === 1 ? '1 row was' : `${rowsSkipped} rows were`} skipped`,
      );
    for (const { row, problem } of skipped) writeNotice(`  ${row}: ${showControls(problem)}`);
    if (fetches > 0) {
      writeNotice(
        `extaudit: ${fetches === 1 ? '1 extension is' : `${fetches} extensions are`} not known; \`extaudit serve\` fetches from stores`,
      );
    }
    const parts = await eachInventoryRow(desk, { accountId, inventoryId }, {}, 'risk');
    await writeRows(parts, flags);
    await writeSummary(desk, await inventoryOf(desk, accountId, source));
  });
}

async function previewOf(
  bytes: AsyncIterable<Uint8Array>,
  columns: ReturnType<typeof columnsOf>,
): Promise<InventoryPreview> {
  return previewInventory(bytes, columns).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const hint = error.message.startsWith('no column holds')
      ? '; --column extension=NAME names it'
      : '';
    throw new CommandError(`${error.message}${hint}`, { cause: error });
  });
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* fileBytes(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new CommandError(`${file} cannot be read: ${fileProblem(error)}`, { cause: error });
  }
}

async function showPreview({ format, columns, rows, skipped }: InventoryPreview): Promise<void> {
  const told = Object.entries(columns).map(
    ([field, column]) => `  ${field}: ${showControls(column)}`,
  );
  const table = rows.map((row) =>
    [row.extensionId, row.geckoId, row.name, row.version, row.machine, row.user, row.browser].map(
      (cell) => showControls((cell ?? '') === '' ? '-' : String(cell)),
    ),
  );
  const names = ['extension_id', 'gecko_id', 'name', 'version', 'machine', 'user', 'browser'];
  await writeResult(`${[`format: ${format}`, ...told].join('\n')}\n\n`);
  await writeResult(textTable([names, ...table], names.length));
  for (const { row, problem } of skipped)
    writeNotice(`  ${row} is skipped: ${showControls(problem)}`);
}

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new CommandError(
      'the columns of this table were guessed; look at them above, and add --yes to take it',
    );
  }
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await reader.question('Take it so? [y/N] ')).trim());
  } finally {
    reader.close();
  }
}

/** `field=name`, each of which the service checks as it checks the API's. */
function columnsOf(texts: readonly string[]) {
  const entries = texts.map((text) => {
    const at = text.indexOf('=');
    if (at < 1 || at === text.length - 1)
      throw new UsageError(`--column is ${JSON.stringify(text)}; it must be field=name`);
    const field = text.slice(0, at);
    if (!tableFields.some((known) => known === field)) {
      throw new UsageError(
        `--column is ${JSON.stringify(text)}; fields are ${tableFields.join(', ')}`,
      );
    }
    return [field, text.slice(at + 1)] as const;
  });
  try {
    return parseColumns(JSON.stringify(Object.fromEntries(entries)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new UsageError(error.message);
  }
}

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (/^\d{1,4}$/.test(text) && days >= 1 && days <= 3_650) return days;
  throw new UsageError(`--stale-after-days is ${JSON.stringify(text)}; it must be 1 to 3650`);
}

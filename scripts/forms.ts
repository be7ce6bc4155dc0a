// Measures what the engine understands of small extensions, each with a twin that does something else: `npm run forms -- --help`.
// It ends with 1 where a table is below its bar, or where obfuscation hides what is not among the expected holes.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { tables as allTables, type Table } from './forms/case.ts';
import { compareHoles, parseHoles, shrunkHoles, writeHoles } from './forms/holes.ts';
import { filesOf } from './forms/manifest.ts';
import { measure, type Outcome } from './forms/measure.ts';
import { sampleCases } from './forms/sample.ts';
import { resultOf, textOf } from './forms/table-text.ts';
import { casesOf } from './forms/tables/index.ts';
import { programOf } from './forms/transformations/transformed-program.ts';
import type { Measured, Share } from './forms/worker.ts';

const workers = 2;
const holesPath = join(import.meta.dirname, 'forms/expected-holes.md');

const help = `Usage: npm run forms [-- options]

  npm run forms                                     all tables, the worst rows and columns
  npm run forms -- --table forms --whole            every row and column with a fault
  npm run forms -- --cells 'classes: a field'       each cell of the rows and columns with this text
  npm run forms -- --show 'classes: a field | class'  the code of a cell and its twin
  npm run forms -- --check                          runs the extensions, and says which do not what they claim
  npm run forms -- --shrink                         takes what holds now out of the list of expected holes

Tables: ${allTables.join(', ')}
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    table: { type: 'string', multiple: true, default: [...allTables] },
    format: { type: 'string', default: 'text' },
    whole: { type: 'boolean', default: false },
    cells: { type: 'string' },
    show: { type: 'string' },
    check: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
  },
});
const tables = values.table as Table[];
const unknown = tables.filter((table) => !allTables.includes(table));
if (values.help) {
  process.stdout.write(help);
} else if (unknown.length > 0 || !['text', 'json'].includes(values.format)) {
  process.stderr.write(`--table is one of ${allTables.join(', ')}; --format is text or json\n`);
  process.exitCode = 64;
} else if (values.shrink) {
  await shrink();
} else if (values.show !== undefined) {
  show(values.show);
} else if (values.check) {
  await check();
} else {
  await print();
}

async function print(): Promise<void> {
  const cases = tables.flatMap((table) => casesOf[table]());
  const outcomes: Outcome[] = [];
  for (const { number, answer } of await inWorkers(false, cases.length)) {
    if (answer) outcomes[number] = { ...cases[number]!, ...answer };
  }
  const results = tables.map((table) =>
    resultOf(
      table,
      outcomes.filter((outcome) => outcome.table === table),
    ),
  );
  const text =
    values.format === 'json'
      ? JSON.stringify(results, null, 2)
      : results.map((result) => textOf(result, !values.whole)).join('\n\n');
  process.stdout.write(`${text}\n`);
  if (values.cells !== undefined) printCells(outcomes, values.cells);
  const unlisted = await unlistedOf(outcomes.filter(({ table }) => table === 'obfuscation'));
  for (const line of unlisted) process.stderr.write(`not among the expected holes: ${line}\n`);
  if (unlisted.length > 0 || results.some(({ isGood }) => !isGood)) process.exitCode = 1;
}

/** Of a table whose holes are all listed, those that are not. */
async function unlistedOf(outcomes: readonly Outcome[]): Promise<readonly string[]> {
  return compareHoles(parseHoles(await readFile(holesPath, 'utf8')), outcomes).added;
}

function printCells(outcomes: readonly Outcome[], part: string): void {
  for (const { row, column, isTrue, isTold, classification } of outcomes) {
    const name = `${row} | ${column}`;
    if (!name.includes(part) || isTrue === isTold) continue;
    process.stdout.write(`${isTrue ? 'missed' : 'false '} ${name}: ${classification}\n`);
  }
}

function show(cell: string): void {
  for (const one of tables.flatMap((table) => casesOf[table]())) {
    if (`${one.row} | ${one.column}` !== cell) continue;
    process.stdout.write(`${one.isTrue ? 'program' : 'twin'}\n`);
    for (const [file, text] of filesOf(programOf(one))) {
      if (file !== 'manifest.json') process.stdout.write(`  ${file}: ${text}\n`);
    }
  }
}

async function check(): Promise<void> {
  const count = tables.flatMap((table) => casesOf[table]()).length;
  const problems = (await inWorkers(true, count)).flatMap(({ problem }) => problem ?? []);
  process.stdout.write(`${count - problems.length} of ${count} do what they claim\n`);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

async function shrink(): Promise<void> {
  // Of other tables, holes are listed for the sample alone.
  const sampled = sampleCases().filter(({ table }) => table !== 'obfuscation');
  const outcomes = await measure([...sampled, ...casesOf.obfuscation()]);
  const holes = shrunkHoles(parseHoles(await readFile(holesPath, 'utf8')), outcomes);
  await writeFile(holesPath, writeHoles(holes));
}

async function inWorkers(isCheck: boolean, count: number): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  const shares = Array.from({ length: workers }, (_, index) => ({
    tables,
    index,
    count: workers,
    isCheck,
  }));
  await Promise.all(
    shares.map((share) =>
      runShare(share, (one) => {
        measured.push(one);
        if (measured.length % 2000 === 0) {
          process.stderr.write(`${measured.length} of ${count} extensions\n`);
        }
      }),
    ),
  );
  return measured;
}

async function runShare(share: Share, onMeasured: (measured: Measured) => void): Promise<void> {
  const worker = new Worker(join(import.meta.dirname, 'forms/worker.ts'), {
    workerData: share,
    execArgv: ['--experimental-vm-modules', '--no-warnings'],
  });
  await new Promise<void>((resolve, reject) => {
    worker.on('message', onMeasured);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

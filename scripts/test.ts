// Runs all tests: those that need no process of their own in a few that they share, and beside those the others, each file in
// its own. With --long it runs the long forms instead, which stand in `*.long.test.ts`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { ensureBuilt } from '../packages/web/build/ensure-built.ts';
import { holdTestServer } from '../packages/server/src/testing/test-database.ts';
import { builtCommand } from './packages/built-command.ts';

const repository = join(import.meta.dirname, '..');

/**
 * Folders whose tests are mostly the start of a process that loads the engine or the service; each line is one process. They
 * must leave nothing behind that another file would see, measure no memory, and put no hook outside of a `describe`.
 */
const sharing: readonly RegExp[] = [
  /^packages\/engine\/src\/(?:analyse|diff|gate|intelligence|model|report|review|rules|score)\//,
  /^packages\/server\/src\/(?:domain|http|intel|stores)\//,
  /^packages\/server\/src\/(?:jobs|outbound|storage\/(?!postgres))/,
  /^packages\/cli\/src\//,
  /^packages\/web\/src\//,
];

/** Below those folders, what measures the memory of its process or has an environment of its own. */
const alone = /\/(?:deliver|deliver-alert-hostile|package-bucket)\.test\.ts$/;

/** Of the others: what would still run when all else has ended, were it not started first. */
const longest =
  /^(?:test|packages\/web\/testing|packages\/engine\/src\/host|packages\/server\/src)\/[^/]+$/;

/** Of one run: what hangs is ended, so that it is a failure with a name and not a machine's time. */
const minutesMax = 35;
const testMillisecondsMax = 1_800_000;

/** As many as CI has processors: those that share wait enough to fill the gaps. */
const processes = 2;

// Absolute, because the command line is started in other folders too.
process.env['NODE_COMPILE_CACHE'] = join(repository, 'node_modules/.cache/compiled');

// Once, before several tests need it at the same moment.
await ensureBuilt();
await builtCommand();

const files = globSync(
  ['packages/*/{src,testing}/**/*.test.ts', 'fuzz/*.test.ts', 'test/**/*.test.ts'],
  { cwd: repository },
).sort();
const isLong = (file: string): boolean => file.endsWith('.long.test.ts');
const server = await holdTestServer();
/** What each group of tests printed of those that failed. */
const failed: string[] = [];
const areGood = process.argv.includes('--long')
  ? await runApart(files.filter(isLong), 1)
  : await runShort(files.filter((file) => !isLong(file)));
await server.release();
// Once more, where the end of a long log shows them.
for (const failures of failed) process.stdout.write(`\n${failures}`);
if (!areGood) process.exitCode = 1;

async function runShort(short: readonly string[]): Promise<boolean> {
  const isApart = (file: string): boolean =>
    alone.test(file) || !sharing.some((folders) => folders.test(file));
  const apart = short.filter(isApart);
  const { first = [], then = [] } = Object.groupBy(apart, (file) =>
    longest.test(file) ? 'first' : 'then',
  );
  const results = await Promise.all([
    ...sharing.map((folders) =>
      runTogether(short.filter((file) => folders.test(file) && !isApart(file))),
    ),
    runApart([...first, ...then], processes),
  ]);
  return results.every(Boolean);
}

/** @returns whether all of them passed */
async function runTogether(paths: readonly string[]): Promise<boolean> {
  const runner = spawn(
    process.execPath,
    [
      '--test',
      '--test-reporter=spec',
      `--test-timeout=${testMillisecondsMax}`,
      '--test-isolation=none',
      ...paths,
    ],
    { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'], timeout: minutesMax * 60_000 },
  );
  // Not mixed into what the others print.
  const reading = text(runner.stdout);
  await once(runner, 'close');
  const printed = await reading;
  process.stdout.write(printed);
  noteFailures(printed);
  // One file that ends the process or says `only` keeps the others from being run, which is no failure to the runner.
  const testCount = Number(/ℹ tests (\d+)/.exec(printed)?.[1] ?? 0);
  const areCut = testCount < paths.length;
  if (areCut)
    console.error(`only ${testCount} tests were run of the ${paths.length} files that share`);
  return runner.exitCode === 0 && !areCut;
}

/** In this order. @returns whether all of them passed */
async function runApart(paths: readonly string[], concurrency: number): Promise<boolean> {
  const signal = AbortSignal.timeout(minutesMax * 60_000);
  const tests = run({
    cwd: repository,
    files: paths,
    concurrency,
    timeout: testMillisecondsMax,
    signal,
  });
  let areGood = false;
  tests.on('test:summary', ({ file, success }) => {
    if (file === undefined) areGood = success;
  });
  let printed = '';
  const keep = async function* (parts: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const part of parts) {
      printed += part;
      yield part;
    }
  };
  await pipeline(tests, new spec(), keep, process.stdout, { end: false });
  noteFailures(printed);
  return areGood && !signal.aborted;
}

function noteFailures(printed: string): void {
  const start = printed.indexOf('✖ failing tests:');
  if (start >= 0) failed.push(printed.slice(start));
}

// Runs all tests: those that need no process of their own together in one, and beside it the others, each file in its own.
// With --long it runs the long forms instead, which stand in `*.long.test.ts`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureBuilt } from '../packages/web/build/ensure-built.ts';
import { builtCommand } from './packages/built-command.ts';

const repository = join(import.meta.dirname, '..');

/**
 * Folders whose tests are mostly the start of a process that loads the engine or the service. They must leave nothing
 * behind that another file would see, measure no memory, and put no hook outside of a `describe`.
 */
const sharing =
  /^packages\/(?:engine\/src\/(?:analyse|diff|intelligence|model|report|rules|score)|server\/src\/(?:domain\/(?:alert|analysis|monitor)|http\/[^/]+))\//;

/** Of one run: what hangs is ended, so that it is a failure with a name and not a machine's time. */
const minutesMax = 35;

/** One more than CI has processors, because some files mostly wait. */
const processes = 3;

// Once, before several tests need it at the same moment.
await ensureBuilt();
await builtCommand();

const files = globSync(
  ['packages/*/{src,testing}/**/*.test.ts', 'fuzz/*.test.ts', 'test/**/*.test.ts'],
  { cwd: repository },
).sort();
const isLong = (file: string): boolean => file.endsWith('.long.test.ts');
const areGood = process.argv.includes('--long')
  ? await runApart(files.filter(isLong), 1)
  : await runShort(files.filter((file) => !isLong(file)));
if (!areGood) process.exitCode = 1;

async function runShort(short: readonly string[]): Promise<boolean> {
  const results = await Promise.all([
    runTogether(short.filter(isSharing)),
    runApart(
      short.filter((file) => !isSharing(file)),
      processes,
    ),
  ]);
  return results.every(Boolean);
}

/** @returns whether all of them passed */
async function runTogether(sharingFiles: readonly string[]): Promise<boolean> {
  const runner = run(['--test-isolation=none'], sharingFiles, 'pipe');
  // Not mixed into what the others print.
  const reading = text(runner.stdout!);
  await once(runner, 'close');
  const printed = await reading;
  process.stdout.write(printed);
  // One file that ends the process or says `only` keeps the others from being run, which is no failure to the runner.
  const testCount = Number(/ℹ tests (\d+)/.exec(printed)?.[1] ?? 0);
  const areCut = testCount < sharingFiles.length;
  if (areCut)
    console.error(
      `only ${testCount} tests were run of the ${sharingFiles.length} files that share`,
    );
  return runner.exitCode === 0 && !areCut;
}

/** @returns whether all of them passed */
async function runApart(paths: readonly string[], concurrency: number): Promise<boolean> {
  const runner = run(
    [
      `--test-concurrency=${concurrency}`,
      '--test-global-setup=packages/server/src/testing/test-server.ts',
    ],
    paths,
    'inherit',
  );
  await once(runner, 'close');
  return runner.exitCode === 0;
}

function isSharing(file: string): boolean {
  return sharing.test(file);
}

function run(options: readonly string[], paths: readonly string[], stdout: 'pipe' | 'inherit') {
  return spawn(
    process.execPath,
    ['--test', '--test-reporter=spec', '--test-timeout=1800000', ...options, ...paths],
    {
      cwd: repository,
      stdio: ['ignore', stdout, 'inherit'],
      timeout: minutesMax * 60_000,
      // Absolute, because the command line is started in other folders too.
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(repository, 'node_modules/.cache/compiled'),
      },
    },
  );
}

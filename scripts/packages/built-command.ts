import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { removeUnused } from './remove-unused.ts';

const repository = join(import.meta.dirname, '../..');
const cache = join(repository, 'node_modules/.cache/command');

/** Absolute paths of what tests start as processes, bundled: each starts in a third of the time that its sources take. */
export interface BuiltCommand {
  /** The command as it is installed. */
  readonly program: string;
  /** The process in which audits run. */
  readonly auditChildProgram: string;
  /** `run-service.ts` of the server's tests, which is no part of the package. */
  readonly serviceProgram: string;
}

const testEntries = { 'run-service': 'server/src/testing/run-service.ts' };

/** Builds the command where it was not yet built from the sources as they are. */
export async function builtCommand(): Promise<BuiltCommand> {
  const folder = join(cache, sourcesStamp());
  // What is in use is not removed by whoever builds next.
  if (!(await isTouched(folder))) await build(folder);
  return {
    program: join(folder, 'extaudit.js'),
    auditChildProgram: join(folder, 'lib/audit-child.js'),
    serviceProgram: join(folder, 'lib/run-service.js'),
  };
}

async function build(folder: string): Promise<void> {
  const { buildCommand } = await import('./build-command.ts');
  await mkdir(cache, { recursive: true });
  await removeUnused(cache);
  // Whole or not at all, and never in place of another: tests may be building too, or running what was built before.
  const unfinished = await mkdtemp(join(cache, 'unfinished-'));
  try {
    await buildCommand(unfinished, testEntries);
    await rename(unfinished, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** @returns whether the folder is there */
async function isTouched(folder: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(folder, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Below the repository. The lockfile stands for the libraries. */
const sources: readonly string[] = [
  'packages/cli/extaudit.js',
  ...['cli', 'client', 'contract', 'engine', 'server', 'web'].map((name) => `packages/${name}/src`),
  ...['engine/data', 'server/migrations', 'web/build', 'guide/build', 'guide/src'].map(
    (folder) => `packages/${folder}`,
  ),
  'packages/web/index.html',
  'scripts/packages',
  'package-lock.json',
];

/** Of times and sizes, because every test file that starts something asks. */
function sourcesStamp(): string {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(filesAt)) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\0`);
  }
  return hash.digest('hex').slice(0, 16);
}

function filesAt(source: string): readonly string[] {
  const path = join(repository, source);
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

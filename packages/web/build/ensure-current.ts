import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { replaceFolder } from './replace-folder.ts';

const repository = join(import.meta.dirname, '../../..');
const hashFile = 'sources.sha256';

/** A folder that is built from files of the repository. */
export interface BuiltFolder {
  /** Absolute; replaced as a whole. */
  readonly place: string;
  /** Patterns below the repository of everything that it is made from; tests among them do not count. */
  readonly sources: readonly string[];
  /** @param folder absolute and empty, to build into */
  readonly build: (folder: string) => Promise<void>;
}

/** Builds a folder where it is missing or older than its sources. @param tell called before something is built */
export async function ensureCurrent(
  { place, sources, build }: BuiltFolder,
  tell: () => void,
): Promise<void> {
  const hash = await sourcesHash(sources);
  const builtHash = await readFile(join(place, hashFile), 'utf8').catch(() => undefined);
  if (builtHash === hash) return;
  tell();
  // Whole or not at all: a build that is interrupted, or another at the same time, leaves nothing half.
  const folder = await mkdtemp(join(place, '../.dist-'));
  try {
    await build(folder);
    await writeFile(join(folder, hashFile), hash);
    // The service may run as another user than who builds.
    await chmod(folder, 0o755);
    await replaceFolder(folder, place);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lockfile stands for the libraries. */
async function sourcesHash(sources: readonly string[]): Promise<string> {
  const entries = globSync([...sources, 'package-lock.json'], {
    cwd: repository,
    withFileTypes: true,
  });
  const files = entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${relative(repository, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

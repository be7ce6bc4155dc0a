import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageSource } from '@extaudit/engine';

/** One thing to audit, or why there is none at a path that was given. */
export type Target =
  | { readonly path: string; readonly source: PackageSource }
  | {
      readonly path: string;
      readonly problem: { readonly code: string; readonly message: string };
    };

/**
 * Files and folders as given -> what to audit, in order. A folder with a manifest.json is one extension;
 * another is searched for packages and extensions, because profiles and collections look like that.
 */
export async function findTargets(paths: readonly string[]): Promise<readonly Target[]> {
  const found = await Promise.all(paths.map(targetsAt));
  return found.flat();
}

async function targetsAt(path: string): Promise<readonly Target[]> {
  let found: readonly Target[];
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, source: { kind: 'file', path } }];
    found = await searchFolder(path, 0);
  } catch (error) {
    return [unreadable(path, error)];
  }
  return found.length > 0
    ? found
    : [
        problem(
          path,
          'not-a-package',
          'The folder holds neither a manifest.json nor extension packages (.crx, .zip, .xpi) nor folders with one.',
        ),
      ];
}

/** A browser profile needs 3: Extensions, id, version. */
const searchDepthMax = 6;

async function searchFolder(path: string, depth: number): Promise<readonly Target[]> {
  const entries = await readdir(path, { withFileTypes: true });
  if (entries.some((entry) => entry.name === 'manifest.json' && !entry.isDirectory())) {
    return [{ path, source: { kind: 'directory', path } }];
  }
  const targets: Target[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const entryPath = join(path, entry.name);
    if (entry.isFile() && packageName.test(entry.name)) {
      targets.push({ path: entryPath, source: { kind: 'file', path: entryPath } });
    } else if (entry.isDirectory() && depth < searchDepthMax && !skippedFolder.test(entry.name)) {
      // One that may not be read must not hide the others.
      targets.push(
        ...(await searchFolder(entryPath, depth + 1).catch((error) => [
          unreadable(entryPath, error),
        ])),
      );
    }
  }
  return targets;
}

const packageName = /\.(?:crx|zip|xpi)$/i;

/** What package managers and version control keep is not what its owner means by "these extensions". */
const skippedFolder = /^(?:node_modules|\..*)$/;

function unreadable(path: string, error: unknown): Target {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return problem(path, 'not-found', 'There is no such file or folder.');
  if (code === 'EACCES') return problem(path, 'not-readable', 'You may not read this.');
  return problem(path, 'not-readable', message);
}

function problem(path: string, code: string, message: string): Target {
  return { path, problem: { code, message } };
}

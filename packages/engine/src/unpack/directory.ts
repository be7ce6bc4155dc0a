import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  opendirSync,
  readSync,
  realpathSync,
} from 'node:fs';
import type { Dir } from 'node:fs';
import { join, relative, isAbsolute, sep } from 'node:path';
import { entryPath, showName } from './entry-path.ts';
import { startBudget } from './limits.ts';
import type { Budget, UnpackLimits } from './limits.ts';
import { PackageError } from './package.ts';
import type { Anomaly, AnomalyKind } from './package.ts';

export interface DirectoryContents {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly anomalies: readonly Anomaly[];
  /** Lower-case hex; see `hashFiles`. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Reads an unpacked extension into memory, without waiting between files: through the thread pool hundreds of
 * small files take several times as long. A symbolic link to a file inside the folder is read as that file;
 * any other link, and whatever is no ordinary file, is left out and reported.
 * @throws PackageError `not-found`, `package-too-large`
 */
export function readDirectory(path: string, limits: UnpackLimits): DirectoryContents {
  const walk: Walk = {
    root: rootOf(path),
    files: new Map(),
    anomalies: [],
    budget: startBudget(limits, Number.POSITIVE_INFINITY),
    limits,
  };
  readFolder(walk, '');
  const files = new Map([...walk.files].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { files, anomalies: walk.anomalies, ...hashFiles(files) };
}

function rootOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (cause) {
    throw new PackageError('not-found', `There is no folder ${path}.`, { cause });
  }
}

/** SHA-256 over each file in order of its path: path, NUL, length in bytes as decimal, NUL, contents. */
function hashFiles(files: ReadonlyMap<string, Uint8Array>): { sha256: string; sizeBytes: number } {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for (const [path, contents] of files) {
    hash.update(`${path}\0${contents.length}\0`).update(contents);
    sizeBytes += contents.length;
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

interface Walk {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly files: Map<string, Uint8Array>;
  readonly anomalies: Anomaly[];
  readonly budget: Budget;
  readonly limits: UnpackLimits;
}

function readFolder(walk: Walk, folder: string): void {
  const entries = opendirSync(join(walk.root, folder));
  try {
    readEntries(walk, folder, entries);
  } finally {
    entries.closeSync();
  }
}

function readEntries(walk: Walk, folder: string, entries: Dir): void {
  for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
    walk.budget.countEntries(1);
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const { path: place, anomaly } = entryPath(path, walk.limits);
    if (anomaly) walk.anomalies.push(anomaly);
    if (place === undefined) continue;
    if (entry.isDirectory()) readFolder(walk, path);
    else if (entry.isFile()) readFile(walk, path, join(walk.root, path));
    else if (entry.isSymbolicLink()) readLink(walk, path);
    else lose(walk, 'unreadable-entry', path, 'This is no ordinary file.');
  }
}

function readLink(walk: Walk, path: string): void {
  const target = realPath(join(walk.root, path));
  const inside = target === undefined ? '..' : relative(walk.root, target);
  const isInside = inside !== '' && inside.split(sep)[0] !== '..' && !isAbsolute(inside);
  if (target !== undefined && isInside && lstatSync(target).isFile())
    return readFile(walk, path, target);
  lose(
    walk,
    'symbolic-link',
    path,
    'The link leads to no file of the package; it was not followed.',
  );
}

function readFile(walk: Walk, path: string, absolutePath: string): void {
  const file = openedFile(absolutePath);
  if (file === undefined) return lose(walk, 'unreadable-entry', path, 'The file cannot be opened.');
  try {
    const { size } = fstatSync(file);
    walk.budget.declare(size);
    const contents = new Uint8Array(size);
    const bytesRead = readSync(file, contents, 0, size, 0);
    if (bytesRead < size)
      lose(walk, 'unreadable-entry', path, 'The file became shorter while it was read.');
    walk.files.set(path, contents.subarray(0, bytesRead));
  } finally {
    closeSync(file);
  }
}

/** The path with its links resolved; undefined for one that leads nowhere. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function openedFile(path: string): number | undefined {
  // The file may have been exchanged for a link or a pipe since it was listed: neither is opened or waited for.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    return openSync(path, flags);
  } catch {
    return undefined;
  }
}

function lose(walk: Walk, kind: AnomalyKind, path: string, detail: string): void {
  walk.anomalies.push({ kind, path: showName(path), detail, contentsLost: true });
}

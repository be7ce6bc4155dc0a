import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const unusedMillisecondsMax = 60 * 60_000;

/** Removes the folders in a folder that nobody has touched for an hour. Others may add, rename and remove folders there meanwhile. */
export async function removeUnused(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    const touchedAt = await touchedMillisecondsOf(folder);
    if (touchedAt !== undefined && Date.now() - touchedAt > unusedMillisecondsMax) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function touchedMillisecondsOf(folder: string): Promise<number | undefined> {
  try {
    return (await lstat(folder)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

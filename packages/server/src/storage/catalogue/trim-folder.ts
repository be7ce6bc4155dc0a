import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Somebody may be about to read what has just come. */
const restMilliseconds = 3_600_000;

/** Removes the files that came first, below the folder, until the others take no more bytes than allowed. */
export async function trimFolder(folder: string, bytesMax: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: Infinity }));
        return { path, size, mtimeMs };
      }),
  );
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, mtimeMs } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= bytesMax || Date.now() - mtimeMs < restMilliseconds) return;
    await rm(path, { force: true });
    bytes -= size;
  }
}

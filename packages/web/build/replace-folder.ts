import { rename, rm } from 'node:fs/promises';

/**
 * Puts a folder in the place of another, which goes. Several at the same time hinder each other in nothing: one of their
 * folders is left there, whole.
 */
export async function replaceFolder(folder: string, place: string): Promise<void> {
  const old = `${folder}-old`;
  try {
    // Taken away at once: to empty it first would meet what another puts there meanwhile.
    await rename(place, old).catch(unless('ENOENT'));
    await rename(folder, place).catch(unless('ENOTEMPTY', 'EEXIST'));
  } finally {
    for (const path of [folder, old]) await rm(path, { recursive: true, force: true });
  }
}

/** Passes errors on whose code is another one. */
function unless(...codes: readonly string[]): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}

import { createReadStream } from 'node:fs';
import { openPackageFolder, type PackageStore } from '../catalogue/package-store.ts';

const broughtAtATime = 4;

/**
 * Brings packages of a backup into a store; those that it has stay.
 * @param names SHA-256 of each
 * @param from folder of the packages
 * @returns those that are not there any more, or have other bytes
 */
export async function bringPackages(
  names: readonly string[],
  from: string,
  to: PackageStore,
): Promise<readonly string[]> {
  const held = openPackageFolder(from);
  const lost: string[] = [];
  const queue = names.values();
  const worker = async (): Promise<void> => {
    for (const sha256 of queue) {
      if (!(await held.isIntact(sha256))) {
        lost.push(sha256);
        continue;
      }
      const { path } = await held.source(sha256, sha256);
      await using received = await to.receive(createReadStream(path));
      await received.keep();
    }
  };
  await Promise.all(Array.from({ length: broughtAtATime }, worker));
  return lost.sort();
}

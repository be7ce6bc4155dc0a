import type { Bucket } from './bucket.ts';
import type { PackageStore } from './package-store.ts';
import { trimFolder } from './trim-folder.ts';

/** What may stay of packages that were fetched; those of the last hour stay whatever they take. */
const cacheBytesMax = 4 * 1024 ** 3;

/**
 * A store in a bucket. What is asked for is fetched into a folder first, for audits to read; that folder is a store of the
 * same packages that may lose any of them.
 */
export function openPackageBucket(
  bucket: Bucket,
  cache: PackageStore,
  cacheFolder: string,
): PackageStore {
  /** @returns whether the bucket has it, with the bytes of its name */
  async function fetchIntact(sha256: string): Promise<boolean> {
    if (await cache.isIntact(sha256)) return true;
    const bytes = await bucket.get(sha256);
    if (!bytes) return false;
    await using received = await cache.receive(bytes);
    if (received.sha256 !== sha256) return false;
    await received.keep();
    return true;
  }

  const isIntact = async (sha256: string): Promise<boolean> =>
    (await bucket.has(sha256)) && (await fetchIntact(sha256));

  return {
    async receive(bytes, owner) {
      const received = await cache.receive(bytes, owner);
      return {
        ...received,
        async keep() {
          if (await isIntact(received.sha256)) return false;
          await bucket.put(received.sha256, received.path);
          await received.keep();
          return true;
        },
      };
    },
    async source(sha256, name) {
      // What is not there, or not as its name says, is for the audit to refuse.
      await fetchIntact(sha256);
      return cache.source(sha256, name);
    },
    isIntact,
    async remove(sha256) {
      await bucket.remove(sha256);
      await cache.remove(sha256);
    },
    async sweep() {
      await cache.sweep();
      await bucket.sweep();
      await trimFolder(cacheFolder, cacheBytesMax);
    },
  };
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PackageStore } from '../catalogue/package-store.ts';
import { makeFolder } from '../system/make-folder.ts';

export interface CopiedPackages {
  /** How many were not there before. */
  readonly copied: number;
  /** Not there at their source, or with other bytes. */
  readonly missing: readonly string[];
}

/**
 * Copies packages, which never change, from their store to a folder: what is there already stays.
 * @param names SHA-256 of each
 */
export async function copyPackages(
  names: readonly string[],
  from: PackageStore,
  to: string,
): Promise<CopiedPackages> {
  const missing: string[] = [];
  let copied = 0;
  const queue = names.values();
  const worker = async (): Promise<void> => {
    for (const sha256 of queue) {
      const outcome = await copyOne(sha256, from, to);
      if (outcome === 'missing') missing.push(sha256);
      else if (outcome === 'copied') copied += 1;
    }
  };
  await Promise.all(Array.from({ length: copiesAtATime }, worker));
  return { copied, missing: missing.sort() };
}

const copiesAtATime = 4;

async function copyOne(
  sha256: string,
  from: PackageStore,
  to: string,
): Promise<'copied' | 'present' | 'missing'> {
  const target = pathIn(to, sha256);
  const { path: source } = await from.source(sha256, sha256);
  const [old, present] = await Promise.all(
    [source, target].map((path) => stat(path).catch(() => undefined)),
  );
  if (!old?.isFile()) return 'missing';
  if (present?.isFile() && present.size === old.size) return 'present';
  await makeFolder(dirname(target));
  const draft = `${target}.${process.pid}.new`;
  const hash = createHash('sha256');
  try {
    await pipeline(
      createReadStream(source),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(draft, { flush: true }),
    );
    if (hash.digest('hex') !== sha256) return 'missing';
    await rename(draft, target);
    return 'copied';
  } finally {
    await rm(draft, { force: true });
  }
}

function pathIn(folder: string, sha256: string): string {
  // Names come from a database or a backup, and a path must not depend on its honesty.
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError(`${sha256} is no SHA-256`);
  return join(folder, sha256.slice(0, 2), sha256);
}

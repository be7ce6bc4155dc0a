import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PackageSource } from '@extaudit/engine';
import { StorageFullError } from '../database/storage-errors.ts';
import { makeFolder } from '../system/make-folder.ts';
import { incomingLimits, openIncoming, type IncomingFile } from './incoming-packages.ts';

/** Packages by the SHA-256 of their bytes, which never change. */
export interface PackageStore {
  /**
   * Takes bytes in as they come, for somebody to look at before they are kept. Throws `StorageFullError` when there is no
   * space, and refuses an owner, or all, that have too much under way; then nothing is left.
   */
  receive(bytes: AsyncIterable<Uint8Array>, owner?: string): Promise<ReceivedPackage>;
  /** Its file, for other processes to read: as `damaged` they refuse one that is gone or has other bytes. */
  source(sha256: string, name: string): Promise<Extract<PackageSource, { kind: 'file' }>>;
  /** Whether its file is there, with the bytes of the name. */
  isIntact(sha256: string): Promise<boolean>;
  /** After `lockPackage`, so that nobody counts on the bytes meanwhile. */
  remove(sha256: string): Promise<void>;
  /** Removes what processes that are gone were receiving. */
  sweep(): Promise<void>;
}

/** Bytes that are here, and gone with the disposal unless they are kept. */
export interface ReceivedPackage extends IncomingFile {
  /** Moves them durably to their place, unless they are there intact. @returns whether they were not */
  keep(): Promise<boolean>;
}

/** A store in a folder, which is created when needed. */
export function openPackageFolder(folder: string, limits = incomingLimits): PackageStore {
  // In the same file system as the packages, so that a name is all that changes.
  const incoming = openIncoming(join(folder, 'incoming'), limits);
  const pathOf = (sha256: string): string => {
    // Names come from the database, but a path must not depend on its honesty.
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError(`${sha256} is no SHA-256`);
    return join(folder, sha256.slice(0, 2), sha256);
  };
  const isIntact = async (sha256: string): Promise<boolean> => {
    const path = pathOf(sha256);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() !== true) return false;
    const hash = createHash('sha256');
    return pipeline(createReadStream(path), hash).then(
      () => hash.digest('hex') === sha256,
      () => false,
    );
  };
  return {
    async receive(bytes, owner) {
      const file = await incoming.receive(bytes, owner).catch((error: unknown) => {
        throw fullOr(error);
      });
      return {
        ...file,
        async keep() {
          const path = pathOf(file.sha256);
          if (await isIntact(file.sha256)) return false;
          try {
            await makeFolder(dirname(path));
            await rename(file.path, path);
            await syncFolder(dirname(path));
            return true;
          } catch (error) {
            throw fullOr(error);
          }
        },
      };
    },
    source: async (sha256, name) => ({ kind: 'file', path: pathOf(sha256), name, sha256 }),
    isIntact,
    async remove(sha256) {
      await rm(pathOf(sha256), { force: true });
    },
    sweep: () => incoming.sweep(),
  };
}

/** So that the name, too, is still there after a power cut. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function fullOr(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EFBIG') return error;
  return new StorageFullError('no space is left for packages', { cause: error });
}

import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import type { FileEntry } from '@zip.js/zip.js';
import { collectEntries } from './entry-collector.ts';
import type { EntryHeader } from './entry-collector.ts';
import { startBudget } from './limits.ts';
import type { Budget, UnpackLimits } from './limits.ts';
import { PackageError } from './package.ts';
import type { Anomaly } from './package.ts';
import { salvageZip } from './salvage-zip.ts';

export interface ArchiveContents {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly anomalies: readonly Anomaly[];
}

/**
 * Reads a ZIP archive into memory. What a strict reader takes is returned as it is; what it refuses, because
 * two programs could read it differently or because it is damaged, is read again tolerantly with anomalies.
 * @throws PackageError `package-too-large` at a limit, `malformed-package` when no archive can be made out
 */
export async function readZip(bytes: Uint8Array, limits: UnpackLimits): Promise<ArchiveContents> {
  try {
    return await readStrictly(bytes, startBudget(limits, bytes.length));
  } catch (error) {
    if (error instanceof PackageError) throw error;
    const refusal = error instanceof Error ? error.message : String(error);
    return salvageZip(bytes, startBudget(limits, bytes.length), refusal);
  }
}

async function readStrictly(bytes: Uint8Array, budget: Budget): Promise<ArchiveContents> {
  const collector = collectEntries(budget);
  const reader = new ZipReader(new Uint8ArrayReader(bytes), {
    strictness: 'strict',
    checkCrc32: true,
    checkOverlappingEntry: true,
    // Names without the UTF-8 flag are UTF-8 in practice, and browsers read them so.
    filenameEncoding: 'utf-8',
    // This already runs in a child process; the WebAssembly inflater is twice as fast as native streams here.
    useWebWorkers: false,
    useCompressionStream: false,
  });

  const accepted: { entry: FileEntry; header: EntryHeader }[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    const header = {
      name: entry.filename,
      externalAttributes: entry.externalFileAttributes,
      isMadeOnUnix: entry.versionMadeBy >> 8 === madeOnUnix,
    };
    if (!collector.accept(header) || entry.directory) continue;
    budget.declare(entry.uncompressedSize);
    accepted.push({ entry, header });
  }
  for (const { entry, header } of accepted) collector.add(header, await readEntry(entry));
  return collector;
}

const madeOnUnix = 3;

/** The library ends an entry that is longer than declared, so the declared size is room enough. */
async function readEntry(entry: FileEntry): Promise<Uint8Array> {
  const contents = new Uint8Array(entry.uncompressedSize);
  let length = 0;
  await entry.getData(
    new WritableStream<Uint8Array>({
      write(chunk) {
        contents.set(chunk, length);
        length += chunk.length;
      },
    }),
  );
  return contents;
}

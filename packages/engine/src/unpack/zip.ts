import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { anomaly } from './anomaly.ts';
import { readDirectory } from './central-directory.ts';
import { startBudget } from './limits.ts';
import type { UnpackLimits } from './limits.ts';
import type { Anomaly } from './package.ts';
import { readEntries } from './zip-entries.ts';

export interface ArchiveContents {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly anomalies: readonly Anomaly[];
}

/**
 * Reads a ZIP archive into memory. A strict reader judges whether every program would read it alike; contents
 * are read tolerantly either way, so that a damaged or ambiguous archive gives what it has, with anomalies.
 * @throws PackageError `package-too-large` at a limit, `malformed-package` when the archive is cut off
 */
export async function readZip(bytes: Uint8Array, limits: UnpackLimits): Promise<ArchiveContents> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const directory = readDirectory(archive, limits.entriesMax);
  startBudget(limits, bytes.length).countEntries(directory.records.length);
  const { files, anomalies } = readEntries(archive, directory, startBudget(limits, bytes.length));
  if (anomalies.length > 0) return { files, anomalies };
  const refusal = await strictRefusal(bytes);
  if (refusal === undefined) return { files, anomalies };
  const detail = `A strict reader refuses the archive: ${refusal}.`;
  return { files, anomalies: [anomaly('header-mismatch', undefined, detail, false)] };
}

/**
 * Why a strict reader refuses the archive, if it does. Only the structure is read: the library does not hold a
 * stream back while it inflates, so one entry of a bomb would fill memory before it is stopped.
 */
async function strictRefusal(bytes: Uint8Array): Promise<string | undefined> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), {
    strictness: 'strict',
    useWebWorkers: false,
  });
  try {
    for await (const entry of reader.getEntriesGenerator())
      if (!entry.directory)
        await entry.getData(new WritableStream(), { checkOverlappingEntryOnly: true });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error && 'reason' in error ? ` (${String(error.reason)})` : '';
    return `${error instanceof Error ? error.message : String(error)}${reason}`;
  }
}

// One file although long: the records of the ZIP format and the order in which a damaged one is searched for
// only make sense together.
import { crc32, inflateRawSync } from 'node:zlib';
import { collectEntries } from './entry-collector.ts';
import type { EntryCollector, EntryHeader } from './entry-collector.ts';
import { showName } from './entry-path.ts';
import type { Budget } from './limits.ts';
import { PackageError } from './package.ts';
import type { Anomaly, AnomalyKind } from './package.ts';

/**
 * Reads what can be read of an archive that a strict reader refuses, and names everything that is wrong with it.
 * The central directory is followed as far as it goes; entries that it misses are found by their own headers.
 * Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 * @param refusal why the strict reader refused; reported when nothing more particular is found
 * @throws PackageError `package-too-large` at a limit, `malformed-package` when the archive is cut off
 */
export function salvageZip(
  bytes: Uint8Array,
  budget: Budget,
  refusal: string,
): { files: ReadonlyMap<string, Uint8Array>; anomalies: readonly Anomaly[] } {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const collector = collectEntries(budget);
  const directory = readDirectory(archive, budget);
  collector.anomalies.push(...directory.anomalies);

  const listed = directory.records.map((record) => locate(archive, record, directory.start));
  reportOverlaps(listed, collector.anomalies);
  for (const entry of listed) budget.declare(entry.sizeBytes);
  for (const entry of listed) addEntry(archive, entry, collector, budget);
  for (const entry of unlistedEntries(archive, listed, directory.start, budget)) {
    if (collector.files.has(entry.name)) continue;
    collector.anomalies.push(
      anomaly(
        'header-mismatch',
        entry.name,
        'The central directory does not list this entry.',
        false,
      ),
    );
    addEntry(archive, entry, collector, budget);
  }
  if (collector.anomalies.length === 0)
    collector.anomalies.push(
      anomaly('header-mismatch', undefined, `A strict reader refuses it: ${refusal}.`, false),
    );
  return collector;
}

const signatures = {
  local: Buffer.from('PK\x03\x04', 'latin1'),
  central: Buffer.from('PK\x01\x02', 'latin1'),
  end: Buffer.from('PK\x05\x06', 'latin1'),
};
const localHeaderBytes = 30;
const centralHeaderBytes = 46;
const endRecordBytes = 22;
const commentBytesMax = 0xffff;

interface CentralRecord extends EntryHeader {
  readonly nameBytes: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly localOffset: number;
}

/** An entry whose contents were found, or the reason why not. */
interface Entry extends EntryHeader {
  readonly flags: number;
  readonly method: number;
  /** Absent where the archive does not say it. */
  readonly checksum?: number;
  /** 0 where the archive does not say it. */
  readonly sizeBytes: number;
  /** Offsets of its local header, its contents and what follows them. */
  readonly start: number;
  readonly contentsStart: number;
  readonly end: number;
  readonly problems: readonly { readonly kind: AnomalyKind; readonly detail: string }[];
  readonly isReadable: boolean;
}

interface Directory {
  readonly records: readonly CentralRecord[];
  /** Where it starts; local entries end before it. */
  readonly start: number;
  readonly anomalies: readonly Anomaly[];
}

function readDirectory(archive: Buffer, budget: Budget): Directory {
  const end = findEndRecord(archive);
  const limit = end?.start ?? archive.length;
  const start = findDirectoryStart(archive, end);
  const anomalies: Anomaly[] = [];
  const records: CentralRecord[] = [];
  let at = start;
  while (at < limit) {
    if (!hasSignature(archive, at, signatures.central)) {
      // Damaged: go on at the next record that still has its signature.
      const next = archive.indexOf(signatures.central, at);
      if (next < 0 || next >= limit) break;
      at = next;
    }
    const record = readCentralRecord(archive, at);
    if (!record) break;
    records.push(record.value);
    // Whoever counts them will refuse the package; there is no need to list them all.
    if (records.length > budget.limits.entriesMax) break;
    at = record.end;
  }

  if (!end) {
    if (records.length === 0 || archive.length - at < endRecordBytes)
      throw new PackageError(
        'malformed-package',
        'The archive is cut off: it ends before its central directory does. Fetch the package again.',
      );
    anomalies.push(
      anomaly('unreadable-entry', undefined, 'The end record of the archive is damaged.', false),
    );
  } else {
    if (end.entryCount !== records.length % 0x10000)
      anomalies.push(
        anomaly(
          'entry-count-mismatch',
          undefined,
          `The archive claims ${end.entryCount} entries and lists ${records.length}.`,
          end.entryCount > records.length,
        ),
      );
    if (end.end < archive.length)
      anomalies.push(
        anomaly(
          'trailing-data',
          undefined,
          `${archive.length - end.end} bytes follow the archive.`,
          false,
        ),
      );
  }
  return { records, start, anomalies };
}

interface EndRecord {
  readonly start: number;
  readonly end: number;
  readonly entryCount: number;
  readonly directoryBytes: number;
  readonly directoryOffset: number;
}

/** The last end record whose comment fits, and before all others one that ends with the file. */
function findEndRecord(archive: Buffer): EndRecord | undefined {
  let found: EndRecord | undefined;
  const first = Math.max(0, archive.length - endRecordBytes - commentBytesMax);
  for (
    let at = archive.lastIndexOf(signatures.end);
    at >= first;
    at = at === 0 ? -1 : archive.lastIndexOf(signatures.end, at - 1)
  ) {
    if (at + endRecordBytes > archive.length) continue;
    const end = at + endRecordBytes + archive.readUInt16LE(at + 20);
    const record = {
      start: at,
      end,
      entryCount: archive.readUInt16LE(at + 10),
      directoryBytes: archive.readUInt32LE(at + 12),
      directoryOffset: archive.readUInt32LE(at + 16),
    };
    if (end === archive.length) return record;
    // A comment longer than what follows is a damaged length; the record itself still serves.
    found ??= { ...record, end: Math.min(end, archive.length) };
  }
  return found;
}

function findDirectoryStart(archive: Buffer, end: EndRecord | undefined): number {
  if (end && hasSignature(archive, end.directoryOffset, signatures.central))
    return end.directoryOffset;
  const bySize = end ? end.start - end.directoryBytes : -1;
  if (hasSignature(archive, bySize, signatures.central)) return bySize;
  const limit = end?.start ?? archive.length;
  for (
    let at = archive.indexOf(signatures.central);
    at >= 0 && at < limit;
    at = archive.indexOf(signatures.central, at + 1)
  ) {
    const record = readCentralRecord(archive, at)?.value;
    if (
      record &&
      record.localOffset < at &&
      hasSignature(archive, record.localOffset, signatures.local)
    )
      return at;
  }
  return limit;
}

function readCentralRecord(
  archive: Buffer,
  at: number,
): { value: CentralRecord; end: number } | undefined {
  if (at + centralHeaderBytes > archive.length) return undefined;
  const nameEnd = at + centralHeaderBytes + archive.readUInt16LE(at + 28);
  const extraEnd = nameEnd + archive.readUInt16LE(at + 30);
  if (extraEnd > archive.length) return undefined;
  const nameBytes = archive.subarray(at + centralHeaderBytes, nameEnd);
  const large = readZip64(archive.subarray(nameEnd, extraEnd), [
    archive.readUInt32LE(at + 24),
    archive.readUInt32LE(at + 20),
    archive.readUInt32LE(at + 42),
  ]);
  const value = {
    name: nameBytes.toString('utf8'),
    nameBytes,
    externalAttributes: archive.readUInt32LE(at + 38),
    isMadeOnUnix: archive.readUInt8(at + 5) === 3,
    flags: archive.readUInt16LE(at + 8),
    method: archive.readUInt16LE(at + 10),
    checksum: archive.readUInt32LE(at + 16),
    sizeBytes: large[0] ?? 0,
    packedBytes: large[1] ?? 0,
    localOffset: large[2] ?? 0,
  };
  return { value, end: extraEnd + archive.readUInt16LE(at + 32) };
}

/** Numbers that do not fit 32 bits stand in the extra field 1, in the order of the fields that hold 0xffffffff. */
function readZip64(extra: Buffer, values: readonly number[]): number[] {
  let field: Buffer = Buffer.alloc(0);
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1)
      field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  }
  let at = 0;
  return values.map((value) => {
    if (value !== 0xffffffff || at + 8 > field.length) return value;
    at += 8;
    return Number(field.readBigUInt64LE(at - 8));
  });
}

const encryptedFlag = 1;
const dataDescriptorFlag = 8;

/** Finds a listed entry's contents by its local header, and compares the two. */
function locate(archive: Buffer, record: CentralRecord, directoryStart: number): Entry {
  const start = record.localOffset;
  const base = { ...record, start, contentsStart: start, end: start };
  const fail = (detail: string): Entry => ({
    ...base,
    sizeBytes: 0,
    problems: [{ kind: 'unreadable-entry', detail }],
    isReadable: false,
  });
  if (start + localHeaderBytes > archive.length || !hasSignature(archive, start, signatures.local))
    return fail('There is no entry where the central directory says.');
  const nameEnd = start + localHeaderBytes + archive.readUInt16LE(start + 26);
  const contentsStart = nameEnd + archive.readUInt16LE(start + 28);
  const end = contentsStart + record.packedBytes;
  if (end > directoryStart) return fail('The entry reaches past the end of the archive.');

  const differences = [];
  if (!archive.subarray(start + localHeaderBytes, nameEnd).equals(record.nameBytes))
    differences.push('name');
  if (archive.readUInt16LE(start + 6) !== record.flags) differences.push('flags');
  if (archive.readUInt16LE(start + 8) !== record.method) differences.push('method');
  if ((archive.readUInt16LE(start + 6) & dataDescriptorFlag) === 0) {
    if (archive.readUInt32LE(start + 14) !== record.checksum) differences.push('checksum');
    if (archive.readUInt32LE(start + 18) !== record.packedBytes) differences.push('packed size');
    if (archive.readUInt32LE(start + 22) !== record.sizeBytes) differences.push('size');
  }
  const problems =
    differences.length === 0
      ? []
      : [
          {
            kind: 'header-mismatch' as const,
            detail: `The entry's own header and the central directory differ in ${differences.join(', ')}.`,
          },
        ];
  return { ...base, contentsStart, end, problems, isReadable: true };
}

function reportOverlaps(entries: readonly Entry[], anomalies: Anomaly[]): void {
  let end = 0;
  for (const entry of entries
    .filter((entry) => entry.isReadable)
    .sort((a, b) => a.start - b.start)) {
    if (entry.start < end)
      anomalies.push(
        anomaly(
          'overlapping-entries',
          entry.name,
          'The entry shares bytes with another one.',
          false,
        ),
      );
    end = Math.max(end, entry.end);
  }
}

/** Entries between the listed ones, found by their own headers. */
function* unlistedEntries(
  archive: Buffer,
  listed: readonly Entry[],
  directoryStart: number,
  budget: Budget,
): Generator<Entry> {
  const known = listed.filter((entry) => entry.isReadable).sort((a, b) => a.start - b.start);
  let index = 0;
  for (
    let at = archive.indexOf(signatures.local);
    at >= 0 && at + localHeaderBytes <= directoryStart;
    at = archive.indexOf(signatures.local, at)
  ) {
    while ((known[index]?.end ?? Infinity) <= at) index += 1;
    const inside = known[index];
    if (inside && inside.start <= at) {
      at = Math.max(inside.end, at + 1);
      continue;
    }
    const entry = readLocalEntry(
      archive,
      at,
      Math.min(inside?.start ?? directoryStart, directoryStart),
      budget,
    );
    if (entry) yield entry;
    const hasKnownEnd = entry && (entry.flags & dataDescriptorFlag) === 0;
    at = Math.max((hasKnownEnd ? entry.end : entry?.contentsStart) ?? 0, at + 1);
  }
}

function readLocalEntry(
  archive: Buffer,
  start: number,
  limit: number,
  budget: Budget,
): Entry | undefined {
  const nameEnd = start + localHeaderBytes + archive.readUInt16LE(start + 26);
  const contentsStart = nameEnd + archive.readUInt16LE(start + 28);
  if (contentsStart > limit) return undefined;
  const flags = archive.readUInt16LE(start + 6);
  const method = archive.readUInt16LE(start + 8);
  const header = {
    name: archive.toString('utf8', start + localHeaderBytes, nameEnd),
    externalAttributes: 0,
    isMadeOnUnix: false,
    flags,
    method,
    start,
    contentsStart,
    problems: [],
    isReadable: true,
  };
  if ((flags & dataDescriptorFlag) === 0) {
    const sizeBytes = archive.readUInt32LE(start + 22);
    const end = Math.min(limit, contentsStart + archive.readUInt32LE(start + 18));
    budget.declare(sizeBytes);
    return { ...header, checksum: archive.readUInt32LE(start + 14), sizeBytes, end };
  }
  // Sizes follow the contents, which say themselves where they end.
  return { ...header, sizeBytes: 0, end: limit };
}

function addEntry(archive: Buffer, entry: Entry, collector: EntryCollector, budget: Budget): void {
  const isWanted = collector.accept(entry);
  for (const { kind, detail } of entry.problems)
    collector.anomalies.push(anomaly(kind, entry.name, detail, kind === 'unreadable-entry'));
  if (!isWanted || !entry.isReadable) return;
  const lose = (kind: AnomalyKind, detail: string): void => {
    collector.anomalies.push(anomaly(kind, entry.name, detail, true));
  };
  if (entry.flags & encryptedFlag) return lose('encrypted-entry', 'The entry is encrypted.');
  const contents = unpackContents(archive.subarray(entry.contentsStart, entry.end), entry, budget);
  if (typeof contents === 'string') return lose('unreadable-entry', contents);
  if (entry.checksum !== undefined && crc32(contents) !== entry.checksum)
    collector.anomalies.push(
      anomaly('checksum-mismatch', entry.name, 'The contents do not match their checksum.', false),
    );
  if (entry.checksum !== undefined && contents.length !== entry.sizeBytes)
    collector.anomalies.push(
      anomaly(
        'header-mismatch',
        entry.name,
        `The entry declares ${entry.sizeBytes} bytes and holds ${contents.length}.`,
        false,
      ),
    );
  collector.add(entry, contents);
}

const methods = { stored: 0, deflated: 8 };

/** Contents, or the reason why there are none. */
function unpackContents(packed: Buffer, entry: Entry, budget: Budget): Uint8Array | string {
  if (entry.method === methods.stored) {
    if (entry.flags & dataDescriptorFlag && entry.checksum === undefined)
      return 'The entry does not say where it ends.';
    return new Uint8Array(packed.buffer, packed.byteOffset, packed.length);
  }
  if (entry.method !== methods.deflated)
    return `The entry uses compression method ${entry.method}.`;
  try {
    const maxOutputLength = Math.max(1, budget.allowance(entry.sizeBytes));
    const contents = inflateRawSync(packed, { maxOutputLength });
    budget.spend(contents.length, entry.sizeBytes);
    return new Uint8Array(contents.buffer, contents.byteOffset, contents.length);
  } catch (error) {
    if (error instanceof PackageError) throw error;
    if (error instanceof RangeError) budget.refuseUndeclared();
    return 'The compressed contents are damaged.';
  }
}

function hasSignature(archive: Buffer, at: number, signature: Buffer): boolean {
  return at >= 0 && archive.subarray(at, at + signature.length).equals(signature);
}

function anomaly(
  kind: AnomalyKind,
  name: string | undefined,
  detail: string,
  contentsLost: boolean,
): Anomaly {
  return { kind, ...(name !== undefined && { path: showName(name) }), detail, contentsLost };
}

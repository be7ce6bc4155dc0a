import { createHash } from 'node:crypto';
import document from '../../../../data/library-files.json' with { type: 'json' };

/** Releases that say nowhere which version they are, by size and SHA-256 of their bytes. */
const bySize: ReadonlyMap<number, readonly KnownFile[]> = Map.groupBy(
  document.files.map(([name, version, sizeBytes, sha256]) => ({
    name: String(name),
    version: String(version),
    sizeBytes: Number(sizeBytes),
    sha256: String(sha256),
  })),
  ({ sizeBytes }) => sizeBytes,
);

interface KnownFile {
  readonly name: string;
  readonly version: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The release that the file is a copy of; only a file of the size of one is hashed. */
export function knownFile(bytes: Uint8Array): KnownFile | undefined {
  const files = bySize.get(bytes.length);
  if (!files) return undefined;
  const digest = createHash('sha256').update(bytes).digest('hex');
  return files.find(({ sha256 }) => sha256 === digest);
}

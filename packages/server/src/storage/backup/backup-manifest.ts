import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SealedKey } from './sealed-key.ts';

/** What one backup holds; `backup.json` in its folder, written last. */
export interface BackupManifest {
  readonly schemaVersion: 1;
  readonly madeAt: string;
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  readonly tables: readonly DumpedTable[];
  readonly sequences: readonly DumpedSequence[];
  /** SHA-256 of each package that the database knew. */
  readonly packages: readonly string[];
  /** Of those, what was not there with the right bytes when the backup was made. */
  readonly missingPackages: readonly string[];
  readonly hasSealedSecrets: boolean;
  /** Tells whether a key file is the one that the secrets were sealed with. */
  readonly keyCheck?: string;
  readonly sealedKey?: SealedKey;
}

export interface DumpedTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Relative to the backup's folder; PostgreSQL's COPY text, gzipped. */
  readonly file: string;
  readonly sha256: string;
}

export interface DumpedSequence {
  readonly name: string;
  /** A bigint in decimal; absent where the sequence was never used. */
  readonly lastValue: string | null;
}

export const manifestFile = 'backup.json';
/** Packages of all backups in one folder, by SHA-256; one folder of it is copied once. */
export const packagesFolder = 'packages';

/** Names of the backups in the folder, oldest first; unfinished ones are not among them. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^\d{4}-\d\d-\d\dT\d{6}Z$/.test(name)).sort();
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  const manifest = JSON.parse(await readFile(join(folder, manifestFile), 'utf8')) as BackupManifest;
  if (manifest.schemaVersion === 1) return manifest;
  throw new Error(`${join(folder, manifestFile)} is of a newer extaudit; restore it with that one`);
}

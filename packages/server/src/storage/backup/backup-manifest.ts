import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SealedKey, sealedKeyCostMax } from './sealed-key.ts';

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

/** @throws where it is of a newer extaudit, or not as it was written */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, manifestFile);
  const manifest = parsed(await readFile(path, 'utf8'));
  const { schemaVersion } = (manifest ?? {}) as { readonly schemaVersion?: unknown };
  if (typeof schemaVersion === 'number' && schemaVersion > 1) {
    throw new Error(`${path} is of a newer extaudit; restore it with that one`);
  }
  if (isManifest(manifest)) return manifest;
  throw new Error(`${path} is not as it was written: the backup is damaged`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As far as what is wrong would be met half way, or would lead out of the backup's folder. */
function isManifest(value: unknown): value is BackupManifest {
  const manifest = (value ?? {}) as Partial<Record<keyof BackupManifest, unknown>>;
  const { schemaVersion, migrations, tables, sequences, packages, missingPackages } = manifest;
  const lists = [migrations, sequences, packages, missingPackages];
  return (
    schemaVersion === 1 &&
    typeof manifest.madeAt === 'string' &&
    lists.every((list) => Array.isArray(list) && !list.includes(null)) &&
    Array.isArray(tables) &&
    tables.every(isTable) &&
    isSealedKey(manifest.sealedKey)
  );
}

function isTable(value: unknown): value is DumpedTable {
  const { schema, name, columns, file } = (value ?? {}) as Partial<Record<string, unknown>>;
  return (
    (schema === 'public' || schema === 'pgboss') &&
    file === `${schema}.${String(name)}.copy.gz` &&
    /^\w+$/.test(String(name)) &&
    Array.isArray(columns)
  );
}

/** The cost is memory, a kilobyte each. */
function isSealedKey(value: unknown): boolean {
  if (value === undefined) return true;
  const { salt, cost, sealed } = (value ?? {}) as Partial<Record<string, unknown>>;
  const isCost = typeof cost === 'number' && cost > 1 && cost <= sealedKeyCostMax;
  return typeof salt === 'string' && typeof sealed === 'string' && isCost;
}

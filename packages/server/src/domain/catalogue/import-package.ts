import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PackageError, type PackageSource } from '@extaudit/engine';
import type { PackageOrigin } from '@extaudit/engine/vocabulary';
import type { AuditPool } from '@extaudit/engine/host';
import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database/database.ts';
import { saveImportedPackage } from '../../storage/catalogue/package.ts';
import { removeUnusedBytes } from '../../storage/catalogue/package-removal.ts';
import type { PackageStore, ReceivedPackage } from '../../storage/catalogue/package-store.ts';
import { packFolder } from './pack-folder.ts';
import { contentsOf, forgedBecause, provenOrigin } from './package-origin.ts';
import { refuseQuarantined } from './quarantine.ts';
import { readVersionAgain } from './read-again.ts';

export interface ImportServices {
  readonly db: Database;
  readonly packages: PackageStore;
  readonly pool: AuditPool;
  readonly now: () => Date;
}

export interface ImportResult {
  readonly extension_id: string;
  readonly version: string;
  /** Of the package as stored; a folder is stored as a ZIP. */
  readonly package_sha256: string;
  /** Whether it was new. */
  readonly created: boolean;
  readonly origin: PackageOrigin;
  /** Whether it is the one that the version is judged by: no other that claims it is of a better origin. */
  readonly is_version_package: boolean;
}

export interface ImportOptions {
  /** The extension id that the package is known by, where the package itself does not say. */
  readonly id?: string;
  /** Whether the extension's store has named the hash of these bytes. */
  readonly isNamedByStore?: boolean;
  /** Whether browsers get it from there: then it is taken whatever it asks for, lest an update hides behind its own size. */
  readonly isFromStore?: boolean;
  /** Whose member brings it; absent for a store and the operator. */
  readonly accountId?: string;
}

/** Where a package comes from; one that was received is its sender's to dispose of. */
export type ImportSource =
  | PackageSource
  | { readonly kind: 'received'; readonly received: ReceivedPackage; readonly name: string };

const packageBytesMax = 512 * 1024 * 1024;

/**
 * Takes a package into the catalogue, where the best of those that claim a version is the version's. Rejects with
 * `PackageError` what is no extension package, refuses with `invalid_signature` what is forged, with `version_conflict` other
 * bytes of the same origin for a version, and with `package_quarantined` what is in quarantine.
 */
export async function importPackage(
  services: ImportServices,
  source: ImportSource,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { db, packages, pool, now } = services;
  if (options.id !== undefined && !/^[a-p]{32}$/.test(options.id)) {
    throw new Refusal(
      'invalid_parameter',
      `${options.id} is no extension id; it must be 32 letters from a to p`,
    );
  }
  await using received = await receive(packages, source);
  const { path, sha256, sizeBytes } = received;
  await refuseQuarantined(db, sha256);
  const name = 'name' in source ? source.name : source.path;
  const summary = await pool.summarise({ kind: 'file', path, name }).catch(refuseForged);
  if (summary.catalogueProblem !== undefined && options.isFromStore !== true) {
    throw new PackageError('manifest-invalid', summary.catalogueProblem);
  }
  const extensionId = options.id ?? summary.id.value;
  const { version } = summary;
  const proven = provenOrigin(summary, extensionId);
  if (!proven) throw new Refusal('invalid_signature', forgedBecause(summary, extensionId));
  const origin = options.isNamedByStore === true ? 'store' : proven;
  await readVersionAgain(services, extensionId, version);
  const imported = {
    ...contentsOf(summary),
    extensionId,
    geckoId: extensionId === summary.id.value ? summary.id.geckoId : undefined,
    version,
    sha256,
    sizeBytes,
    format: summary.format,
    origin,
    accountId: options.accountId,
    importedAt: now(),
  };
  const outcome = await saveImportedPackage(db, imported, () => received.keep()).catch(
    async (error: unknown) => {
      // Where the database is away they stay; nothing else would come of waiting for it.
      await removeUnusedBytes(db, packages, sha256).catch(() => undefined);
      throw error;
    },
  );
  if (outcome.state === 'conflict') {
    await removeUnusedBytes(db, packages, sha256).catch(() => undefined);
    throw new Refusal(
      'version_conflict',
      `version ${version} of ${extensionId} is there already, with other contents of the same origin (${origin})`,
    );
  }
  return {
    extension_id: extensionId,
    version,
    package_sha256: sha256,
    created: outcome.state === 'created',
    origin: outcome.origin,
    is_version_package: outcome.isVersionPackage,
  };
}

function refuseForged(error: unknown): never {
  if (!(error instanceof PackageError) || error.code !== 'invalid-signature') throw error;
  throw new Refusal('invalid_signature', error.message, { cause: error });
}

async function receive(packages: PackageStore, source: ImportSource): Promise<ReceivedPackage> {
  if (source.kind === 'received') return source.received;
  if (source.kind === 'bytes') return packages.receive(single(source.bytes));
  const found = await stat(source.path).catch((cause: unknown) => {
    throw new PackageError('not-found', `there is no file or folder ${source.path}`, { cause });
  });
  if (found.isDirectory()) {
    return packages.receive(single(await packFolder(source.path, packageBytesMax)));
  }
  if (!found.isFile()) {
    throw new PackageError('not-a-package', `${source.path} is neither a file nor a folder`);
  }
  if (found.size > packageBytesMax) {
    throw new PackageError(
      'package-too-large',
      `${source.path} is larger than ${packageBytesMax} bytes`,
    );
  }
  // As many as were counted: a file may grow meanwhile.
  return packages.receive(createReadStream(source.path, { end: Math.max(found.size - 1, 0) }));
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

import type { PackageSource } from '@extaudit/engine';
import type { PackedVersion } from '@extaudit/engine/host';
import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database/database.ts';
import type { PackageStore } from '../../storage/catalogue/package-store.ts';
import { findVersion } from '../../storage/catalogue/version.ts';
import { findVersionContents } from '../../storage/catalogue/version-contents.ts';
import { quarantineOf, refuseQuarantined } from './quarantine.ts';

export interface VersionServices {
  readonly db: Database;
  readonly packages: PackageStore;
}

export interface OpenedPackage {
  readonly sha256: string;
  readonly source: PackageSource;
}

/** A version's package; refuses what is not known or in quarantine, with the code that says which. */
export async function openPackage(
  { db, packages }: VersionServices,
  extensionId: string,
  version: string,
): Promise<OpenedPackage> {
  const known = await findVersion(db, extensionId, version);
  if (!known) throw new Refusal('version_not_found');
  const sha256 = known.packageSha256;
  if (sha256 === undefined) {
    throw new Refusal(
      'package_not_found',
      'only metadata of this version is known; upload its package',
    );
  }
  await refuseQuarantined(db, sha256);
  return { sha256, source: await packages.source(sha256, `${extensionId}-${version}`) };
}

export interface OpenedVersion extends PackedVersion {
  /** Why nobody gets its files, where the operator has put the package into quarantine. */
  readonly filesWithheld?: string;
}

/**
 * All of a version that can be compared, which its files are not while its package is in quarantine; refuses with
 * `version_not_found` when the version is not known.
 */
export async function openVersion(
  { db, packages }: VersionServices,
  extensionId: string,
  version: string,
): Promise<OpenedVersion> {
  const known = await findVersionContents(db, extensionId, version);
  if (!known) throw new Refusal('version_not_found');
  const { manifest, packageSha256, report } = known;
  const rest = { ...(manifest && { manifest }), ...(report && { report }) };
  if (packageSha256 === undefined) return rest;
  const quarantine = await quarantineOf(db, packageSha256);
  if (quarantine !== undefined) {
    return { ...rest, filesWithheld: `version ${version}: ${quarantine}` };
  }
  return { ...rest, source: await packages.source(packageSha256, `${extensionId}-${version}`) };
}

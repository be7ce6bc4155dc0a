import type { PackageSource } from '@extaudit/engine';
import type { PackedVersion } from '@extaudit/engine/host';
import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database/database.ts';
import type { PackageStore } from '../../storage/catalogue/package-store.ts';
import { findVersion } from '../../storage/catalogue/version.ts';
import { findVersionContents } from '../../storage/catalogue/version-contents.ts';

export interface VersionServices {
  readonly db: Database;
  readonly packages: PackageStore;
}

export interface OpenedPackage {
  readonly sha256: string;
  readonly source: PackageSource;
}

/** A version's package; refuses with `version_not_found` or `package_not_found` when one is not known. */
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
  return { sha256, source: await packages.source(sha256, `${extensionId}-${version}`) };
}

/** All of a version that can be compared; refuses with `version_not_found` when the version is not known. */
export async function openVersion(
  { db, packages }: VersionServices,
  extensionId: string,
  version: string,
): Promise<PackedVersion> {
  const known = await findVersionContents(db, extensionId, version);
  if (!known) throw new Refusal('version_not_found');
  const { manifest, packageSha256, report } = known;
  const name = `${extensionId}-${version}`;
  return {
    ...(manifest && { manifest }),
    ...(report && { report }),
    ...(packageSha256 !== undefined && { source: await packages.source(packageSha256, name) }),
  };
}

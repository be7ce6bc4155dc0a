import type { BucketLocation } from './bucket.ts';
import { openPackageFolder, type PackageStore } from './package-store.ts';
import { openPackageBucket } from './package-bucket.ts';

export interface PackagesLocation {
  /** Absolute; of all packages, or of those that were fetched from the bucket. */
  readonly packagesFolder: string;
  readonly packagesBucket: BucketLocation | undefined;
}

/** The store that the settings name. What speaks to buckets is loaded only where there is one. */
export async function openPackages({
  packagesFolder,
  packagesBucket,
}: PackagesLocation): Promise<PackageStore> {
  const folder = openPackageFolder(packagesFolder);
  if (packagesBucket === undefined) return folder;
  const { openS3Bucket } = await import('./s3-bucket.ts');
  return openPackageBucket(openS3Bucket(packagesBucket), folder, packagesFolder);
}

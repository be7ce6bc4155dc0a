import type { DataOf, operations } from '@extaudit/contract';
import type { VersionPackage } from '../../storage/catalogue/version-package.ts';

type VersionData = DataOf<typeof operations.getVersion, 200>;

/** A package as its version shows it. */
export function versionPackageData(claim: VersionPackage): VersionData['packages'][number] {
  const { verdict } = claim;
  return {
    sha256: claim.sha256,
    origin: claim.origin,
    size: claim.sizeBytes,
    format: claim.format,
    is_version_package: claim.isVersionPackage,
    is_own: claim.isOwn,
    quarantine_reason: claim.quarantineReason,
    created_at: claim.createdAt.toISOString(),
    report: verdict
      ? {
          risk_score: verdict.riskScore,
          risk_level: verdict.riskLevel,
          classification: verdict.classification,
          risk_order: verdict.riskOrder,
          headline: verdict.headline,
          is_outdated: verdict.isOutdated,
          analyzed_at: verdict.analyzedAt.toISOString(),
        }
      : null,
  };
}

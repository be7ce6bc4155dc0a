import type { JsonObject } from '@extaudit/engine';
import type { Classification, PackageOrigin, RiskLevel } from '@extaudit/engine/vocabulary';
import type { ColumnType, Generated } from 'kysely';

/** The tables of `migrations/0013_provenance.sql` and `0074_quarantine.sql`. */
export interface ProvenanceTables {
  version_package: VersionPackageTable;
  package_account: PackageAccountTable;
  due_audit: DueAuditTable;
  quarantined_package: QuarantinedPackageTable;
}

interface QuarantinedPackageTable {
  sha256: string;
  reason: string;
  created_at: Date;
}

interface VersionPackageTable {
  extension_version_id: string;
  sha256: string;
  origin: PackageOrigin;
  /** Set for `store` only. */
  named_at: Date | null;
  icon_path: string | null;
  name: string | null;
  description: string | null;
  manifest_raw: Uint8Array | null;
  /** Written as JSON text, read parsed. */
  manifest: ColumnType<JsonObject | null, string | null, string | null>;
  permhash: string | null;
  permhash_mandiant: string | null;
  is_kept: boolean;
  risk_score: ColumnType<number | null, number | null | undefined, number | null>;
  risk_level: ColumnType<RiskLevel | null, RiskLevel | null | undefined, RiskLevel | null>;
  classification: ColumnType<
    Classification | null,
    Classification | null | undefined,
    Classification | null
  >;
  risk_order: ColumnType<number | null, number | null | undefined, number | null>;
  headline: ColumnType<string | null, string | null | undefined, string | null>;
  ruleset_hash: ColumnType<string | null, string | null | undefined, string | null>;
  analyzed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
}

interface PackageAccountTable {
  extension_version_id: string;
  sha256: string;
  account_id: string;
  brought_at: Date;
}

interface DueAuditTable {
  extension_version_id: string;
  since: Generated<Date>;
}

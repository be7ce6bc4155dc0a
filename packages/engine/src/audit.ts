import type { PackageSource } from './unpack/source.ts';
import type { SecurityReport } from './report/security-report.ts';
import type { ExtensionId, JsonObject } from './model/extension.ts';
import type { PackageFormat } from './vocabulary.ts';

/** What the caller knows of the publisher; the package itself does not say. */
export interface PublisherFacts {
  readonly riskLevel: SecurityReport['publisher_analysis']['publisher_risk_level'];
  readonly isVerified: boolean;
  readonly totalExtensions: number;
  readonly hasMaliciousHistory: boolean;
}

export interface AuditOptions {
  /** ISO 8601 time to stamp the report with. */
  readonly analyzedAt: string;
  readonly publisher?: PublisherFacts;
  /** Script files that are not to be parsed, with the reason: they brought a child process down before. */
  readonly skippedFiles?: ReadonlyMap<string, string>;
  /** Told before each script is parsed, so that a supervisor knows which one was fatal. */
  readonly onParse?: (file: string) => void;
}

export interface Audit {
  readonly summary: PackageSummary;
  readonly report: SecurityReport;
}

/** What the catalogue keeps of a package; structured-cloneable. */
export interface PackageSummary {
  readonly format: PackageFormat;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly id: ExtensionId;
  readonly manifestVersion: number;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author?: string;
  readonly homepageUrl?: string;
  readonly manifestRaw: Uint8Array;
  readonly manifest: JsonObject;
  /** Normalised as for the permhash: sorted, without duplicates. */
  readonly permissions: readonly string[];
  readonly permhash: string;
  readonly permhashMandiant?: string;
}

export type { PackageSource };

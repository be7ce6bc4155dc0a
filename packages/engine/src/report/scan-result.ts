import type { SecurityReport } from './security-report.ts';

/** What came of one target of a scan: a report, or why there is none. JSON-serialisable as it is. */
export type ScanResult = AuditedTarget | FailedTarget;

export interface AuditedTarget {
  /** The path as given. */
  readonly target: string;
  readonly extension_id: string;
  readonly name: string;
  readonly version: string;
  readonly package_sha256: string;
  readonly report: SecurityReport;
  /** Wall-clock time of the audit. */
  readonly seconds: number;
}

export interface FailedTarget {
  readonly target: string;
  readonly error: { readonly code: string; readonly message: string };
}

import type { Location } from '../finding.ts';
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
  /** Absent where neither a decision nor a baseline speaks of it. */
  readonly standing?: TargetStanding;
  /** Of the store that was asked for. */
  readonly store_review?: StoreReview;
}

/** What the review of a store would say. */
export interface StoreReview {
  readonly profile: string;
  /** For people. */
  readonly store: string;
  /** Rejections first. */
  readonly issues: readonly ReviewIssue[];
}

export interface ReviewIssue {
  /** What the store itself calls it. */
  readonly code: string;
  /** `asked-about`: a person looks at it, and lets it pass where there is a reason. */
  readonly outcome: 'rejected' | 'asked-about';
  readonly what: string;
  readonly at?: Location;
  /** The least that mends it. */
  readonly change: string;
  /** Where a rule found it. */
  readonly rule?: string;
}

/** What is left of a report without what is accepted or known from before. The report itself hides nothing. */
export interface TargetStanding {
  readonly effective: Pick<
    SecurityReport,
    'risk_score' | 'risk_level' | 'classification' | 'headline'
  >;
  /** Whether a baseline knows the extension. */
  readonly has_baseline: boolean;
  readonly findings: readonly {
    readonly id: string;
    readonly state: 'open' | 'accepted' | 'known' | 'new-rule';
    readonly accepted?: AcceptedBy;
  }[];
  readonly accepted: readonly (AcceptedBy & { readonly what: string })[];
  /** Their day has passed, and what they accepted counts again. */
  readonly expired: readonly (AcceptedBy & { readonly what: string })[];
}

export interface AcceptedBy {
  readonly reason: string;
  readonly owner: string;
  /** `YYYY-MM-DD` */
  readonly expires: string;
}

export interface FailedTarget {
  readonly target: string;
  readonly error: { readonly code: string; readonly message: string };
}

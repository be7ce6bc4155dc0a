import type { ReviewIssue } from '../report/scan-result.ts';
import type { SecurityReport } from '../report/security-report.ts';
import type { ManifestView } from './manifest-view.ts';

/** What a store's review looks at, and what it calls it. */
export interface ReviewProfile {
  readonly store: string;
  /** What findings mean to it; those of other rules are no matter of its review. */
  readonly findings: Readonly<Record<string, ReviewMeaning>>;
  /** Whether the finding's meaning holds for this package. */
  readonly isMeant: (rule: string, report: SecurityReport) => boolean;
  /** What the manifest itself lacks. */
  readonly check: (manifest: ManifestView) => Iterable<ReviewIssue>;
  /** What scripts mean that cannot be read. */
  readonly brokenScript: Pick<ReviewIssue, 'code' | 'outcome'>;
}

export type ReviewMeaning = Pick<ReviewIssue, 'code' | 'outcome'> & {
  /** Instead of what the rule recommends, where less will do. */
  readonly change?: string;
};

/** The same meaning for many rules. */
export function meaning(
  code: string,
  outcome: ReviewIssue['outcome'],
  rules: readonly string[],
): Record<string, ReviewMeaning> {
  return Object.fromEntries(rules.map((rule) => [rule, { code, outcome }]));
}

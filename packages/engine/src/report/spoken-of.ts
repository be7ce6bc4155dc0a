import type { ReportFlow } from './security-report.ts';

/** Whether a finding speaks of the flow; of those in older reports, which do not say, one may. */
export function isSpokenOf({ findings }: Pick<ReportFlow, 'findings'>): boolean {
  return findings === undefined || findings.length > 0;
}

import type { Circumstances } from '../score/classify.ts';
import { circumstancesOf } from './circumstances.ts';
import { unweighed } from './place-sets.ts';
import type { SecurityReport } from './security-report.ts';
import { verdictOn } from './verdict.ts';

/** What somebody accepted, or knew before. */
export interface LeftOut {
  /** Ids. */
  readonly findings: ReadonlySet<string>;
  /** Of what was not analysed: what it is called. */
  readonly gaps: ReadonlySet<string>;
  /** Whether the package itself is accepted as it is: its signature, its container and what it sends. */
  readonly isAll: boolean;
}

/** The report as it would be without them: where the heaviest finding at a place goes, the next takes its place. */
export function reportWithout(report: SecurityReport, leftOut: LeftOut): SecurityReport {
  const { findings, gaps, isAll } = leftOut;
  const left = unweighed(report.findings).filter(({ id }) => !findings.has(id));
  const skipped = report.coverage.skipped.filter(({ what }) => !gaps.has(what));
  const coverage = { ...report.coverage, skipped, complete: skipped.length === 0 };
  const theft = isAll || isTheftLeftOut(report, findings) ? null : report.theft;
  const circumstances = isAll
    ? acceptedPackage
    : circumstancesOf({ ...report, coverage, theft, findings: left });
  return { ...report, ...verdictOn(left, circumstances), coverage, theft };
}

const acceptedPackage: Circumstances = {
  signature: { status: 'valid' },
  anomalies: [],
  isComplete: true,
};

/** Whether all findings that show the theft are left out. */
function isTheftLeftOut(report: SecurityReport, findings: ReadonlySet<string>): boolean {
  const { theft = [] } = circumstancesOf(report);
  return theft.length > 0 && theft.every((id) => findings.has(id));
}

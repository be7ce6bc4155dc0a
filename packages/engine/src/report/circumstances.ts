import type { LocatedEvidence, Location } from '../finding.ts';
import type { Circumstances } from '../score/classify.ts';
import type { SecurityReport } from './security-report.ts';
import { neverRuns } from '../unpack/never-runs.ts';

/** What a report says of its package beside findings, as far as it decides the class. */
export function circumstancesOf({
  signature,
  anomalies,
  coverage,
  theft,
  findings,
  package: { sha256 },
}: Pick<SecurityReport, 'signature' | 'anomalies' | 'coverage' | 'theft' | 'package'> & {
  readonly findings: readonly {
    readonly id: string;
    readonly evidence: readonly LocatedEvidence[];
  }[];
}): Circumstances {
  return {
    signature: { status: signature.status },
    anomalies: anomalies.map(({ kind, contentsLost, path }) => ({
      kind,
      contentsLost: contentsLost && !(path !== undefined && neverRuns(path)),
    })),
    isComplete: coverage.complete,
    ...(sha256 === '' && { isCodeUnseen: true }),
    ...(theft && { theft: showing(theft.source, findings) }),
  };
}

/** Ids of the findings with evidence at the place. */
function showing(
  place: Location,
  findings: Parameters<typeof circumstancesOf>[0]['findings'],
): readonly string[] {
  const isThere = ({ at }: LocatedEvidence): boolean =>
    at?.file === place.file && at.line === place.line && at.column === place.column;
  return findings.filter(({ evidence }) => evidence.some(isThere)).map(({ id }) => id);
}

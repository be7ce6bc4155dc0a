import { placeOf } from '../rules/co-location.ts';
import type { ReportFinding } from './security-report.ts';
import type { WeighedFinding } from './verdict.ts';

/** Findings of a report as they were before it was known what each counts beside the others. */
export function unweighed(findings: readonly ReportFinding[]): readonly WeighedFinding[] {
  const placeSetOf = placeSetsOf(findings);
  return findings.map((finding) => {
    const { part: _part, points: _points, under: _under, ...weighedFinding } = finding;
    return { ...weighedFinding, placeSet: placeSetOf(finding) };
  });
}

/**
 * Findings of one part at the same places name the heaviest of them; those of two parts share places all the same, which
 * their evidence tells where all of it was kept.
 */
function placeSetsOf(findings: readonly ReportFinding[]): (finding: ReportFinding) => string {
  const leaderOf = ({ id, under }: ReportFinding): string => under ?? id;
  const byPlaces = new Map<string, string>();
  const sameAs = new Map<string, string>();
  for (const finding of findings) {
    const { evidence, evidence_count: count } = finding;
    const places = evidence.flatMap(({ at }) => (at ? placeOf(at) : []));
    if (count === 0 || places.length < count) continue;
    const key = [...new Set(places)].sort().join('\n');
    const leader = byPlaces.get(key) ?? leaderOf(finding);
    byPlaces.set(key, leader);
    sameAs.set(leaderOf(finding), leader);
  }
  return (finding) => sameAs.get(leaderOf(finding)) ?? leaderOf(finding);
}

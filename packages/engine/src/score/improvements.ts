import type { RuleMetadata } from '../finding.ts';
import { scoreFindings } from './score.ts';

const improvementsMax = 5;

/**
 * What would lower the score most, one sentence each, best first; empty for a score of 0.
 * Each sentence is measured: the score is made again without the finding.
 */
export function improvementsFor(findings: readonly RuleMetadata[]): readonly string[] {
  const { score } = scoreFindings(findings);
  const single = findings
    .map((finding) => ({ finding, left: scoreWithout(findings, [finding]) }))
    .filter(({ left }) => left < score)
    .sort((a, b) => a.left - b.left || (a.finding.id < b.finding.id ? -1 : 1));
  if (single.length === 0) return score === 0 ? [] : [together(findings, score)];
  return single
    .slice(0, improvementsMax)
    .map(
      ({ finding, left }) => `${finding.title} (${score} to ${left}): ${finding.recommendation}`,
    );
}

/** Where a limit holds, no single finding moves the score; the heaviest together do. */
function together(findings: readonly RuleMetadata[], score: number): string {
  const ids = new Map(findings.map((finding) => [finding.id, finding]));
  const heaviest = scoreFindings(findings)
    .contributions.filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .flatMap(({ finding_id }) => ids.get(finding_id) ?? []);
  for (let count = 2; count <= heaviest.length; count += 1) {
    const removed = heaviest.slice(0, count);
    const left = scoreWithout(findings, removed);
    if (left < score) {
      const titles = removed.map(({ title }) => title).join('; ');
      return `Only together do these lower the score (${score} to ${left}): ${titles}`;
    }
  }
  return `All ${findings.length} findings together make the score of ${score}.`;
}

function scoreWithout(findings: readonly RuleMetadata[], removed: readonly RuleMetadata[]): number {
  return scoreFindings(findings.filter((finding) => !removed.includes(finding))).score;
}

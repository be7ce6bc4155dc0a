import type { RuleMetadata } from '../finding.ts';
import type { Nature } from '../vocabulary.ts';
import { hasEvidenceOfHarm } from './evidence-of-harm.ts';
import {
  confidenceFactors,
  natureWeights,
  repetitionFactor,
  scoreMaxWithoutHarm,
} from './weights.ts';

/** What the score looks at. `id` only names the share; no rule is known here. */
export type ScoredFinding = Pick<
  RuleMetadata,
  'id' | 'category' | 'nature' | 'severity' | 'confidence'
>;

/** One line of the addition: a finding's share, or a limit with negative points (`finding_id` is then `limit-…`). */
interface ScoreShare {
  readonly finding_id: string;
  readonly points: number;
  readonly why: string;
}

export interface Score {
  /** Integer, 0-100; equal to the sum of `contributions`. */
  readonly score: number;
  readonly contributions: readonly ScoreShare[];
}

/**
 * Adds findings up. Independent of their order; a further finding never lowers the score.
 * `docs/scoring.md` explains the arithmetic.
 */
export function scoreFindings(findings: readonly ScoredFinding[]): Score {
  const sum = new RoundedSum();
  for (const nature of natureOrder) {
    const weight = natureWeights[nature];
    const before = sum.total;
    for (const share of sharesOf(findings, nature)) sum.add(share.id, share.points, share.why);
    sum.limitTo(before + weight.limit, `limit-${nature}`, weight.limitWhy);
  }
  if (!hasEvidenceOfHarm(findings)) {
    const why = `without evidence of harm the score ends at ${scoreMaxWithoutHarm}`;
    sum.limitTo(scoreMaxWithoutHarm, 'limit-no-harm-shown', why);
  }
  sum.limitTo(100, 'limit-total', 'the score ends at 100');
  return { score: sum.rounded, contributions: sum.shares };
}

/** What weighs most comes first; limits hold for each by itself, so the sum does not depend on it. */
const natureOrder: readonly Nature[] = ['intelligence', 'behavior', 'capability', 'weakness'];

interface Share {
  readonly id: string;
  readonly points: number;
  readonly why: string;
}

function sharesOf(findings: readonly ScoredFinding[], nature: Nature): readonly Share[] {
  const groups = Map.groupBy(
    findings.filter((finding) => finding.nature === nature),
    (finding) => finding.category,
  );
  return [...groups.values()].flatMap(groupShares).sort(byPoints);
}

/** Heaviest first, so that what counts in full is the worst of the group. */
function groupShares(group: readonly ScoredFinding[]): readonly Share[] {
  return group
    .map((finding) => ({ finding, id: finding.id, points: weighted(finding) }))
    .sort(byPoints)
    .map(({ finding, id, points }, position) => ({
      id,
      points: points * repetitionFactor ** position,
      why: reason(finding, position),
    }));
}

function weighted({ nature, severity, confidence }: ScoredFinding): number {
  return natureWeights[nature].points[severity] * confidenceFactors[confidence];
}

function reason({ nature, severity, confidence, category }: ScoredFinding, position: number) {
  const weight = natureWeights[nature];
  const points = weight.points[severity];
  if (points === 0) return 'for information only';
  const sureness = `${confidence} confidence (x ${confidenceFactors[confidence]})`;
  const repeated =
    position === 0
      ? ''
      : `, number ${position + 1} of its kind in ${category} (x ${Number((repetitionFactor ** position).toPrecision(2))})`;
  return `${severity} ${nature}, ${weight.why}: ${points} points, ${sureness}${repeated}`;
}

/** The id breaks ties, so that the order of findings does not show. */
function byPoints(a: Pick<Share, 'id' | 'points'>, b: Pick<Share, 'id' | 'points'>): number {
  return b.points - a.points || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Adds fractions, reports integers: each share is the step of the rounded total, so shares add up exactly. */
class RoundedSum {
  total = 0;
  rounded = 0;
  readonly shares: ScoreShare[] = [];

  add(id: string, points: number, why: string): void {
    this.total += points;
    // Floating-point sums must not make equal inputs round differently.
    const rounded = Math.round(Number(this.total.toFixed(6)));
    this.shares.push({ finding_id: id, points: rounded - this.rounded, why });
    this.rounded = rounded;
  }

  limitTo(totalMax: number, id: string, why: string): void {
    if (this.total > totalMax) this.add(id, totalMax - this.total, why);
  }
}

import { storePolicies, type Finding } from '../finding.ts';
import type { Circumstances } from '../score/classify.ts';
import { contributionsOf } from '../score/contributions.ts';
import { headlineOf } from '../score/headline.ts';
import { improvementsFor } from '../score/improvements.ts';
import { judge } from '../score/judge.ts';
import { measuredWeights, thresholds } from '../score/measured.ts';
import { ofPackage } from '../score/score.ts';
import { placeCountOf, weightOf } from '../score/weights.ts';
import type { ReportFinding, SecurityReport } from './security-report.ts';

/** A finding that has its weight, before it is known what it counts beside the others. */
export interface WeighedFinding extends Omit<ReportFinding, 'part' | 'points' | 'under'> {
  /** Equal for findings at exactly the same places. */
  readonly placeSet: string;
}

type ReportVerdict = Pick<
  SecurityReport,
  | 'risk_score'
  | 'risk_level'
  | 'risk_order'
  | 'classification'
  | 'headline'
  | 'parts'
  | 'package_score'
  | 'package_class'
  | 'findings'
  | 'contributions'
  | 'improvements'
>;

/** All that a report says because of its findings. */
export function verdictOn(
  findings: readonly WeighedFinding[],
  circumstances: Circumstances,
): ReportVerdict {
  const verdict = judge(findings, circumstances, thresholds);
  const ofItself = judge(ofPackage(findings), circumstances, thresholds);
  const counts = new Map(verdict.counted.map((each) => [each.id, each]));
  return {
    risk_score: verdict.riskScore,
    risk_level: verdict.riskLevel,
    risk_order: verdict.riskOrder,
    classification: verdict.classification,
    headline: headlineOf({
      ...verdict,
      findings,
      ...(circumstances.isCodeUnseen && { isCodeUnseen: true }),
    }),
    parts: verdict.parts,
    package_score: ofItself.riskScore,
    package_class: ofItself.classification,
    findings: findings.map(({ placeSet: _placeSet, ...finding }) => {
      const counted = counts.get(finding.id);
      if (!counted) throw new Error(`the finding ${finding.id} was not counted`);
      const { part, thousandths, under } = counted;
      const points = thousandths / 1_000;
      return { ...finding, part, points, ...(under !== undefined && { under }) };
    }),
    contributions: contributionsOf(verdict),
    improvements: improvementsFor(findings, circumstances, thresholds),
  };
}

/** A finding as reports have it, with its weight. */
export function weighed(finding: Finding): WeighedFinding {
  const { cwe, attack, policy, evidenceCount, placeCount, ...rest } = finding;
  const weight = weightOf({ ...rest, places: placeCountOf(placeCount) }, measuredWeights);
  return {
    ...rest,
    cwe_id: cwe,
    ...(attack !== undefined && { attack_technique: attack }),
    ...(policy !== undefined && { store_policy: `${storePolicies}${policy}` }),
    evidence_count: evidenceCount,
    place_count: placeCount,
    weight,
  };
}

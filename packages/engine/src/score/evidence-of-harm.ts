import type { Confidence, Nature, Severity } from '../vocabulary.ts';

/**
 * Whether the findings show harm rather than the possibility of it: one critical behaviour, or two
 * high ones, that rules are sure of; or severe intelligence. Both the level `critical` and the
 * classification `malicious` rest on this one question.
 */
export function hasEvidenceOfHarm(findings: readonly JudgedFinding[]): boolean {
  const sure = findings.filter((finding) => finding.confidence === 'high');
  const behaviors = sure.filter((finding) => finding.nature === 'behavior');
  return (
    behaviors.some((finding) => finding.severity === 'critical') ||
    behaviors.filter((finding) => finding.severity === 'high').length >= 2 ||
    sure.some((finding) => finding.nature === 'intelligence' && isSevere(finding.severity))
  );
}

/** The part of a finding that verdicts are made of. */
export interface JudgedFinding {
  readonly nature: Nature;
  readonly severity: Severity;
  readonly confidence: Confidence;
}

/** High or critical. */
export function isSevere(severity: Severity): boolean {
  return severity === 'high' || severity === 'critical';
}

import {
  classifications,
  riskLevels,
  type Classification,
  type RiskLevel,
} from '@extaudit/engine/vocabulary';

/** From where on a result fails a check: by its risk level, or by its classification. */
export type Threshold = { readonly level: RiskLevel } | { readonly classification: Classification };

const failingClassifications = classifications.filter((name) => name !== 'clean');

export const thresholdNames: readonly string[] = [...riskLevels, ...failingClassifications];

/** `undefined` for a word that is neither. */
export function parseThreshold(text: string): Threshold | undefined {
  const level = riskLevels.find((name) => name === text);
  if (level !== undefined) return { level };
  const classification = failingClassifications.find((name) => name === text);
  return classification && { classification };
}

export function reaches(
  threshold: Threshold,
  report: { readonly risk_level: RiskLevel; readonly classification: Classification },
): boolean {
  return 'level' in threshold
    ? riskLevels.indexOf(report.risk_level) >= riskLevels.indexOf(threshold.level)
    : classifications.indexOf(report.classification) >=
        classifications.indexOf(threshold.classification);
}

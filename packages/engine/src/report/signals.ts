import type { Category, Confidence } from '../vocabulary.ts';
import type { SecurityReport } from './security-report.ts';

/** A finding in the few words of the HTTP API's bulk analysis. */
export interface Signal {
  readonly category: Category;
  /** The rule's id. */
  readonly signal: string;
  /** 0 to 1 */
  readonly confidence: number;
  readonly description: string;
}

const probabilities: Readonly<Record<Confidence, number>> = { low: 0.4, medium: 0.7, high: 0.95 };

/** One signal for each finding, in the report's order. */
export function signalsOf({ findings }: Pick<SecurityReport, 'findings'>): Signal[] {
  return findings.map(({ id, category, confidence, description }) => ({
    category,
    signal: id,
    confidence: probabilities[confidence],
    description,
  }));
}

export const evaluationFormats = ['text', 'json'] as const;

export interface EvaluateOptions {
  readonly intel: boolean;
  readonly format: (typeof evaluationFormats)[number];
  readonly output?: string;
  readonly ruleStatistics?: string;
  /** Audits at a time. */
  readonly processes: number;
  readonly quiet: boolean;
}

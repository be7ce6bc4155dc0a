import type { Facts } from '../analyse/facts/facts.ts';
import type { Evidence, RuleMetadata } from '../finding.ts';
import type { IntelligenceMatches } from '../intelligence/match.ts';
import type { Extension } from '../model/extension.ts';
import type { ExtensionContext } from './context.ts';

export interface RuleInput {
  readonly extension: Extension;
  readonly facts: Facts;
  /** What of the package is on a list of known malicious things; absent when intelligence is switched off. */
  readonly intelligence?: Partial<IntelligenceMatches>;
  /** What is known beside the package; absent where only the package is. */
  readonly context?: ExtensionContext;
}

/**
 * One thing that extaudit looks for. It shows evidence and never a score. What it asks its input for is noted: where that
 * was missing, a rule that shows nothing is reported as one that could not know.
 */
export interface Rule extends RuleMetadata {
  /** Looks up only which extension and package it is, which can be done again without the package. */
  readonly identifies?: true;
  check(input: RuleInput): Iterable<Evidence>;
}

/** Gives a rule file its types: `export default defineRule({ … })`. */
export function defineRule(rule: Rule): Rule {
  return rule;
}

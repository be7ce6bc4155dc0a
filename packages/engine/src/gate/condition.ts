import {
  classifications,
  riskLevels,
  severities,
  type Classification,
  type RiskLevel,
} from '../vocabulary.ts';
import { isBroadPattern } from '../model/match-pattern.ts';
import { coversPattern } from '../model/pattern-coverage.ts';
import { describeDecision, type Decision } from './decision.ts';
import type { OpenGain, Standing, StandingFinding } from './standing.ts';

/** What closes a gate. */
export type Condition =
  /** A finding of this severity that counts, or the level without what is accepted or known. */
  | { readonly kind: 'level'; readonly level: RiskLevel }
  /** The class without what is accepted or known, or a worse one. */
  | { readonly kind: 'class'; readonly classification: Classification }
  | { readonly kind: 'finding'; readonly rule: string }
  /** A permission or site that it may ask for, one that covers it, or a finding of that name about what it may do. */
  | { readonly kind: 'capability'; readonly name: string }
  /** Anything that was not known before. */
  | { readonly kind: 'new' };

/** Why the condition closes the gate, a clause each about the extension; empty where it does not. */
export function reasonsToClose(condition: Condition, standing: Standing): readonly string[] {
  const open = standing.findings.filter(({ state }) => state === 'open');
  switch (condition.kind) {
    case 'level':
      return levelReasons(condition.level, open, standing);
    case 'class': {
      const { classification } = standing.effective;
      const isReached = rank(classification) >= rank(condition.classification);
      return isReached ? [`is ${classification}`] : [];
    }
    case 'finding':
      return standing.findings
        .filter(({ id, state }) => id === condition.rule && isCounted(state))
        .map(describe);
    case 'capability':
      return [
        ...standing.permissions.filter(({ name }) => gives(name, condition.name)).map(describeGain),
        ...standing.findings
          .filter(({ id, nature, state }) => {
            return id === condition.name && nature === 'capability' && isCounted(state);
          })
          .map(describe),
      ];
    case 'new':
      return newReasons(standing);
  }
}

/** Whether a permission or match pattern of a manifest gives what is named: a wider pattern does. */
function gives(name: string, wanted: string): boolean {
  if (name === wanted || coversPattern(name, wanted)) return true;
  return isBroadPattern(wanted) && isBroadPattern(name);
}

function isCounted(state: StandingFinding['state']): boolean {
  return state === 'open' || state === 'new-rule';
}

function rank(classification: Classification): number {
  return classifications.indexOf(classification);
}

function levelReasons(
  level: RiskLevel,
  open: readonly StandingFinding[],
  { effective }: Standing,
): readonly string[] {
  // Levels are named as severities are.
  const severe = open.filter(
    ({ severity }) => severities.indexOf(severity) >= severities.indexOf(level),
  );
  if (severe.length > 0) return severe.map(describe);
  const isReached = riskLevels.indexOf(effective.risk_level) >= riskLevels.indexOf(level);
  return isReached
    ? [`has ${effective.risk_level} risk, score ${effective.risk_score} of 100`]
    : [];
}

function newReasons({ gained = [], findings }: Standing): readonly string[] {
  const newRules = new Set(findings.flatMap(({ id, state }) => (state === 'new-rule' ? id : [])));
  return gained.map((item) => {
    const isOfNewRule = item.kind === 'finding' && newRules.has(item.name);
    return `${describeGain(item)}${isOfNewRule ? ' (new rule: nobody looked for it before)' : ''}`;
  });
}

function describe({ id, severity, title, evidence, expired }: StandingFinding): string {
  const at = evidence.find((item) => item.at !== undefined)?.at;
  const place = at === undefined ? '' : `, ${at.file}:${at.line}`;
  return `has the ${severity} finding ${id} (${title}${place})${expiryText(expired)}`;
}

function describeGain({ text, expired }: OpenGain): string {
  return `${text}${expiryText(expired)}`;
}

function expiryText(expired: Decision | undefined): string {
  if (expired === undefined) return '';
  const { owner, expires } = expired;
  return `; ${owner} accepted ${describeDecision(expired)} until ${expires}, which has passed`;
}

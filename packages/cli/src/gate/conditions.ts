import { closestName } from '@extaudit/contract';
import { isBroadPattern, knownPermissionNames, rules, type Condition } from '@extaudit/engine';
import { riskLevels } from '@extaudit/engine/vocabulary';
import { UsageError } from '../exit.ts';
import { conditionForms, failingClasses } from './gate-options.ts';

/** A condition with the words that asked for it, for messages. */
export interface NamedCondition {
  readonly name: string;
  readonly condition: Condition | { readonly kind: 'rejection' };
}

/**
 * What `--fail-on` names, each once. A name that does not exist is an error: it would never close the gate.
 * @throws UsageError
 */
export function parseConditions(texts: readonly string[]): readonly NamedCondition[] {
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  return [...new Set(names)].map((name) => ({ name, condition: parseCondition(name) }));
}

function parseCondition(name: string): NamedCondition['condition'] {
  const level = riskLevels.find((one) => one === name);
  if (level !== undefined) return { kind: 'level', level };
  if (name === 'new' || name === 'rejection') return { kind: name };
  const [, form, value = ''] = /^(class|finding|capability):(.+)$/.exec(name) ?? [];
  switch (form) {
    case 'class':
      return { kind: 'class', classification: oneOf(value, failingClasses, 'class') };
    case 'finding':
      return { kind: 'finding', rule: oneOf(value, ruleIds(), 'rule') };
    case 'capability':
      return { kind: 'capability', name: capability(value) };
    default: {
      const meant = failingClasses.some((one) => one === name) ? `class:${name}` : undefined;
      const closest = meant ?? closestName(name, conditionForms);
      throw new UsageError(
        `--fail-on: there is no condition ${JSON.stringify(name)}.${didYouMean(closest)} Allowed are ${conditionForms.join(', ')}.`,
      );
    }
  }
}

function ruleIds(): readonly string[] {
  return rules.map(({ id }) => id);
}

function capability(name: string): string {
  // A site that no permission is named after.
  if (isBroadPattern(name) || name.includes('://')) return name;
  const capabilities = rules.filter(({ nature }) => nature === 'capability').map(({ id }) => id);
  return oneOf(name, [...knownPermissionNames, ...capabilities], 'permission or capability');
}

/** Of rules and permissions there are hundreds. */
const shownMax = 10;

function oneOf<Name extends string>(value: string, names: readonly Name[], what: string): Name {
  const name = names.find((one) => one === value);
  if (name !== undefined) return name;
  const allowed = names.length <= shownMax ? ` Allowed are ${names.join(', ')}.` : '';
  throw new UsageError(
    `--fail-on: there is no ${what} ${JSON.stringify(value)}.${didYouMean(closestName(value, names))}${allowed}`,
  );
}

function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : ` Did you mean ${name}?`;
}

import { InvalidArgumentError } from 'commander';
import { closestName } from '@extaudit/contract';
import { isBroadPattern, knownPermissionNames, rules, type Condition } from '@extaudit/engine';
import { classifications, riskLevels } from '@extaudit/engine/vocabulary';

/** A condition with the words that asked for it, for messages. */
export interface NamedCondition {
  readonly name: string;
  readonly condition: Condition;
}

export const conditionForms = [
  ...riskLevels,
  ...classifications.filter((name) => name !== 'clean').map((name) => `class:${name}`),
  'finding:RULE',
  'capability:PERMISSION',
  'new',
];

/**
 * Conditions with commas between them, after those of earlier options of the name. A name that does not exist is an error:
 * it would never close the gate.
 * @throws InvalidArgumentError
 */
export function parseConditions(
  text: string,
  earlier: readonly NamedCondition[] = [],
): readonly NamedCondition[] {
  const names = text.split(',').map((name) => name.trim());
  return [...earlier, ...names.map((name) => ({ name, condition: parseCondition(name) }))];
}

function parseCondition(name: string): Condition {
  const level = riskLevels.find((one) => one === name);
  if (level !== undefined) return { kind: 'level', level };
  if (name === 'new') return { kind: 'new' };
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
      throw new InvalidArgumentError(
        `There is no condition ${JSON.stringify(name)}.${didYouMean(closest)} Allowed are ${conditionForms.join(', ')}.`,
      );
    }
  }
}

const failingClasses = classifications.filter((name) => name !== 'clean');

function ruleIds(): readonly string[] {
  return rules.map(({ id }) => id);
}

function capability(name: string): string {
  // A site that no permission is named after.
  if (isBroadPattern(name) || name.includes('://')) return name;
  const capabilities = rules.filter(({ nature }) => nature === 'capability').map(({ id }) => id);
  return oneOf(name, [...knownPermissionNames(), ...capabilities], 'permission or capability');
}

function oneOf<Name extends string>(value: string, names: readonly Name[], what: string): Name {
  const name = names.find((one) => one === value);
  if (name !== undefined) return name;
  throw new InvalidArgumentError(
    `There is no ${what} ${JSON.stringify(value)}.${didYouMean(closestName(value, names))}`,
  );
}

function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : ` Did you mean ${name}?`;
}

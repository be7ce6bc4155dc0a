import { closestName } from '@extaudit/contract';
import { decisionSubjects, parseVersionRange, rules, type Decision } from '@extaudit/engine';
import { UsageError } from '../exit.ts';

const requiredKeys = ['reason', 'owner', 'expires'] as const;
const decisionKeys = [
  ...decisionSubjects,
  'receiver',
  'extension',
  'versions',
  ...requiredKeys,
] as const;

/**
 * One entry of `decisions` in a configuration file. Everything about it must be right: what nobody understands accepts
 * nothing, or too much.
 * @param where for messages, such as `decisions[2] in extaudit.config.json`
 * @throws UsageError
 */
export function parseDecision(entry: unknown, where: string): Decision {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw new UsageError(`${where} must be an object with ${decisionKeys.join(', ')}`);
  }
  for (const [key, value] of Object.entries(entry)) {
    if (!decisionKeys.some((name) => name === key)) {
      const closest = closestName(key, decisionKeys);
      const hint = closest === undefined ? '' : ` did you mean ${closest}?`;
      throw new UsageError(
        `${where} has the key ${JSON.stringify(key)}, which decisions do not have;${hint} There are ${decisionKeys.join(', ')}`,
      );
    }
    if (typeof value !== 'string' || value.trim() === '') {
      throw new UsageError(`${where}: ${key} must be a text that is not empty`);
    }
  }
  const decision = entry as Partial<Decision>;
  for (const key of requiredKeys) {
    if (decision[key] === undefined) throw new UsageError(`${where} has no ${key}; ${whys[key]}`);
  }
  checkDay(decision.expires, where);
  checkSubject(decision, where);
  if (decision.versions !== undefined && parseVersionRange(decision.versions) === undefined) {
    throw new UsageError(
      `${where}: versions is ${JSON.stringify(decision.versions)}; it must be a version or limits, such as "1.4" or ">=1.4 <2"`,
    );
  }
  return entry as Decision;
}

const whys: Readonly<Record<(typeof requiredKeys)[number], string>> = {
  reason: 'say why this is fine',
  owner: 'name who answers for it',
  expires: 'name the last day on which it holds, such as "2027-03-31"',
};

function checkDay(text: string | undefined, where: string): void {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? new Date(`${text}T00:00:00Z`) : undefined;
  // The 31st of a shorter month would silently become a day of the next one.
  const isDay = day !== undefined && !Number.isNaN(day.getTime());
  if (!isDay || day.toISOString().slice(0, 10) !== text) {
    throw new UsageError(
      `${where}: expires is ${JSON.stringify(text)}; it must be a day such as "2027-03-31"`,
    );
  }
}

function checkSubject(decision: Partial<Decision>, where: string): void {
  const subjects = decisionSubjects.filter((subject) => decision[subject] !== undefined);
  const { rule, extension, versions, receiver, flow } = decision;
  if (subjects.length > 1) {
    throw new UsageError(`${where} names ${subjects.join(' and ')}; make a decision for each`);
  }
  if (subjects.length === 0 && extension === undefined) {
    throw new UsageError(
      `${where} names nothing that it accepts; add ${decisionSubjects.join(', ')} or extension`,
    );
  }
  if (rule !== undefined && !rules.some(({ id }) => id === rule)) {
    const closest = closestName(
      rule,
      rules.map(({ id }) => id),
    );
    const hint = closest === undefined ? '' : `; did you mean ${closest}?`;
    throw new UsageError(`${where}: there is no rule ${JSON.stringify(rule)}${hint}`);
  }
  if (receiver !== undefined && rule === undefined && flow === undefined) {
    throw new UsageError(`${where}: receiver belongs to a rule or a flow`);
  }
  if (extension !== undefined && !/^[a-p]{32}$/.test(extension)) {
    throw new UsageError(
      `${where}: extension is ${JSON.stringify(extension)}; it must be an id of 32 letters from a to p`,
    );
  }
  const needsVersions = subjects.length === 0 || decision.gap !== undefined;
  if (needsVersions && versions === undefined) {
    throw new UsageError(
      `${where} needs versions, such as "1.4": nobody knows what the next version brings there`,
    );
  }
}

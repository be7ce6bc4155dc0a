import type { Facts } from '../analyse/facts/facts.ts';
import type { Location } from '../finding.ts';
import { runsIn, webPageContexts } from './flow-evidence.ts';
import { textPattern } from './text-pattern.ts';

/** Where scripts in web pages look up password fields. */
export function passwordSelectors(facts: Facts): readonly Location[] {
  const selectors = facts.strings.matching(
    (text) => passwordSelector.test(text),
    (file) => runsIn(facts, file, webPageContexts),
  );
  return [...selectors].map(({ at }) => at);
}

const passwordSelector = textPattern(
  /\[\s*type\s*=\s*["']?password/iu,
  (text) => text.length >= '[type=password'.length && text.includes('['),
);

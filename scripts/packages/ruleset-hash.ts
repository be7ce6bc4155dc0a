import { rulesetHash, rulesetVersion } from '../../packages/engine/src/report/ruleset.ts';
import { rules } from '../../packages/engine/src/rules/index.ts';

/** Below `packages/`; it hashes the rules' source, which a build changes. */
export const rulesetFile = 'engine/src/report/ruleset.ts';

/** What stands in its place in a build, so that a report says the same hash wherever it was made. */
export function fixedRulesetHash(): string {
  return [
    `export const rulesetVersion = ${JSON.stringify(rulesetVersion)};`,
    `export function rulesetHash() { return ${JSON.stringify(rulesetHash(rules))}; }`,
    '',
  ].join('\n');
}

import type { Rule } from '../rules/rule.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { rulesetHash, rulesetVersion } from './ruleset.ts';

/** Who made a document of results, and with what. */
export interface Tool {
  readonly name: 'extaudit';
  readonly version: string;
  readonly ruleset_version: string;
  /** Lower-case hex SHA-256. */
  readonly ruleset_hash: string;
  readonly intel_hash: string;
}

export function toolOf(rules: readonly Rule[], intelHash = 'none'): Tool {
  return {
    name: 'extaudit',
    version: packageJson.version,
    ruleset_version: rulesetVersion,
    ruleset_hash: rulesetHash(rules),
    intel_hash: intelHash,
  };
}

import type { Facts } from '../analyse/facts.ts';
import type { SecurityReport } from './security-report.ts';

/** Scripts that a report lists; the largest package that was seen has some 900. */
const scriptsMax = 2_000;

/** The package's scripts, one entry a file, in the order of its files: whose they are, where they run, how they read. */
export function scriptsOf(facts: Facts): SecurityReport['scripts'] {
  const kinds = Map.groupBy(facts.obfuscation, ({ at }) => at.file);
  const files = Map.groupBy(facts.scripts, ({ file }) => file);
  return [...files].slice(0, scriptsMax).map(([file, pieces]) => ({
    file,
    size_bytes: pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    contexts: facts.contextsOf(file),
    library: pieces.find(({ library }) => library !== undefined)?.library ?? null,
    minified: pieces.some(({ isMinified }) => isMinified),
    obfuscation: [...new Set(kinds.get(file)?.map(({ kind }) => kind))].sort(),
  }));
}

/** Declarative rules about requests, counted by file and action. */
export function requestRulesOf(facts: Facts): SecurityReport['request_rules'] {
  const dynamic = facts.networkRules.flatMap(({ origin, at, action }) =>
    origin === 'dynamic' ? { file: at.file, action } : [],
  );
  const made = Map.groupBy(dynamic, ({ file, action }) => `${action} ${file}`);
  return [
    ...facts.networkRuleCounts.map((each) => ({ origin: 'static' as const, ...each })),
    ...[...made.values()].flatMap((rules) =>
      rules
        .slice(0, 1)
        .map((rule) => ({ origin: 'dynamic' as const, ...rule, count: rules.length })),
    ),
  ];
}

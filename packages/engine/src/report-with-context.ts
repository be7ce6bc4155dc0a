import type { IntelligenceEntry } from './intelligence/entry.ts';
import { gatherIntelligence } from './intelligence/intelligence.ts';
import { matchIntelligence } from './intelligence/match.ts';
import { publisherAnalysis } from './audit.ts';
import { circumstancesOf } from './report/circumstances.ts';
import type { SecurityReport } from './report/security-report.ts';
import { unweighed } from './report/place-sets.ts';
import { verdictOn, weighed } from './report/verdict.ts';
import type { ExtensionContext } from './rules/context.ts';
import { codeUnseen, surroundingGaps } from './rules/gaps.ts';
import { rules } from './rules/index.ts';
import { groupByReason, ignorancesOf, type NotKnown } from './rules/not-known.ts';
import { runRules, worstFirst } from './rules/run-rules.ts';
import { unseenExtension } from './unseen-extension.ts';

/** What can be known of an extension without its package. */
export interface Surroundings {
  readonly extensionId: string;
  readonly context: ExtensionContext;
  /** On the id and on the package. */
  readonly intelligence: readonly IntelligenceEntry[];
}

/**
 * The report with another context: what the package itself shows stays as it is, and the verdict is made again. Only a report
 * of the rule set of now has all that this needs.
 */
export function reportWithContext(
  report: SecurityReport,
  { extensionId, context, intelligence: entries }: Surroundings,
): SecurityReport {
  const { extension: unseen, facts } = unseenExtension;
  const extension = { ...unseen, package: { ...unseen.package, sha256: report.package.sha256 } };
  const intelligence = gatherIntelligence(entries);
  const matches = intelligence && matchIntelligence(intelligence, extension, facts, extensionId);
  // Lists that name neither id nor package were used all the same where the audit had some.
  const isUsed = matches !== undefined || report.intel_hash !== 'none';
  const input = {
    extension,
    facts,
    context,
    ...(isUsed && { intelligence: matches ?? {} }),
  };
  const { findings: around, notKnown } = runRules(surroundingRules, input, [
    ...(report.package.sha256 === '' ? [codeUnseen] : []),
    ...surroundingGaps(input),
  ]);
  const ofPackage = unweighed(report.findings).filter(({ id }) => !surroundingIds.has(id));
  const findings = [...ofPackage, ...around.map(weighed)].sort(worstFirst);
  return {
    ...report,
    ...verdictOn(findings, circumstancesOf({ ...report, findings })),
    coverage: withNotKnown(report.coverage, notKnown),
    publisher_analysis: publisherAnalysis(context.publisher),
  };
}

/** What the other rules could not know stays as it is; what they did of a report without it cannot be told. */
function withNotKnown(coverage: SecurityReport['coverage'], around: readonly NotKnown[]) {
  if (coverage.not_known === undefined) return coverage;
  const ofPackage = ignorancesOf(coverage.not_known).filter(
    ({ rule }) => !surroundingIds.has(rule),
  );
  return { ...coverage, not_known: groupByReason([...ofPackage, ...ignorancesOf(around)]) };
}

const surroundingRules = rules.filter(
  ({ nature, identifies }) => nature === 'context' || identifies === true,
);
const surroundingIds: ReadonlySet<string> = new Set(surroundingRules.map(({ id }) => id));

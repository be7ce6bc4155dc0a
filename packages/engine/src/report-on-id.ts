import { currentRuleset, publisherAnalysis } from './audit.ts';
import type { IntelligenceEntry } from './intelligence/entry.ts';
import { gatherIntelligence } from './intelligence/intelligence.ts';
import { matchIntelligence } from './intelligence/match.ts';
import { buildReport } from './report/build-report.ts';
import { rulesetVersion } from './report/ruleset.ts';
import type { SecurityReport } from './report/security-report.ts';
import { rules } from './rules/index.ts';
import { blindRules } from './rules/asked-facts.ts';
import { packageUnseen, surroundingGaps } from './rules/gaps.ts';
import { groupByReason, ignoranceOf, ignorancesOf } from './rules/not-known.ts';
import { runRules } from './rules/run-rules.ts';
import { unseenExtension } from './unseen-extension.ts';

/**
 * The report on an extension of which only the id is known, from what intelligence says of it. Reads nothing hostile, so
 * that it needs no process of its own. Unknown are the package's SHA-256 and permhash (empty) and the manifest's version (0).
 * @param entries on the id; the report names their hash as the intelligence used
 * @param analyzedAt ISO 8601
 */
export function reportOnId(
  extensionId: string,
  entries: readonly IntelligenceEntry[],
  analyzedAt: string,
): SecurityReport {
  const intelligence = gatherIntelligence(entries);
  const { extension, facts } = unseenExtension;
  const input = {
    extension,
    facts,
    ...(intelligence && {
      intelligence: matchIntelligence(intelligence, extension, facts, extensionId),
    }),
  };
  const gaps = [packageUnseen, ...surroundingGaps(input)];
  const { findings, failed, notKnown, flowFindings } = runRules(seeingRules, input, gaps);
  return buildReport({
    extension,
    facts,
    findings,
    skipped: [packageUnseen, ...failed],
    notKnown: groupByReason([...blindness, ...ignorancesOf(notKnown)]),
    flowFindings,
    publisher: publisherAnalysis(undefined),
    analyzedAt,
    rulesetVersion,
    rulesetHash: currentRuleset,
    intelHash: intelligence?.hash ?? 'none',
  });
}

/** Those that cannot know anything of an id, told apart once, because lists ask for many reports. */
const idBlindRules = new Set(blindRules(rules, unseenExtension, [packageUnseen]));
const seeingRules = rules.filter((rule) => !idBlindRules.has(rule));
const blindness = [...idBlindRules].map(({ id }) => ignoranceOf(id, packageUnseen, []));

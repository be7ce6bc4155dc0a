import { operations } from '@extaudit/contract';
import { currentRuleset } from '@extaudit/engine';
import { analyseInBulk } from '../../domain/analysis/analyse-in-bulk.ts';
import { decisionsOfAccount } from '../../domain/decision/effective-verdicts.ts';
import type { DecidedVerdict } from '../../domain/decision/weigh-extensions.ts';
import { Refusal } from '../../errors.ts';
import type { Verdict } from '../../storage/analysis/verdict.ts';
import { decisionsInShort } from '../extensions/extension-data.ts';
import { answer, route } from '../route.ts';

const idsMax = 100;

/** Less than the 30 seconds after which many clients and proxies give up. */
const secondsMax = 25;

export const bulkAnalysis = route(operations.bulkAnalysis, async ({ body, caller }, services) => {
  const started = performance.now();
  if (body.extension_ids.length > idsMax) {
    throw new Refusal('too_many_ids', `extension_ids must hold at most ${idsMax} ids`);
  }
  const { verdicts, errors } = await analyseInBulk(services, body.extension_ids, {
    rulesetHash: currentRuleset,
    secondsMax,
    mayAnalyse: caller.scopes.includes('write'),
  });
  const decisions = decisionsOfAccount(
    services.db,
    { accountId: caller.accountId },
    services.now(),
  );
  const decided = await decisions.of(verdicts.map(({ extensionId }) => extensionId));
  const countOf = (classification: string): number =>
    verdicts.filter((verdict) => verdict.classification === classification).length;
  return answer(200, {
    results: verdicts.map((verdict) => ({
      extension_id: verdict.extensionId,
      classification: verdict.classification,
      risk_score: verdict.riskScore,
      risk_level: verdict.riskLevel,
      risk_order: verdict.riskOrder,
      headline: verdict.headline,
      signals: body.include_signals
        ? verdict.signals.filter(({ confidence }) => confidence >= body.confidence_threshold)
        : [],
      effective: effectiveOf(verdict, decided.get(verdict.extensionId)),
      decisions: decisionsInShort(decided.get(verdict.extensionId)),
    })),
    total_processed: verdicts.length,
    total_malicious: countOf('malicious'),
    total_suspicious: countOf('suspicious'),
    processing_time_ms: Math.round(performance.now() - started),
    errors: errors.map(({ extensionId, error }) => ({ extension_id: extensionId, error })),
  });
});

function effectiveOf(verdict: Verdict, decided: DecidedVerdict | undefined) {
  const { effective } = decided ?? {};
  return {
    classification: effective?.classification ?? verdict.classification,
    risk_score: effective?.riskScore ?? verdict.riskScore,
    risk_level: effective?.riskLevel ?? verdict.riskLevel,
    risk_order: effective?.riskOrder ?? verdict.riskOrder,
    headline: effective?.headline ?? verdict.headline,
  };
}

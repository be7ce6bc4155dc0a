import { failureCodes } from '@extaudit/contract';
import {
  type CompletedAudit,
  completeAnalysis,
  failAnalysis,
} from '../../storage/analysis/analysis.ts';
import type { Database } from '../../storage/database/database.ts';
import { lockQuarantineReason } from '../../storage/catalogue/quarantine.ts';
import { findMonitoredExtension } from '../../storage/monitor/monitor-check.ts';
import type { Queue } from '../../storage/database/queue.ts';
import { takeBackDecisions } from '../decision/take-back.ts';
import { sendComparison } from './request-comparison.ts';
import { sendCallbacks } from './send-callbacks.ts';

/** `reason` is one sentence for the one who asked for the analysis. */
export type AnalysisOutcome = CompletedAudit | { readonly reason: string };

/** Of an audit whose workers were killed each time, which says nothing about the package. */
export const interruptedReason = 'the audit was interrupted too often; ask again to retry';

/** Of an audit whose package the store has no more, or not as it was: readers of its files are told the same. */
export const damagedReason = failureCodes.package_damaged.error;

interface FinishServices {
  readonly db: Database;
  readonly queue: Queue;
  readonly now: () => Date;
}

/**
 * Ends an analysis, sets its callbacks off and has the extension's monitors compared, in one transaction; does nothing
 * when it has ended already.
 * @returns `moved` when the version has another package by now, or its own has come into quarantine, so that the analysis
 * goes on with what it has
 */
export async function finishAnalysis(
  { db, queue, now }: FinishServices,
  analysisId: string,
  outcome: AnalysisOutcome,
): Promise<'ended' | 'moved'> {
  return db.transaction().execute(async (trx) => {
    if ('report' in outcome) {
      const { packageSha256 } = outcome;
      const isQuarantined =
        packageSha256 !== undefined &&
        (await lockQuarantineReason(trx, packageSha256)) !== undefined;
      if (isQuarantined) return 'moved';
      const completion = await completeAnalysis(trx, analysisId, outcome);
      if (completion !== 'stored') return completion;
      await takeBackDecisions(trx, analysisId, now());
    } else if (!(await failAnalysis(trx, analysisId, outcome.reason))) {
      return 'ended';
    }
    await sendCallbacks(trx, queue, analysisId);
    const monitored = await findMonitoredExtension(trx, analysisId);
    if (monitored !== undefined) await sendComparison(trx, queue, monitored);
    return 'ended';
  });
}

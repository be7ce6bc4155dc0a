import type { SecurityReport } from '@extaudit/engine';
import { completeAnalysis, failAnalysis } from '../storage/analysis.ts';
import type { Database } from '../storage/database.ts';
import type { Queue } from '../storage/queue.ts';
import { sendCallbacks } from './send-callbacks.ts';

/** `reason` is one sentence for the one who asked for the analysis. */
export type AnalysisOutcome = { readonly report: SecurityReport } | { readonly reason: string };

/** Ends an analysis and sets its callbacks off, in one transaction; does nothing when it has ended already. */
export async function finishAnalysis(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  analysisId: string,
  outcome: AnalysisOutcome,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended =
      'report' in outcome
        ? await completeAnalysis(trx, analysisId, outcome.report)
        : await failAnalysis(trx, analysisId, outcome.reason);
    if (ended) await sendCallbacks(trx, queue, analysisId);
  });
}

import { finishAnalysis } from '../domain/finish-analysis.ts';
import type { JobDefinition } from './job.ts';

/** Ends an analysis whose audit was given up, so that it does not stay "processing" and may be asked for again. */
export default {
  async run({ analysisId }, services) {
    const reason = 'the audit was interrupted too often; ask again to retry';
    await finishAnalysis(services, analysisId, { reason });
  },
} satisfies JobDefinition<{ readonly analysisId: string }>;

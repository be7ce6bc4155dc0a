import { failAnalysis } from '../storage/analysis.ts';
import type { JobDefinition } from './job.ts';

/** Ends an analysis whose audit was given up, so that it does not stay "processing" and may be asked for again. */
export default {
  async run({ analysisId }, { db }) {
    await failAnalysis(db, analysisId, 'the audit was interrupted too often; ask again to retry');
  },
} satisfies JobDefinition<{ readonly analysisId: string }>;

import { finishAnalysis, interruptedReason } from '../domain/analysis/finish-analysis.ts';
import { deliverySettings } from './delivery-settings.ts';
import type { JobDefinition } from './job.ts';

/** Ends an analysis whose audit was given up, so that it does not stay "processing" and may be asked for again. */
export default {
  settings: deliverySettings,
  isLight: true,

  async run({ analysisId }, services) {
    await finishAnalysis(services, analysisId, { reason: interruptedReason });
  },
} satisfies JobDefinition<{ readonly analysisId: string }>;

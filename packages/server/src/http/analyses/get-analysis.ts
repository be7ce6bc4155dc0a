import { operations } from '@extaudit/contract';
import { withPublisherOfNow } from '../../domain/catalogue/publisher-of-now.ts';
import { Refusal } from '../../errors.ts';
import { findAnalysis } from '../../storage/analysis/analysis.ts';
import { answer, route } from '../route.ts';
import { analysisData } from './analysis-data.ts';
import { reportText } from './report-text.ts';

export const getAnalysis = route(operations.getAnalysis, async ({ params, format }, services) => {
  const analysis = await findAnalysis(services.db, params.analysisId);
  if (!analysis) throw new Refusal('analysis_not_found');
  const current = await withPublisherOfNow(services, analysis);
  return (await reportText(services.db, current, format)) ?? answer(200, analysisData(current));
});

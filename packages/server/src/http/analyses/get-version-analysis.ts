import { operations } from '@extaudit/contract';
import { withPublisherOfNow } from '../../domain/catalogue/publisher-of-now.ts';
import { Refusal } from '../../errors.ts';
import { findCurrentAnalysis } from '../../storage/analysis/analysis.ts';
import { findVersion } from '../../storage/catalogue/version.ts';
import { answer, route } from '../route.ts';
import { analysisData } from './analysis-data.ts';
import { reportText } from './report-text.ts';

export const getVersionAnalysis = route(
  operations.getVersionAnalysis,
  async ({ params, format }, services) => {
    const { db } = services;
    const version = await findVersion(db, params.extensionId, params.version);
    if (!version) throw new Refusal('version_not_found');
    const analysis = await findCurrentAnalysis(db, version.id);
    if (!analysis) throw new Refusal('analysis_not_found', 'this version was never analysed');
    const current = await withPublisherOfNow(services, analysis);
    return (await reportText(db, current, format)) ?? answer(200, analysisData(current));
  },
);

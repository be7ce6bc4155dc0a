import { PackageError } from '@extaudit/engine';
import { damagedReason, finishAnalysis } from '../domain/analysis/finish-analysis.ts';
import { quarantineOf } from '../domain/catalogue/quarantine.ts';
import { refreshPublishers } from '../domain/catalogue/refresh-publishers.ts';
import { refreshVerdicts } from '../domain/catalogue/refresh-verdicts.ts';
import { findSurroundings } from '../domain/catalogue/surroundings.ts';
import { type AnalysisInput, startAnalysis } from '../storage/analysis/analysis.ts';
import type { JobDefinition, JobServices } from './job.ts';

/** Audits a version's package and stores the report. */
export default {
  settings: { deadLetter: 'audit-version-abandoned', expireInSeconds: 900 },

  async run({ analysisId }, services) {
    for (;;) {
      const input = await startAnalysis(services.db, analysisId);
      if (!input || (await auditOnce(services, analysisId, input)) === 'ended') return;
    }
  },
} satisfies JobDefinition<{ readonly analysisId: string }>;

async function auditOnce(
  services: JobServices,
  analysisId: string,
  { versionId, extensionId, version: versionName, packageSha256, manifest }: AnalysisInput,
): Promise<'ended' | 'moved'> {
  const { db, packages, pool, now, log } = services;
  const quarantine = packageSha256 && (await quarantineOf(db, packageSha256));
  if (quarantine) return finishAnalysis(services, analysisId, { reason: quarantine });
  const source =
    packageSha256 === undefined
      ? manifest && ({ kind: 'manifest', bytes: manifest } as const)
      : await packages.source(packageSha256, `${extensionId}-${versionName}`);
  if (!source) {
    const reason = 'the package of this version is not in the store; upload it';
    return finishAnalysis(services, analysisId, { reason });
  }
  try {
    await refreshPublishers(db, now());
    const version = { extensionId, versionId, packageSha256: packageSha256 ?? '' };
    const surroundings = await findSurroundings(db, version, now());
    const { context } = surroundings;
    const options = { analyzedAt: now().toISOString(), extensionId, context };
    const { report } = await pool.audit(source, options);
    const audited = { report, packageSha256, surroundings };
    const outcome = await finishAnalysis(services, analysisId, audited);
    await refreshPublishers(db, now());
    await refreshVerdicts(db, now());
    return outcome;
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    const isDamaged = error.code === 'damaged';
    if (isDamaged) log?.(`stored package: ${error.message}`);
    const reason = isDamaged ? damagedReason : error.message;
    return finishAnalysis(services, analysisId, { reason });
  }
}

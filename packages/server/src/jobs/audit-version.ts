import { PackageError } from '@extaudit/engine';
import { completeAnalysis, failAnalysis, startAnalysis } from '../storage/analysis.ts';
import type { JobDefinition } from './job.ts';

/** Audits a version's package and stores the report. */
export default {
  settings: { deadLetter: 'audit-version-abandoned', expireInSeconds: 900 },

  async run({ analysisId }, { db, packages, pool, now }) {
    const input = await startAnalysis(db, analysisId);
    if (!input) return;
    const bytes =
      input.packageSha256 === undefined ? undefined : await packages.get(input.packageSha256);
    if (!bytes) {
      await failAnalysis(
        db,
        analysisId,
        'the package of this version is not in the store; upload it',
      );
      return;
    }
    const name = `${input.extensionId}-${input.version}`;
    try {
      const source = { kind: 'bytes', bytes, name } as const;
      const { report } = await pool.audit(source, { analyzedAt: now().toISOString() });
      await completeAnalysis(db, analysisId, report);
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      await failAnalysis(db, analysisId, error.message);
    }
  },
} satisfies JobDefinition<{ readonly analysisId: string }>;

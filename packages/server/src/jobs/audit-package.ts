import { PackageError } from '@extaudit/engine';
import { quarantineOf } from '../domain/catalogue/quarantine.ts';
import {
  findClaims,
  savePackageVerdict,
  type UnjudgedPackage,
} from '../storage/catalogue/version-package.ts';
import type { JobDefinition } from './job.ts';

/** Audits a package that claims a version without being the one that it is judged by. */
export default {
  settings: { expireInSeconds: 900, policy: 'exclusive' },

  async run(unjudged, { db, packages, pool, now, log }) {
    const { versionId, sha256 } = unjudged;
    const claims = await findClaims(db, versionId, sha256);
    if (!claims || (await quarantineOf(db, sha256)) !== undefined) return;
    const analyzedAt = now();
    try {
      const source = await packages.source(sha256, sha256);
      const options = { analyzedAt: analyzedAt.toISOString(), context: { claims } };
      const { report } = await pool.audit(source, options);
      await savePackageVerdict(db, unjudged, report, analyzedAt);
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      if (error.code === 'damaged') log?.(`stored package: ${error.message}`);
    }
  },
} satisfies JobDefinition<UnjudgedPackage>;

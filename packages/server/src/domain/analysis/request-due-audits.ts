import { randomUUIDv7 } from 'node:crypto';
import { takeDueAudit, type VersionName } from '../../storage/catalogue/due-audit.ts';
import { listUnjudgedPackages } from '../../storage/catalogue/version-package.ts';
import type { Database } from '../../storage/database/database.ts';
import type { Queue } from '../../storage/database/queue.ts';
import { requestAnew } from './request-analysis.ts';
import { requestReadingOf } from './request-reading.ts';

/**
 * Queues, with low priority, the audits of versions whose packages have changed: of what a version is judged by, if it or
 * the version was audited before, and of what stands beside that. What nobody has read yet, because it was in quarantine, is
 * read as well.
 * @param only of this version, so that nobody's request works off what others have left; all when absent
 */
export async function requestDueAudits(
  services: { readonly db: Database; readonly queue: Queue },
  only?: VersionName,
): Promise<void> {
  const { db, queue } = services;
  for (let isMore = true; isMore;) {
    isMore = await db.transaction().execute(async (trx) => {
      const versionId = await takeDueAudit(trx, only);
      if (versionId === undefined) return false;
      await requestReadingOf(trx, queue, versionId);
      await requestAnew(trx, queue, versionId);
      const jobs = (await listUnjudgedPackages(trx, versionId)).map((data) => ({
        id: randomUUIDv7(),
        data,
        priority: 0,
        key: `${data.versionId} ${data.sha256}`,
      }));
      if (jobs.length > 0) await queue.sendMany(trx, 'audit-package', jobs);
      return true;
    });
  }
}

import type { Database } from '../../storage/database/database.ts';
import type { Queue } from '../../storage/database/queue.ts';
import {
  listUnauditedVersions,
  type UnauditedVersion,
} from '../../storage/analysis/unaudited-version.ts';
import { requestFirst } from './request-analysis.ts';

const versionsAtATime = 500;

/**
 * Queues, with low priority, audits of current versions that nobody has audited, whether a worker lives now or later.
 * @param extensionIds whose, and then also where an audit has failed; all when absent
 * @returns those that were not queued before, as they are
 */
export async function* requestFirstAudits(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  extensionIds?: readonly string[],
): AsyncGenerator<UnauditedVersion> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const versions = await listUnauditedVersions(db, {
      extensionIds,
      after,
      limit: versionsAtATime,
    });
    for (const version of versions) {
      const isQueued = await db
        .transaction()
        .execute((trx) => requestFirst(trx, queue, version.versionId));
      if (isQueued) yield version;
    }
    after = versions.at(-1)?.extensionId;
  }
}

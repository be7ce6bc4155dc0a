import { randomUUIDv7 } from 'node:crypto';
import { hasReadablePackage, type UnreadPackage } from '../../storage/catalogue/unread-package.ts';
import type { DatabaseTransaction } from '../../storage/database/database.ts';
import type { Queue } from '../../storage/database/queue.ts';

/** How far a reading of all stored packages came; empty at its beginning. */
export interface ReadingProgress {
  readonly after?: Pick<UnreadPackage, 'versionId' | 'sha256'>;
  readonly read?: number;
}

/** Has unread packages read where one of the version may be: it may have left quarantine. */
export async function requestReadingOf(
  trx: DatabaseTransaction,
  queue: Queue,
  versionId: string,
): Promise<void> {
  if (await hasReadablePackage(trx, versionId)) await sendReading(trx, queue, {});
}

/** Below all others, and once for each place that a reading can have come to. */
export async function sendReading(
  trx: DatabaseTransaction,
  queue: Queue,
  progress: ReadingProgress,
): Promise<void> {
  const key = `after ${progress.after?.versionId ?? 'nothing'}`;
  await queue.send(trx, {
    id: randomUUIDv7(),
    name: 'read-packages',
    data: progress,
    priority: -1,
    key,
  });
}

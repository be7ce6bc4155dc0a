import { randomUUIDv7 } from 'node:crypto';
import { type Analysis, findAnalysis } from '../storage/analysis.ts';
import { hasWaitingCallback, releaseCallbacks } from '../storage/callback.ts';
import type { DatabaseTransaction } from '../storage/database.ts';
import type { Queue } from '../storage/queue.ts';

/** Queues the callbacks that wait for an analysis which has ended; all say the same. */
export async function sendCallbacks(
  trx: DatabaseTransaction,
  queue: Queue,
  analysisId: string,
): Promise<void> {
  if (!(await hasWaitingCallback(trx, analysisId))) return;
  const analysis = await findAnalysis(trx, analysisId);
  if (!analysis) return;
  const body = Buffer.from(JSON.stringify(callbackBody(analysis)));
  for (const callbackId of await releaseCallbacks(trx, analysisId, body)) {
    await queue.send(trx, {
      id: randomUUIDv7(),
      name: 'deliver-callback',
      data: { callbackId, attempt: 1 },
      priority: 0,
    });
  }
}

function callbackBody({ id, extensionId, version, report, reason }: Analysis) {
  const about = { analysis_id: id, extension_id: extensionId, version };
  return report
    ? { ...about, status: 'completed', report }
    : { ...about, status: 'failed', error: reason };
}

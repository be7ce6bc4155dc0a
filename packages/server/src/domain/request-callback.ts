import { randomUUIDv7 } from 'node:crypto';
import { Refusal } from '../errors.ts';
import { DestinationError, type DestinationGuard } from '../outbound/guard-destination.ts';
import { lockAnalysis, type Analysis } from '../storage/analysis.ts';
import { insertCallback } from '../storage/callback.ts';
import type { Database } from '../storage/database.ts';
import type { Queue } from '../storage/queue.ts';
import { sendCallbacks } from './send-callbacks.ts';

export type { DestinationGuard };

/**
 * Has the account told at the URL when the analysis ends, or at once when it has ended already.
 * @param url has passed `checkDestination`
 */
export async function requestCallback(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  analysis: Analysis,
  { accountId, url }: { readonly accountId: string; readonly url: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // From here on it cannot end unseen: either we find that it has, or its end finds the callback.
    const state = await lockAnalysis(trx, analysis.id);
    if (state === undefined) throw new Refusal('not-found', 'the extension has been removed');
    await insertCallback(trx, {
      callbackId: randomUUIDv7(),
      analysisId: analysis.id,
      accountId,
      url,
    });
    if (state === 'completed' || state === 'failed') await sendCallbacks(trx, queue, analysis.id);
  });
}

const allowing = '; the operator can allow receivers by EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS';

/**
 * Refuses with `invalid`, naming the parameter, a URL that must not be sent to. An https name that cannot be
 * resolved now passes, because every delivery checks again.
 */
export async function checkDestination(
  destinations: DestinationGuard,
  name: string,
  url: string,
): Promise<void> {
  try {
    await destinations.resolve(url);
  } catch (error) {
    if (!(error instanceof DestinationError)) throw error;
    if (error.code === 'destination-unresolved' && /^https:/i.test(url)) return;
    const hint = error.isForOperator ? allowing : '';
    throw new Refusal('invalid', `${name} cannot be used: ${error.message}${hint}`, {
      cause: error,
    });
  }
}

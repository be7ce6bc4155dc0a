import { abandonedAttempt } from '../domain/alert/attempt-delivery.ts';
import { type CallbackJob, recordCallback } from '../domain/analysis/send-callbacks.ts';
import { findPendingCallback } from '../storage/analysis/callback.ts';
import { deliverySettings } from './delivery-settings.ts';
import type { JobDefinition } from './job.ts';

/** Ends a callback whose job was given up, so that it does not stay "pending", and tells the account. */
export default {
  settings: deliverySettings,
  isLight: true,

  async run({ callbackId, attempt }, { db, now, log }) {
    const callback = await findPendingCallback(db, callbackId);
    if (!callback) return;
    const made = abandonedAttempt(attempt, now());
    const { told } = await db
      .transaction()
      .execute((trx) => recordCallback(trx, callbackId, callback, made));
    if (told !== undefined) log?.(told);
  },
} satisfies JobDefinition<CallbackJob>;

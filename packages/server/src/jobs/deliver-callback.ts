import { attemptDelivery } from '../domain/alert/attempt-delivery.ts';
import {
  callbackJob,
  type CallbackJob,
  recordCallback,
} from '../domain/analysis/send-callbacks.ts';
import { signingSecretsOf } from '../domain/account/webhook-secret.ts';
import { findPendingCallback } from '../storage/analysis/callback.ts';
import { deliverySettings } from './delivery-settings.ts';
import type { JobDefinition } from './job.ts';

/**
 * Makes one attempt to deliver a callback, and queues the next where it fails. A job that comes back because
 * its worker died delivers again unless the attempt was recorded.
 */
export default {
  settings: { ...deliverySettings, deadLetter: 'deliver-callback-abandoned' },
  isLight: true,
  concurrency: { workers: 2, reservedWorkers: 2, jobsOfGroupMax: 2 },

  async run({ callbackId, attempt }, services) {
    const callback = await findPendingCallback(services.db, callbackId);
    if (callback?.attempts !== attempt - 1) return;
    const { accountId, url, body } = callback;
    const secrets = await signingSecretsOf(services, accountId, services.now());
    await attemptDelivery(
      services,
      { id: callbackId, url, body, secrets, attempt },
      {
        record: (trx, made) => recordCallback(trx, callbackId, callback, made),
        nextJob: callbackJob({ callbackId, attempt: attempt + 1 }, accountId),
      },
    );
  },
} satisfies JobDefinition<CallbackJob>;

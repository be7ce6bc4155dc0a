import { attemptDelivery } from '../domain/attempt-delivery.ts';
import { recordAlert } from '../domain/monitor/record-alert.ts';
import { signingSecretsOf } from '../domain/monitor/signing-secret.ts';
import { alertJob, type AlertJob } from '../domain/monitor/write-deliveries.ts';
import { findPendingDelivery } from '../storage/delivery-attempt.ts';
import { cancelDelivery } from '../storage/new-delivery.ts';
import { deliveryConcurrency, deliverySettings } from './delivery-settings.ts';
import type { JobDefinition } from './job.ts';

/**
 * Makes one attempt to deliver an alert, and queues the next where it fails. A job that comes back because
 * its worker died delivers again unless the attempt was recorded; one whose delivery has been replayed or
 * cancelled meanwhile does nothing.
 */
export default {
  settings: deliverySettings,
  concurrency: deliveryConcurrency,

  async run(job, services) {
    const { deliveryId, round, attempt } = job;
    const { db, now } = services;
    const delivery = await findPendingDelivery(db, deliveryId);
    if (delivery?.round !== round || delivery.attempts !== attempt - 1) return;
    const { webhookId, url, body, eventType, isWebhookEnabled } = delivery;
    const isTest = eventType === 'test';
    if (!isWebhookEnabled && !isTest) return cancelDelivery(db, deliveryId, round, now());

    const secrets = await signingSecretsOf(services, webhookId, now());
    let told: string | undefined;
    await attemptDelivery(
      services,
      { id: deliveryId, url, body, secrets, attempt, isLastAttempt: isTest },
      {
        async record(trx, made) {
          const recorded = await recordAlert(trx, job, delivery, made);
          told = recorded.told;
          return recorded.isNextWanted;
        },
        nextJob: alertJob({ ...job, attempt: attempt + 1 }, webhookId, eventType),
      },
    );
    if (told !== undefined) services.log?.(told);
  },
} satisfies JobDefinition<AlertJob>;

import { abandonedAttempt } from '../domain/alert/attempt-delivery.ts';
import { recordAbandonedAlert } from '../domain/alert/record-alert.ts';
import type { AlertJob } from '../domain/alert/write-deliveries.ts';
import { findPendingDelivery } from '../storage/alert/delivery-attempt.ts';
import { deliverySettings } from './delivery-settings.ts';
import type { JobDefinition } from './job.ts';

/** Ends a delivery whose job was given up, so that it does not stay "pending" and may be replayed. */
export default {
  settings: deliverySettings,
  isLight: true,

  async run(job, { db, now, log }) {
    const delivery = await findPendingDelivery(db, job.deliveryId);
    if (!delivery) return;
    const made = abandonedAttempt(job.attempt, now());
    const told = await db
      .transaction()
      .execute((trx) => recordAbandonedAlert(trx, job, delivery, made));
    if (told !== undefined) log?.(told);
  },
} satisfies JobDefinition<AlertJob>;

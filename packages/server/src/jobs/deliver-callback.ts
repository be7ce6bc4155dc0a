import { randomUUIDv7 } from 'node:crypto';
import { signingSecretsOf } from '../domain/webhook-secret.ts';
import { deliver, type DeliveryOutcome } from '../outbound/deliver.ts';
import { retryDelaySeconds } from '../outbound/retry-schedule.ts';
import { signatureHeaders } from '../outbound/sign.ts';
import {
  findPendingCallback,
  type PendingCallback,
  recordCallbackAttempt,
} from '../storage/callback.ts';
import type { JobDefinition, JobServices } from './job.ts';

interface CallbackJob {
  readonly callbackId: string;
  /** From 1. */
  readonly attempt: number;
}

/**
 * Makes one attempt to deliver a callback, and queues the next where it fails. A job that comes back because
 * its worker died delivers again unless the attempt was recorded.
 */
export default {
  // What fails here is not the receiver but our own process or database, which will be back.
  settings: {
    retryLimit: 1_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 120,
  },

  async run(job, services) {
    const callback = await findPendingCallback(services.db, job.callbackId);
    if (callback?.attempts !== job.attempt - 1) return;
    await record(job, await attemptDelivery(job, callback, services), services);
  },
} satisfies JobDefinition<CallbackJob>;

async function attemptDelivery(
  { callbackId }: CallbackJob,
  { accountId, url, body }: PendingCallback,
  services: JobServices,
): Promise<DeliveryOutcome> {
  const timestamp = services.now();
  const [current, ...older] = await signingSecretsOf(services, accountId, timestamp);
  if (current === undefined) return unsigned;
  const message = { id: callbackId, timestamp, body };
  const headers = signatureHeaders(message, [current, ...older]);
  return deliver({ url, headers, body }, services.destinations);
}

const unsigned: DeliveryOutcome = {
  delivered: false,
  status: undefined,
  problem: 'there is no webhook secret that this installation could sign with; rotate it',
  retryAfterSeconds: undefined,
  answer: new Uint8Array(),
};

/** The receiver's way to say that it wants no more. https://www.rfc-editor.org/rfc/rfc9110#section-15.5.11 */
const gone = 410;

async function record(
  { callbackId, attempt }: CallbackJob,
  { delivered, status, problem, retryAfterSeconds, answer }: DeliveryOutcome,
  { db, queue, now }: JobServices,
): Promise<void> {
  const delay =
    delivered || status === gone
      ? undefined
      : retryDelaySeconds(attempt, retryAfterSeconds, Math.random());
  const unfinished = delay === undefined ? 'exhausted' : 'pending';
  const state = delivered ? 'delivered' : unfinished;
  await db.transaction().execute(async (trx) => {
    const done = { attempt, state, status, problem, answer, at: now() } as const;
    if (!(await recordCallbackAttempt(trx, callbackId, done)) || delay === undefined) return;
    await queue.send(trx, {
      id: randomUUIDv7(),
      name: 'deliver-callback',
      data: { callbackId, attempt: attempt + 1 },
      priority: 0,
      startAfterSeconds: delay,
    });
  });
}

import { createHmac, randomBytes } from 'node:crypto';

/** A message as it goes out, byte for byte. */
export interface OutgoingMessage {
  /** Constant over all attempts, so that a receiver can tell a repetition. */
  readonly id: string;
  /** Of this attempt. */
  readonly timestamp: Date;
  readonly body: Uint8Array;
}

/**
 * The headers that prove a message to its receiver: the specification's `X-Signature`, made with the first
 * secret, and those of Standard Webhooks, with one signature for each secret, so that the receiver may
 * hold the new or the old one while a rotation is under way.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * @param secrets current one first; at least one
 */
export function signatureHeaders(
  { id, timestamp, body }: OutgoingMessage,
  secrets: readonly [string, ...string[]],
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(timestamp.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'x-signature': `sha256=${createHmac('sha256', secrets[0]).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}

const prefix = 'whsec_';

/** A secret of 256 random bits in the form that libraries for Standard Webhooks take. */
export function createWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** Standard Webhooks' key: what the base64 after the prefix says; of a secret in its owner's own form, its bytes. */
function keyOf(secret: string): Buffer {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : undefined;
  const isBase64 = encoded !== undefined && /^[A-Za-z0-9+/]{16,}={0,2}$/.test(encoded);
  return isBase64 ? Buffer.from(encoded, 'base64') : Buffer.from(secret);
}

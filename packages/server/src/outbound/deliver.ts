import type { IncomingMessage } from 'node:http';
import { before, dial, retryAfterSecondsOf } from './dial.ts';
import type { DestinationGuard } from './guard-destination.ts';

/** A POST of JSON to somebody else's server. */
export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What became of one attempt. */
export interface DeliveryOutcome {
  /** A 2xx answer came, and ended in time. */
  readonly delivered: boolean;
  /** Absent when no answer came. */
  readonly status: number | undefined;
  /** Why it does not count as delivered. */
  readonly problem: string | undefined;
  /** As the receiver asked for with 429 or 503. */
  readonly retryAfterSeconds: number | undefined;
  /** The beginning of the answer's body. */
  readonly answer: Uint8Array;
}

export interface DeliveryLimits {
  /** For the whole attempt: name, connection, request and answer. */
  readonly secondsMax?: number;
  /** Of the answer's body; the rest is not read. */
  readonly answerBytesMax?: number;
}

/**
 * Makes one attempt. Never rejects, follows no redirect, and keeps no connection.
 */
export async function deliver(
  delivery: Delivery,
  guard: DestinationGuard,
  { secondsMax = 15, answerBytesMax = 16_384 }: DeliveryLimits = {},
): Promise<DeliveryOutcome> {
  const deadline = AbortSignal.timeout(secondsMax * 1_000);
  let response: IncomingMessage | undefined;
  try {
    const destination = await before(deadline, guard.resolve(delivery.url));
    const { headers, body } = delivery;
    response = await dial(destination, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': body.byteLength,
        ...headers,
      },
      body,
      signal: deadline,
    });
    const answer = await readStart(response, answerBytesMax);
    // To a body that ends with its connection, being cut off looks like an end.
    deadline.throwIfAborted();
    return outcomeOf(response, answer);
  } catch (error) {
    const problem = deadline.aborted
      ? `no complete answer came within ${secondsMax} s`
      : `the request failed: ${(error as Error).message}`;
    return {
      delivered: false,
      status: response?.statusCode,
      problem,
      retryAfterSeconds: undefined,
      answer: new Uint8Array(),
    };
  }
}

/** Reads to the end or to the limit, whichever comes first, and hangs up. */
async function readStart(response: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= bytesMax) break;
  }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, bytesMax);
}

function outcomeOf(response: IncomingMessage, answer: Uint8Array): DeliveryOutcome {
  const { statusCode = 0 } = response;
  const delivered = statusCode >= 200 && statusCode < 300;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const redirect = isRedirect ? '; redirects are not followed' : '';
  return {
    delivered,
    status: statusCode,
    problem: delivered ? undefined : `the receiver answered ${statusCode}${redirect}`,
    retryAfterSeconds:
      statusCode === 429 || statusCode === 503 ? retryAfterSecondsOf(response) : undefined,
    answer,
  };
}

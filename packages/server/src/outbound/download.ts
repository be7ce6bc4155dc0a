import type { IncomingMessage } from 'node:http';
import { before, dial, retryAfterSecondsOf } from './dial.ts';
import {
  DestinationError,
  type DestinationGuard,
  type ResolveOptions,
} from './guard-destination.ts';

export interface DownloadRequest extends ResolveOptions {
  readonly url: string;
  /** Of an earlier answer; the server may then say that it still holds. */
  readonly etag?: string | undefined;
}

export interface DownloadLimits {
  /** For everything together, redirects included. */
  readonly secondsMax: number;
  readonly bytesMax: number;
  /** Default: none are followed. */
  readonly redirectsMax?: number;
  /** Beside 200, those whose body is read. */
  readonly keptStatuses?: ReadonlySet<number>;
  /** Gives a redirect as the answer that it is, and follows none. */
  readonly isRedirectFine?: boolean;
}

/** A complete answer, whatever its status. */
export interface Downloaded {
  readonly status: number;
  /** Of status 200 and the statuses that were to be kept; else empty. */
  readonly body: Uint8Array;
  readonly etag: string | undefined;
  /** As the server asked for with 429 or 503. */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * `download-refused`: it leads where nothing may be asked for. `download-too-large`: more than was allowed.
 * `download-failed`: no complete answer came.
 */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly code: 'download-refused' | 'download-too-large' | 'download-failed';

  constructor(code: DownloadError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Gets what is at a URL. Every hop passes the guard and is dialled at the addresses that it has checked.
 * Nothing compressed is taken, so that the bytes are what was counted. Rejects with `DownloadError`.
 */
export async function download(
  request: DownloadRequest,
  guard: DestinationGuard,
  limits: DownloadLimits,
): Promise<Downloaded> {
  const deadline = AbortSignal.timeout(limits.secondsMax * 1_000);
  try {
    let url = request.url;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await get(url, request, guard, limits, deadline);
      if (!('location' in answer)) return answer;
      if (redirects >= (limits.redirectsMax ?? 0)) {
        throw new DownloadError('download-refused', `it redirects ${redirects + 1} times`);
      }
      url = answer.location;
    }
  } catch (cause) {
    throw errorOf(cause, deadline, limits.secondsMax);
  }
}

async function get(
  url: string,
  { etag, ...allowed }: DownloadRequest,
  guard: DestinationGuard,
  { bytesMax, keptStatuses, isRedirectFine = false }: DownloadLimits,
  deadline: AbortSignal,
): Promise<Downloaded | { readonly location: string }> {
  const destination = await before(deadline, guard.resolve(url, allowed));
  const response = await dial(destination, {
    method: 'GET',
    headers: {
      'accept-encoding': 'identity',
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
    signal: deadline,
  });
  try {
    const location = isRedirectFine ? undefined : locationOf(response, destination.url);
    if (location !== undefined) return { location };
    const { statusCode: status = 0, headers } = response;
    const isKept = status === 200 || keptStatuses?.has(status) === true;
    const body = isKept ? await readBounded(response, bytesMax) : new Uint8Array();
    // To a body that ends with its connection, being cut off looks like an end.
    deadline.throwIfAborted();
    const isBusy = status === 429 || status === 503;
    return {
      status,
      body,
      etag: etagOf(headers.etag),
      retryAfterSeconds: isBusy ? retryAfterSecondsOf(response) : undefined,
    };
  } finally {
    response.destroy();
  }
}

const redirectStatuses = new Set<number | undefined>([301, 302, 303, 307, 308]);

function locationOf({ statusCode, headers }: IncomingMessage, base: URL): string | undefined {
  if (!redirectStatuses.has(statusCode)) return undefined;
  const target = headers.location === undefined ? null : URL.parse(headers.location, base.href);
  if (!target) throw new DownloadError('download-refused', 'it redirects to no URL');
  return target.href;
}

/** Rejects with `DownloadError` what is more, or compressed. */
export async function readBounded(
  response: IncomingMessage,
  bytesMax: number,
): Promise<Uint8Array> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = response.headers;
  if (encoding !== 'identity') {
    throw new DownloadError('download-failed', 'it came compressed, which was not asked for');
  }
  const tooLarge = new DownloadError('download-too-large', `it is larger than ${bytesMax} bytes`);
  if (Number(length) > bytesMax) throw tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const etagCharactersMax = 256;

/** It is kept and sent again, so one of a sensible size only. */
function etagOf(etag: string | undefined): string | undefined {
  return etag !== undefined && etag.length <= etagCharactersMax ? etag : undefined;
}

function errorOf(cause: unknown, deadline: AbortSignal, secondsMax: number): DownloadError {
  if (deadline.aborted) {
    return new DownloadError('download-failed', `no complete answer came within ${secondsMax} s`, {
      cause,
    });
  }
  if (cause instanceof DownloadError) return cause;
  const { message } = cause as Error;
  const isRefused = cause instanceof DestinationError && cause.code === 'destination-refused';
  return new DownloadError(
    isRefused ? 'download-refused' : 'download-failed',
    isRefused ? message : `the request failed: ${message}`,
    { cause },
  );
}

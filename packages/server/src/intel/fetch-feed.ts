export interface FetchLimits {
  /** After decompression. Default: 16 MiB. */
  readonly bytesMax?: number;
  /** In total. Default: 60. */
  readonly secondsMax?: number;
}

/** The feed could not be had, or is nothing that can be read; the message says why in one sentence. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  readonly code = 'feed-failed';
}

/** The feed's text. Redirects are not followed: they lead where nobody configured. Rejects with `FeedError`. */
export async function fetchFeed(url: string, limits: FetchLimits = {}): Promise<string> {
  const secondsMax = limits.secondsMax ?? 60;
  const deadline = AbortSignal.timeout(secondsMax * 1_000);
  try {
    const headers = { accept: 'application/json, application/x-ndjson' };
    const response = await fetch(url, { headers, redirect: 'manual', signal: deadline });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new FeedError(`the server answered ${response.status} instead of 200`);
    }
    const bytes = await readBounded(response, limits.bytesMax ?? 16 * 1024 * 1024);
    return decode(bytes);
  } catch (cause) {
    if (cause instanceof FeedError) throw cause;
    if (deadline.aborted) {
      throw new FeedError(`no complete answer came within ${secondsMax} s`, { cause });
    }
    throw new FeedError(`it cannot be fetched: ${reasonOf(cause)}`, { cause });
  }
}

async function readBounded(response: Response, bytesMax: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > bytesMax) throw new FeedError(`it is larger than ${bytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FeedError('it is not UTF-8 text', { cause });
  }
}

/** `fetch` hides the reason in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

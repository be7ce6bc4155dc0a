import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { isKnown } from './if-none-match.ts';

/** Less is not worth a pass. */
const compressedBytesMin = 1_024;
/** Twice as fast as the usual one, and nearly as small. */
const options = { level: 4 };
const compress = promisify(gzip);

/**
 * Sends nothing again that the client says it has, and texts compressed to clients that take it. Of what is read only: an
 * answer to a change may hold a secret beside what its sender chose, and its length would tell of it.
 * @returns what is sent in place of the payload
 */
export async function saveSending(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || reply.statusCode !== 200 || !isText(reply)) return payload;
  if (typeof payload === 'string') return sendWhole(request, reply, payload);
  if (!isReadable(payload) || !takesGzip(request)) return payload;
  markCompressed(reply);
  // Whoever reads the list sees its lines as they are made, not once all of them are.
  const compressing = createGzip({ ...options, flush: constants.Z_SYNC_FLUSH });
  return pipeline(payload, compressing, () => undefined);
}

async function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<unknown> {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  const etag = `W/"${hash}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (isKnown(request.headers['if-none-match'], etag)) {
    reply.status(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  }
  if (Buffer.byteLength(text) < compressedBytesMin || !takesGzip(request)) return text;
  markCompressed(reply);
  return compress(text, options);
}

function isText(reply: FastifyReply): boolean {
  return /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|x-ndjson)\b)/.test(
    String(reply.getHeader('content-type') ?? ''),
  );
}

function isReadable(payload: unknown): payload is Readable {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload;
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
function takesGzip({ headers }: FastifyRequest): boolean {
  const codings = (headers['accept-encoding'] ?? '').split(',');
  return codings.some((coding) => {
    const [name, ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

function markCompressed(reply: FastifyReply): void {
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
}

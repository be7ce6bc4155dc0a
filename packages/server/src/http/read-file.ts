import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import type { UploadedFile } from './route.ts';

/**
 * The one file of a multipart body. Refuses what is no such body, or has the file in another field; and at the end of the
 * bytes, what has more than that file.
 * @param check rejects when what has come must not count after all
 */
export async function readFile(
  request: FastifyRequest,
  field: string,
  check: () => Promise<unknown>,
): Promise<UploadedFile> {
  if (!request.isMultipart()) {
    throw new Refusal(
      'unsupported_media_type',
      `the body must be multipart/form-data with the file in the field ${field}, as curl -F ${field}=@FILE sends it`,
    );
  }
  const parts = request.parts();
  const part = await nextFile(parts);
  if (!part) {
    throw new Refusal('invalid_parameter', `the body must hold a file in the field ${field}`);
  }
  if (part.fieldname !== field) {
    const problem = `the body must hold one file, in the field ${field}; it has one in the field ${part.fieldname}`;
    throw new Refusal('invalid_parameter', problem);
  }
  return { name: part.filename, bytes: contentsOf(part, parts, check) };
}

type Parts = AsyncIterator<Multipart>;

async function nextFile(parts: Parts): Promise<MultipartFile | undefined> {
  for (;;) {
    const { value, done } = await parts.next().catch(refuseMalformed);
    if (done === true) return undefined;
    if (value.type === 'file') return value;
  }
}

async function* contentsOf(
  { file }: MultipartFile,
  parts: Parts,
  check: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  // Otherwise the rest of a file that is too large would be waited for.
  file.once('limit', () => {
    file.destroy(new Refusal('body_too_large', 'the file is larger than allowed'));
  });
  try {
    yield* file as AsyncIterable<Uint8Array>;
  } catch (error) {
    refuseMalformed(error);
  }
  // The parser counts files, and refuses a second one.
  await nextFile(parts);
  await check();
}

/** The parser underneath throws plain errors for a body that is cut off or has no boundary. */
function refuseMalformed(error: unknown): never {
  if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error;
  throw new Refusal('invalid_body', 'the body is not valid multipart/form-data', { cause: error });
}

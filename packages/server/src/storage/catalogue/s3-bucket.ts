import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { PackagesUnavailableError } from '../database/storage-errors.ts';
import type { Bucket, BucketLocation } from './bucket.ts';

/** With all attempts at it: an upload holds a transaction open, which the database ends after a minute. */
const uploadMillisecondsMax = 45_000;
const questionMillisecondsMax = 12_000;
/** Of 512 MiB, at 5 MB a second. */
const downloadMillisecondsMax = 120_000;
const partBytes = 8 * 1024 * 1024;

export interface S3BucketOptions {
  /** Of one attempt. */
  readonly answerMilliseconds: number;
  /** After which nobody can be at an upload in parts any more: far longer than one may take. */
  readonly abandonedMilliseconds: number;
  /** Uploads in parts that are listed at a time. */
  readonly uploadsMax: number;
}

export const s3BucketOptions: S3BucketOptions = {
  answerMilliseconds: 8_000,
  abandonedMilliseconds: 3_600_000,
  uploadsMax: 1_000,
};

/** Keys come from where the SDK looks for them: AWS_ACCESS_KEY_ID and its like, profiles, the machine's role. */
export function openS3Bucket(
  { bucket, prefix, endpoint, region }: BucketLocation,
  { answerMilliseconds, abandonedMilliseconds, uploadsMax }: S3BucketOptions = s3BucketOptions,
): Bucket {
  // What packages are is checked by their SHA-256. Stores that are not Amazon's may refuse other checksums, and have no
  // name for each bucket: https://docs.aws.amazon.com/sdkref/latest/guide/feature-dataintegrity.html
  const ofOthers: S3ClientConfig = {
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  const client = new S3Client({
    region,
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: answerMilliseconds,
      throwOnRequestTimeout: true,
    },
    ...(endpoint !== undefined && { ...ofOthers, endpoint }),
  });
  const objectOf = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });

  async function sizeOf(name: string): Promise<number | undefined> {
    const head = new HeadObjectCommand(objectOf(name));
    const found = await orAbsent(client.send(head, deadline(questionMillisecondsMax)));
    return found && (found.ContentLength ?? 0);
  }

  return {
    has: async (name) => (await sizeOf(name)) !== undefined,
    async put(name, path) {
      const { size } = await stat(path);
      const upload = new Upload({
        client,
        params: { ...objectOf(name), Body: createReadStream(path), ContentLength: size },
        partSize: partBytes,
        queueSize: 2,
      });
      const timer = setTimeout(() => void upload.abort(), uploadMillisecondsMax);
      try {
        await upload.done();
      } catch (error) {
        // The answer may have been lost after the object was kept, and a second completion then finds no upload.
        const isKept = (await sizeOf(name).catch(() => undefined)) === size;
        if (!isKept) throw unavailable(error);
      } finally {
        clearTimeout(timer);
      }
    },
    async get(name) {
      const get = new GetObjectCommand(objectOf(name));
      const found = await orAbsent(client.send(get, deadline(downloadMillisecondsMax)));
      return found && bytesOf(found.Body as Readable);
    },
    async remove(name) {
      const remove = new DeleteObjectCommand(objectOf(name));
      await orAbsent(client.send(remove, deadline(questionMillisecondsMax)));
    },
    async sweep() {
      const before = Date.now() - abandonedMilliseconds;
      for (let next: NextUploads = {}; ;) {
        const list = new ListMultipartUploadsCommand({
          Bucket: bucket,
          Prefix: prefix,
          MaxUploads: uploadsMax,
          ...next,
        });
        const found = await orAbsent(client.send(list, deadline(questionMillisecondsMax)));
        for (const { Key, UploadId, Initiated } of found?.Uploads ?? []) {
          if (Initiated === undefined || Initiated.getTime() > before) continue;
          const give = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
          await orAbsent(client.send(give, deadline(questionMillisecondsMax)));
        }
        // Uploads come by their keys, so that those to give up may stand behind a page of those that go on.
        if (found?.IsTruncated !== true || found.NextKeyMarker === undefined) return;
        next = { KeyMarker: found.NextKeyMarker, UploadIdMarker: found.NextUploadIdMarker };
      }
    },
  };
}

type NextUploads = Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'>;

function deadline(milliseconds: number): { readonly abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(milliseconds) };
}

async function* bytesOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw unavailable(error);
  }
}

async function orAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    // A bucket that is not there is no object that is not there.
    const isAbsent = error instanceof S3ServiceException && absent.has(error.name);
    if (isAbsent) return undefined;
    throw unavailable(error);
  }
}

const absent: ReadonlySet<string> = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound']);

function unavailable(error: unknown): PackagesUnavailableError {
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new PackagesUnavailableError(`the store of the packages failed: ${why}`, { cause: error });
}

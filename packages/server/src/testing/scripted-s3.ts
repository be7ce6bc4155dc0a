import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What becomes of a request: `refused` answers 503, `unanswered` does what was asked and cuts the connection, `silent` does
 * nothing and never answers.
 */
export type S3Fault = 'refused' | 'unanswered' | 'silent' | undefined;

/** An S3-compatible store on a real socket, as far as packages need one. */
export interface ScriptedS3 extends AsyncDisposable {
  readonly endpoint: string;
  /** By bucket and key. */
  readonly objects: Map<string, Buffer>;
  /** Of uploads in parts that neither ended nor were given up. */
  readonly uploads: Map<string, Map<number, Buffer>>;
  /** Method and what it is about, in their order. */
  readonly requests: string[];
  /** Decides what becomes of each request. */
  fault: (request: string) => S3Fault;
}

export async function startScriptedS3(): Promise<ScriptedS3> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const requests: string[] = [];

  function answerTo(
    { method, url }: Pick<IncomingMessage, 'method' | 'url'>,
    body: Buffer,
  ): Answer {
    const { pathname, searchParams } = new URL(url ?? '/', 'http://s3');
    const key = decodeURIComponent(pathname.slice(1));
    const uploadId = searchParams.get('uploadId');
    const parts = uploads.get(uploadId ?? '');
    if (searchParams.has('uploads') && method === 'GET') {
      const listed = [...uploads.keys()].map(
        (id) =>
          `<Upload><Key>of/lost</Key><UploadId>${id}</UploadId><Initiated>2021-03-04T05:06:07.000Z</Initiated></Upload>`,
      );
      return xml(`<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`);
    }
    if (searchParams.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return xml(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (uploadId !== null && !parts) return failure(404, 'NoSuchUpload');
    if (parts && method === 'PUT') {
      parts.set(Number(searchParams.get('partNumber')), body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (parts) {
      if (method === 'POST') {
        const inOrder = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
        objects.set(key, Buffer.concat(inOrder));
      }
      uploads.delete(uploadId ?? '');
      return method === 'POST'
        ? xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
        : { status: 204 };
    }
    if (method === 'PUT') {
      objects.set(key, body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    const found = objects.get(key);
    if (!found) return failure(404, 'NoSuchKey');
    return { status: 200, headers: { 'content-length': String(found.length) }, body: found };
  }

  const scripted: Pick<ScriptedS3, 'fault'> = { fault: () => undefined };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const about = [...searchParams.keys()].filter((name) => name !== 'x-id');
    const name = `${request.method} ${[pathname.split('/').at(-1), ...about].join(' ')}`;
    requests.push(name);
    const fault = scripted.fault(name);
    if (fault === 'silent') return;
    const answer =
      fault === 'refused' ? failure(503, 'ServiceUnavailable') : answerTo(request, body);
    if (fault === 'unanswered') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, answer.headers);
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  }

  const server = createServer((request, response) => {
    // A request whose sender has gone.
    take(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(scripted, {
    endpoint,
    objects,
    uploads,
    requests,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

function xml(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

function failure(status: number, code: string): Answer {
  return { ...xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`), status };
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Somebody else's server, on a socket of this machine. */
export interface TestReceiver extends AsyncDisposable {
  readonly url: string;
  /** In the order of their arrival. */
  readonly received: readonly ReceivedRequest[];
  /** Awaited before each answer. */
  onRequest: () => Promise<unknown>;
  /** Waits until so many have arrived. */
  until(count: number): Promise<readonly ReceivedRequest[]>;
}

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** @param statusOf what each request, counted from 1, is answered with, beside the headers */
export async function startTestReceiver(
  statusOf: (count: number) => number = () => 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestReceiver> {
  const received: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      const status = statusOf(received.length);
      void receiver.onRequest().then(() => response.writeHead(status, headers).end('noted'));
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: TestReceiver = {
    onRequest: () => Promise.resolve(),
    url: `http://127.0.0.1:${port}/hook`,
    received,
    until: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (received.length >= count) resolve(received);
        };
        waiting.add(check);
        check();
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** As a receiver would do it by the specification: the secret as text, the body as it came. */
export function verifiesSpecification({ headers, body }: ReceivedRequest, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  return headers['x-signature'] === `sha256=${expected}`;
}

/** As a library for Standard Webhooks does it: any of the signatures may be the one. */
export function verifiesStandardWebhooks(
  { headers, body }: ReceivedRequest,
  secret: string,
): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString()}`;
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

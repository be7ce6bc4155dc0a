import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './create-metrics.ts';

/** Each text costs queries, so that whoever asks more often gets the last one. */
const textMillisecondsMax = 2_000;

/**
 * Answers `GET /metrics` on an address of its own, which no proxy in front of the API leads to and workers have as well.
 * Rejects when it cannot listen there.
 * @returns the URL of the metrics
 */
export async function listenForMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  metrics: Metrics,
  started: AsyncDisposableStack,
): Promise<string> {
  const text = lastText(metrics);
  const server = createServer(
    { maxHeaderSize: 8_192, requestTimeout: 10_000, headersTimeout: 10_000 },
    (request, response) => void answer(request, response, metrics, text),
  );
  server.maxConnections = 32;
  started.defer(async () => {
    server.close();
    server.closeAllConnections();
  });
  const listening = once(server, 'listening');
  server.listen(port, host);
  await listening;
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`;
}

async function answer(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  { contentType }: Metrics,
  text: () => Promise<string>,
): Promise<void> {
  const plain = {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  };
  if (url?.split('?', 1)[0] !== '/metrics') {
    response.writeHead(404, plain).end('there is nothing here but /metrics\n');
  } else if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { ...plain, allow: 'GET, HEAD' }).end('only GET and HEAD\n');
  } else {
    try {
      const body = await text();
      response.writeHead(200, { ...plain, 'content-type': contentType }).end(body);
    } catch {
      response.writeHead(500, plain).end('the metrics could not be collected\n');
    }
  }
}

/** One text at a time, however many ask. */
function lastText(metrics: Metrics): () => Promise<string> {
  let last: { readonly at: number; readonly text: Promise<string> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at > textMillisecondsMax) last = { at, text: metrics.text() };
    return last.text;
  };
}

import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { deliver, type DeliveryLimits, type DeliveryOutcome } from './deliver.ts';
import { createDestinationGuard, type DestinationGuard } from './guard-destination.ts';

const guard = createDestinationGuard({ allowPrivate: ['127.0.0.0/8'] });
const body = Buffer.from('{"hello":"wörld"}');

/** Delivers to a server on a real socket that answers in the given way. */
async function deliverTo(
  listener: RequestListener,
  options: DeliveryLimits & { readonly guard?: DestinationGuard; readonly host?: string } = {},
): Promise<DeliveryOutcome> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const url = `http://${options.host ?? '127.0.0.1'}:${port}/hook?a=b`;
    return await deliver(
      { url, headers: { 'x-test': '1' }, body },
      options.guard ?? guard,
      options,
    );
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('a delivery', () => {
  it('posts the bytes with their headers, and keeps status and answer', async () => {
    const received: Buffer[] = [];
    let line = '';
    const outcome = await deliverTo((request, response) => {
      line = `${request.method} ${request.url} ${request.headers['content-type']} ${String(request.headers['x-test'])}`;
      request.on('data', (chunk: Buffer) => received.push(chunk));
      request.on('end', () => response.writeHead(204).end());
    });
    assert.equal(line, 'POST /hook?a=b application/json 1');
    assert.deepEqual(Buffer.concat(received), body);
    assert.equal(outcome.delivered, true);
    assert.deepEqual([outcome.status, outcome.problem], [204, undefined]);
  });

  it('does not follow a redirect to a private address (row 4)', async () => {
    let requests = 0;
    const outcome = await deliverTo((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end('elsewhere');
    });
    assert.equal(requests, 1);
    assert.equal(outcome.delivered, false);
    assert.equal(outcome.problem, 'the receiver answered 302; redirects are not followed');
    assert.equal(Buffer.from(outcome.answer).toString(), 'elsewhere');
  });

  for (const headersFirst of [true, false]) {
    const part = headersFirst ? 'the body' : 'the headers';
    it(`cuts off a receiver that drips ${part} for ever, with little memory (row 2)`, async () => {
      const before = process.memoryUsage().heapUsed;
      const outcome = await deliverTo(
        (_request, response) => {
          const { socket } = response;
          socket?.write(headersFirst ? 'HTTP/1.1 200 OK\r\n\r\n' : 'HTTP/1.1 200 OK\r\nx-drip: ');
          const timer = setInterval(() => socket?.write('x'), 50);
          socket?.on('error', () => undefined).on('close', () => clearInterval(timer));
        },
        { secondsMax: 1 },
      );
      assert.equal(outcome.delivered, false);
      assert.equal(outcome.problem, 'no complete answer came within 1 s');
      assert.ok(process.memoryUsage().heapUsed - before < 5_000_000);
    });
  }

  it('keeps 16 KiB of an answer of 2 GB and reads hardly more (row 3)', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(65_536, 'y');
    const before = process.memoryUsage().rss;
    const outcome = await deliverTo((_request, response) => {
      response.writeHead(200, { 'content-length': 2 ** 31 });
      const more = (): void => {
        while (sent < 2 ** 31 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return;
        }
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    });
    assert.equal(outcome.delivered, true);
    assert.equal(outcome.answer.byteLength, 16_384);
    assert.ok(sent < 20_000_000, `${sent} bytes`);
    assert.ok(process.memoryUsage().rss - before < 50_000_000);
  });

  it('dials the address that was checked, whatever the name means by then (row 6)', async () => {
    let asked = 0;
    const rebinding = createDestinationGuard({
      allowPrivate: ['127.0.0.1'],
      resolveName: async () => {
        asked += 1;
        return [{ address: asked === 1 ? '127.0.0.1' : '127.66.66.66', family: 4 }];
      },
    });
    let host = '';
    const listener: RequestListener = (request, response) => {
      host = request.headers.host ?? '';
      response.end('ok');
    };
    const outcome = await deliverTo(listener, { guard: rebinding, host: 'rebind.example.org' });
    assert.equal(outcome.delivered, true);
    assert.equal(asked, 1);
    assert.match(host, /^rebind\.example\.org:\d+$/);
  });

  it('refuses a private address when it dials, without a connection', async () => {
    let requests = 0;
    const outcome = await deliverTo(
      (_request, response) => {
        requests += 1;
        response.end();
      },
      { guard: createDestinationGuard() },
    );
    assert.equal(requests, 0);
    assert.equal(outcome.status, undefined);
    assert.match(outcome.problem ?? '', /private or reserved/);
  });

  it('tells what Retry-After asks for, in seconds or as a date, and ignores nonsense', async () => {
    const asked = async (status: number, value: string): Promise<number | undefined> => {
      const outcome = await deliverTo((_request, response) => {
        response.writeHead(status, { 'retry-after': value }).end();
      });
      return outcome.retryAfterSeconds;
    };
    assert.equal(await asked(429, '77'), 77);
    assert.equal(await asked(503, '1000000000'), 1_000_000_000);
    const inAMinute = await asked(503, new Date(Date.now() + 60_000).toUTCString());
    assert.ok(inAMinute !== undefined && inAMinute > 30 && inAMinute <= 61);
    assert.equal(await asked(503, 'soon'), undefined);
    assert.equal(await asked(500, '77'), undefined);
  });

  it('reports a receiver that hangs up, or is not there', async () => {
    const hungUp = await deliverTo((request) => void request.socket.destroy());
    assert.match(hungUp.problem ?? '', /^the request failed: /);
    const url = 'http://127.0.0.1:1/';
    const absent = await deliver({ url, headers: {}, body }, guard);
    assert.match(absent.problem ?? '', /ECONNREFUSED/);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { dial } from './dial.ts';

/** Connecting to it over TCP fails in the system call, on every machine. */
const broadcast = { address: '255.255.255.255', family: 4 };
const loopback = { address: '127.0.0.1', family: 4 };

function dialTo(url: string, addresses: readonly (typeof loopback)[], secondsMax = 60) {
  const signal = AbortSignal.timeout(secondsMax * 1_000);
  const request = { method: 'POST', headers: {}, body: Buffer.from('tide'), signal } as const;
  return dial({ url: new URL(url), addresses }, request);
}

/** A server that does with each connection what it is told to. */
async function startServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

// An error that nobody listens for would end this process.
describe('a connection that fails at once rejects and harms nobody (row 35)', () => {
  for (const url of ['http://quay.example.org/', 'https://quay.example.org/']) {
    it(`${url}, with one address and with several`, async () => {
      await assert.rejects(dialTo(url, [broadcast]), /^Error: connect E/);
      const problem = /^Error: connect E\w+ 255\.255\.255\.255:\d+/;
      await assert.rejects(dialTo(url, [broadcast, broadcast]), problem);
      await turn();
    });

    it(`${url}, when its deadline has passed already`, async () => {
      const signal = AbortSignal.abort(new Error('too late'));
      const request = { method: 'GET', headers: {}, signal } as const;
      const destination = { url: new URL(url), addresses: [broadcast, broadcast] };
      await assert.rejects(dial(destination, request), { name: 'AbortError' });
      await turn();
    });
  }

  it('and goes on to an address that can be reached', async () => {
    await using server = await startServer((socket) =>
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'),
    );
    const url = `http://quay.example.org:${server.port}/`;
    const { statusCode } = await dialTo(url, [broadcast, loopback]);
    assert.equal(statusCode, 204);
  });
});

describe('an answer that is none rejects', () => {
  const answers = {
    'hanging up': (socket: Socket) => socket.destroy(),
    'resetting the connection': (socket: Socket) => socket.resetAndDestroy(),
    'another language': (socket: Socket) => socket.end('220 quay ESMTP\r\n'),
    'another protocol, by 101': (socket: Socket) =>
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nx',
      ),
  };
  for (const [what, onConnection] of Object.entries(answers)) {
    it(what, async () => {
      await using server = await startServer(onConnection);
      for (const scheme of ['http', 'https']) {
        await assert.rejects(dialTo(`${scheme}://quay.example.org:${server.port}/`, [loopback]));
      }
    });
  }
});

it('a connection that breaks after its answer was left harms nobody', async () => {
  const closed: Promise<unknown>[] = [];
  await using server = await startServer((socket) => {
    closed.push(new Promise((resolve) => socket.on('close', resolve)));
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nebb');
    setImmediate(() => socket.resetAndDestroy());
  });
  const url = `http://quay.example.org:${server.port}/`;
  for (let time = 0; time < 20; time += 1) {
    const response = await dialTo(url, [loopback]);
    if (time % 2 === 0) response.destroy();
    await Promise.all(closed);
    await turn();
  }
});

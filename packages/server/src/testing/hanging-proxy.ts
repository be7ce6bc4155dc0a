import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a database that can be made half open: connections stand, and nothing comes through. */
export interface HangingProxy {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** While on, every byte is swallowed, on old and new connections. */
  hang(on: boolean): void;
  close(): void;
}

/** @param target `postgres://` URL of a running server */
export async function startHangingProxy(target: string): Promise<HangingProxy> {
  const url = new URL(target);
  const [host, port] = [url.hostname, Number(url.port)];
  const sockets: Socket[] = [];
  let hanging = false;
  const server = createServer((incoming) => {
    const outgoing = connect(port, host);
    sockets.push(incoming, outgoing);
    incoming.on('data', (data) => hanging || outgoing.write(data));
    outgoing.on('data', (data) => hanging || incoming.write(data));
    incoming.on('error', () => undefined).on('close', () => outgoing.destroy());
    outgoing.on('error', () => undefined).on('close', () => incoming.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  url.port = String(address.port);
  return {
    url: url.href,
    hang(on) {
      hanging = on;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDestinationGuard, type DestinationGuard } from '../outbound/guard-destination.ts';
import { listDeliveryAttempts, type LoggedAttempt } from '../storage/alert/delivery-attempt.ts';
import { startTestAlerts, type TestAlerts } from '../testing/test-alerts.ts';
import { startTestReceiver } from '../testing/test-receiver.ts';
import deliverAlert from './deliver-alert.ts';

// What receivers, and those who name them, may try. The same attempt delivers callbacks.

describe('the delivery of alerts to the hostile', () => {
  let alerts: TestAlerts;
  before(async () => {
    alerts = await startTestAlerts();
  });
  after(() => alerts[Symbol.asyncDispose]());

  /** Makes the first attempt of an alert to the URL. @returns what the log says of it, and the delivery's state */
  async function attempt(
    url: string,
    destinations: DestinationGuard = alerts.services.destinations,
  ): Promise<LoggedAttempt & { readonly state: string }> {
    await alerts.clear();
    const { webhookId } = await alerts.addWebhook({ url });
    const { db } = alerts.database;
    await alerts.raise();
    const [job] = await alerts.takeJobs();
    assert.ok(job);
    await deliverAlert.run(job, { ...alerts.services, destinations });
    const [logged] = await listDeliveryAttempts(db, job.deliveryId);
    const [state] = (await alerts.stored(webhookId)).states;
    assert.ok(logged && state !== undefined);
    return { ...logged, state };
  }

  it('cuts off a receiver that drips for ever after 15 s, with little memory (row 2)', async (t) => {
    await using server = await serve((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 200);
      response.on('error', () => undefined).on('close', () => clearInterval(timer));
    });
    await using quick = await startTestReceiver();
    await attempt(quick.url);
    const held = heldBytes();
    let most = held;
    const watch = setInterval(() => (most = Math.max(most, heldBytes())), 2_000);
    const logged = await attempt(server.url);
    clearInterval(watch);
    // It ends by nothing else; the upper bound is room for slow machines.
    assert.ok(logged.milliseconds >= 14_990 && logged.milliseconds < 60_000);
    assert.deepEqual([logged.state, logged.status], ['pending', 200]);
    assert.equal(logged.problem, 'no complete answer came within 15 s');
    assert.ok(most - held < 5_000_000, `${most - held} bytes more`);
    t.diagnostic(`cut after ${logged.milliseconds} ms, ${most - held} bytes more held`);
  });

  it('keeps 16 KiB of an answer of 2 GB, and logs the attempt (row 3)', async (t) => {
    let sent = 0;
    const chunk = Buffer.alloc(65_536, 'z');
    await using server = await serve((_request, response) => {
      response.writeHead(500, { 'content-length': 2 ** 31 });
      const more = (): void => {
        while (sent < 2 ** 31 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return;
        }
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    });
    const logged = await attempt(server.url);
    assert.deepEqual([logged.status, logged.answer.byteLength], [500, 16_384]);
    assert.ok(sent < 20_000_000, `${sent} bytes`);
    t.diagnostic(`${sent} of ${2 ** 31} bytes left the receiver, 16,384 were kept`);
  });

  for (const host of [
    '0x7f.1',
    '2130706433',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
    '[fd00:ec2::254]',
    'localhost.',
  ]) {
    it(`refuses ${host} again when it dials (row 5)`, async () => {
      const logged = await attempt(`https://${host}/hook`, createDestinationGuard());
      assert.deepEqual([logged.state, logged.status], ['pending', undefined]);
      assert.match(logged.problem ?? '', /it leads to a private or reserved address/);
    });
  }

  it('dials the address that was checked, whatever the name means a moment later (row 6)', async () => {
    await using receiver = await startTestReceiver();
    const answers = ['127.0.0.1', '127.66.66.66'];
    const rebinding = createDestinationGuard({
      allowPrivate: ['127.0.0.1'],
      resolveName: async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }],
    });
    const url = receiver.url.replace('127.0.0.1', 'rebinding.example');
    const logged = await attempt(url, rebinding);
    assert.deepEqual([logged.state, logged.status], ['delivered', 200]);
    assert.equal(receiver.received.length, 1);
    assert.deepEqual(answers, ['127.66.66.66'], 'the name was resolved once');
  });

  it('refuses a name that was public when the webhook was made and is private now (row 6)', async () => {
    await using receiver = await startTestReceiver();
    const rebound = createDestinationGuard({
      resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const url = receiver.url.replace('http://127.0.0.1', 'https://rebinding.example');
    const logged = await attempt(url, rebound);
    assert.match(logged.problem ?? '', /it leads to a private or reserved address/);
    assert.equal(receiver.received.length, 0);
  });
});

/** What is in use, without what is only not yet collected. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

interface Server extends AsyncDisposable {
  readonly url: string;
}

async function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

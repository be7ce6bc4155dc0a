import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deliver } from '../packages/server/src/outbound/deliver.ts';
import { signatureHeaders } from '../packages/server/src/outbound/sign.ts';
import { startTestAlerts } from '../packages/server/src/testing/test-alerts.ts';

const webhooksTotal = 40;
/** As many as the service has under way at most. */
const referenceConcurrency = 48;

/**
 * Alerts a second from the queue to a receiver on this machine, with their attempts recorded; against the same
 * signed requests alone. Every event goes to all webhooks.
 */
export async function benchmarkDeliveries({ scale }: { readonly scale: number }): Promise<void> {
  const eventsTotal = Math.max(1, Math.round(100 * scale));
  const total = eventsTotal * webhooksTotal;
  let arrived = 0;
  let allArrived = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200).end();
      arrived += 1;
      if (arrived === total) allArrived.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await using alerts = await startTestAlerts();
  try {
    for (let count = 0; count < webhooksTotal; count += 1) await alerts.addWebhook({ url });
    for (let event = 0; event < eventsTotal; event += 1) await alerts.raise();
    const { body } = await alerts.database.db
      .selectFrom('delivery')
      .select('body')
      .executeTakeFirstOrThrow();

    const started = performance.now();
    await alerts.work.startWorkers();
    await allArrived.promise;
    const ours = total / ((performance.now() - started) / 1_000);

    arrived = 0;
    allArrived = Promise.withResolvers<void>();
    const startedBare = performance.now();
    let left = total;
    const send = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const message = { id: String(left), timestamp: new Date(), body };
        const headers = signatureHeaders(message, ['a secret of the benchmark']);
        await deliver({ url, headers, body }, alerts.services.destinations);
      }
    };
    await Promise.all(Array.from({ length: referenceConcurrency }, send));
    const bare = total / ((performance.now() - startedBare) / 1_000);

    console.log(
      `deliveries: ${total} alerts to ${webhooksTotal} webhooks, ${body.byteLength} bytes`,
    );
    console.log(`  from the queue, recorded  ${ours.toFixed(0)} alerts/s`);
    console.log(`  the requests alone        ${bare.toFixed(0)} alerts/s`);
    console.log(`  ratio                     ${(bare / ours).toFixed(2)}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

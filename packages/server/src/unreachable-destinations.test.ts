import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { service } from './domain/trail/actor.ts';
import { rotateWebhookSecret } from './domain/account/webhook-secret.ts';
import { requestCallback } from './domain/analysis/request-callback.ts';
import type { CheckJob } from './domain/monitor/schedule-checks.ts';
import { fetchJob } from './domain/store/ask-store.ts';
import { findAnalysis } from './storage/analysis/analysis.ts';
import { accountsOf } from './storage/database/account-tables.ts';
import { openSecretBox } from './storage/database/secret-box.ts';
import { startServiceProcess } from './testing/service-process.ts';
import { startTestAlerts, type TestAlerts } from './testing/test-alerts.ts';
import { insertTestAnalysis, insertTestExtension } from './testing/test-catalogue.ts';
import { withoutNetwork } from './testing/without-network.ts';

const fromStore = 'c'.repeat(32);
const selfHosted = 'h'.repeat(32);

test('a webhook, a callback, a store and an update address whose connection fails at once: failed attempts that are made again, and the service lives (row 35)', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-away-'));
  try {
    const secrets = await openSecretBox(join(folder, 'secrets.key'));
    await using alerts = await startTestAlerts({ secrets });
    await using away = await withoutNetwork(folder, alerts.database.url);
    t.diagnostic(away.way);
    const url = `https://${away.host}/hook`;
    const { webhookId } = await alerts.addWebhook({ url });
    await alerts.raise();
    await askForCallback(alerts, url);
    await queueStoreJobs(alerts, `https://${away.host}`);

    await using service = startServiceProcess(
      {
        EXTAUDIT_DATA_DIR: folder,
        EXTAUDIT_ROLE: 'worker',
        EXTAUDIT_CHROME_STORE_URL: `https://${away.host}/service/update2/crx`,
        ...away.env,
      },
      { launcher: away.command },
    );
    await service.line(/worker is running/);
    const { db } = alerts.database;
    const problem = /^the request failed: connect E[A-Z]+ /;

    const delivery = await until(async () => {
      const { deliveries } = await alerts.stored(webhookId);
      return deliveries.find(({ attempts }) => attempts > 0);
    });
    assert.deepEqual([delivery.state, delivery.attempts], ['pending', 1]);
    const callback = await until(() =>
      accountsOf(db)
        .selectFrom('callback')
        .selectAll()
        .where('attempts', '>', 0)
        .executeTakeFirst(),
    );
    assert.deepEqual([callback.state, callback.attempts], ['pending', 1]);
    const attempt = await db.selectFrom('delivery_attempt').selectAll().executeTakeFirstOrThrow();
    assert.match(attempt.problem ?? '', problem);
    const store = await until(() =>
      db.selectFrom('store_state').selectAll().where('failures', '>', 0).executeTakeFirst(),
    );
    assert.match(store.last_problem ?? '', /connect E[A-Z]+ /);
    for (const [name, state, count] of [
      ['deliver-alert', 'created', 1],
      ['deliver-callback', 'created', 1],
      // One later, when the store may be asked again; that of the update address has ended.
      ['check-extensions', 'created', 1],
      ['check-extensions', 'completed', 2],
      ['fetch-version', 'retry', 1],
    ] as const) {
      await until(async () => (await jobsOf(alerts, name, state)) >= count || undefined);
    }
    assert.equal(await service.end('SIGTERM'), 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function askForCallback({ services, accountId }: TestAlerts, url: string): Promise<void> {
  const { db } = services;
  await rotateWebhookSecret(services, accountId, service, new Date());
  const { versionId } = await insertTestExtension(db, { extension_id: fromStore });
  const ended = { state: 'failed', reason: 'the package is gone' } as const;
  const analysis = await findAnalysis(db, await insertTestAnalysis(db, versionId, ended));
  assert.ok(analysis);
  await requestCallback(services, analysis, { accountId, url });
}

/** One check of each source, and a version to be fetched. */
async function queueStoreJobs(
  { services: { db, queue } }: TestAlerts,
  origin: string,
): Promise<void> {
  await insertTestExtension(db, { extension_id: selfHosted });
  const updateUrl = `${origin}/updates.xml`;
  await db
    .insertInto('extension_source')
    .values([
      { extension_id: fromStore, store: 'chrome-web-store', update_url: null },
      { extension_id: selfHosted, store: 'update-manifest', update_url: updateUrl },
    ])
    .execute();
  const since = new Date().toISOString();
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const checks: CheckJob[] = [
    { store: 'chrome-web-store', extensionIds: [fromStore], since, until },
    { store: 'update-manifest', extensionIds: [selfHosted], since, until },
  ];
  const version = {
    store: 'update-manifest',
    id: selfHosted,
    version: '9.1',
    updateUrl,
    codebase: `${origin}/9.1.crx`,
    sha256: 'ab'.repeat(32),
  } as const;
  await db.transaction().execute(async (trx) => {
    const jobs = checks.map((data) => ({ id: randomUUIDv7(), data, priority: 0 }));
    await queue.sendMany(trx, 'check-extensions', jobs);
    await queue.sendMany(trx, 'fetch-version', [fetchJob(version)]);
  });
}

async function jobsOf({ database }: TestAlerts, name: string, state: string): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    SELECT count(*) AS jobs FROM pgboss.job WHERE name = ${name} AND state = ${state}::pgboss.job_state
  `.execute(database.db);
  return rows[0]?.jobs ?? 0;
}

async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (let wait = 0; wait < 1_200; wait += 1) {
    const value = await find();
    if (value !== undefined) return value;
    await sleep(50);
  }
  return assert.fail(`not in time: ${String(find)}`);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { requestCallback } from '../domain/analysis/request-callback.ts';
import { findAnalysis } from '../storage/analysis/analysis.ts';
import { accountsOf } from '../storage/database/account-tables.ts';
import type { Database } from '../storage/database/database.ts';
import { startTestAlerts } from '../testing/test-alerts.ts';
import { insertTestAnalysis, insertTestExtension } from '../testing/test-catalogue.ts';
import { startTestReceiver } from '../testing/test-receiver.ts';

test('messages whose jobs have ended three processes are given up, and their account is told', async () => {
  await using alerts = await startTestAlerts();
  await using receiver = await startTestReceiver();
  const { db } = alerts.database;
  await alerts.addWebhook({ url: receiver.url });
  await alerts.raise();
  const { versionId } = await insertTestExtension(db, { extension_id: 'k'.repeat(32) });
  const ended = { state: 'failed', reason: 'the package is gone' } as const;
  const analysis = await findAnalysis(db, await insertTestAnalysis(db, versionId, ended));
  assert.ok(analysis);
  const { accountId } = alerts;
  await requestCallback({ db, queue: alerts.work.queue }, analysis, {
    accountId,
    url: receiver.url,
  });
  await poison(db);
  await alerts.work.startWorkers();

  const delivery = db.selectFrom('delivery').select(['state', 'attempts']);
  const callback = accountsOf(db).selectFrom('callback').select(['state', 'attempts']);
  const exhausted = { state: 'exhausted', attempts: 1 };
  await untilEqual(
    async () => [await delivery.execute(), await callback.execute()],
    [[exhausted], [exhausted]],
  );
  assert.equal(receiver.received.length, 0);
  const webhook = await db.selectFrom('webhook').select('failing_since').execute();
  assert.deepEqual(webhook, [{ failing_since: null }]);
  const notices = await accountsOf(db).selectFrom('notice').select('message').execute();
  assert.equal(notices.length, 2);
  for (const { message } of notices) assert.match(message, /interrupted too often/);
});

/** Makes all that waits look as if three processes had ended in its course. */
async function poison(db: Database): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    UPDATE pgboss.job SET state = 'retry', retry_count = 3, start_after = now() RETURNING id
  `.execute(db);
  assert.equal(rows.length, 2);
  for (const { id } of rows) {
    await sql`INSERT INTO job_crash (job_id, crashes, blamed) VALUES (${id}, 3, 3)`.execute(db);
  }
}

async function untilEqual(read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (JSON.stringify(await read()) === JSON.stringify(wanted)) return;
    await sleep(50);
  }
  assert.deepEqual(await read(), wanted);
}

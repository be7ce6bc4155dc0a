import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { withTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { jobCrashes } from './job-crash.ts';
import { openQueue, type Queue } from './queue.ts';
import { reportWorker } from './worker.ts';

/** As of deliveries: the faults of processes and databases do not use the attempts up. */
const patient = { retryLimit: 1_000, retryDelay: 0 };

async function withQueue(use: (queue: Queue, database: TestDatabase) => Promise<void>) {
  await withTestDatabase(async (database) => {
    const queue = await openQueue(database.url, [{ name: 'patient', ...patient }]);
    try {
      await use(queue, database);
    } finally {
      await queue.close(0);
    }
  });
}

async function send(queue: Queue, { db }: TestDatabase): Promise<string> {
  const id = randomUUID();
  const job = { id, name: 'patient', data: {}, priority: 0 };
  await db.transaction().execute((trx) => queue.send(trx, job));
  return id;
}

async function untilState({ db }: TestDatabase, id: string, wanted: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const query = sql<{ state: string }>`SELECT state::text FROM pgboss.job WHERE id = ${id}`;
    const state = (await query.execute(db)).rows[0]?.state;
    if (state === wanted) return;
    assert.ok(tries < 600, `the job is ${String(state)}, not ${wanted}`);
    await sleep(100);
  }
}

test('a job that is blamed for the end of three processes is given up, whatever its retries', async () => {
  await withQueue(async (queue, database) => {
    const poison = await send(queue, database);
    let runs = 0;
    await queue.work('patient', async () => {
      runs += 1;
      // Outside of the job's promise, as an error does that nobody handles.
      setImmediate(() => queue.blame(new Error('poison')));
      return new Promise(() => undefined);
    });
    await untilState(database, poison, 'failed');
    assert.equal(runs, 3);
  });
});

test('a job that an orderly stop gives back does not count the silence before it twice', async () => {
  await withTestDatabase(async (database) => {
    const open = () => openQueue(database.url, [{ name: 'patient', ...patient }]);
    let queue = await open();
    const id = await send(queue, database);
    const silence = JSON.stringify({ value: { message: 'job heartbeat timeout' } });
    await sql`UPDATE pgboss.job SET state = 'retry', retry_count = 1, output = ${silence}::jsonb
      WHERE id = ${id}`.execute(database.db);
    for (let stops = 0; stops < 2; stops += 1) {
      const begun = Promise.withResolvers<void>();
      await queue.work('patient', async () => {
        begun.resolve();
        return new Promise(() => undefined);
      });
      await begun.promise;
      await queue.close(0);
      queue = await open();
    }
    await queue.close(0);
    const { rows } = await sql`SELECT crashes FROM job_crash`.execute(database.db);
    assert.deepEqual(rows, [{ crashes: 1 }]);
  });
});

test('a job whose workers fell silent three times is given up only where a worker died, and a light one never', async () => {
  await withTestDatabase(async ({ url, db }) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const crashes = jobCrashes((text, values) => client.query(text, values), 0.5);
    const id = randomUUID();
    const silence = { value: { message: 'job heartbeat timeout' } };
    const living = randomUUID();
    await reportWorker(db, living);
    const alive = setInterval(() => void reportWorker(db, living), 100);
    for (const count of [1, 2, 3, 4]) {
      assert.deepEqual(await crashes.before(id, silence), { crashes: count, isPoison: false });
    }
    const dead = randomUUID();
    await reportWorker(db, dead);
    const seen_at = sql<Date>`now() - interval '1 minute'`;
    await db.updateTable('worker').set({ seen_at }).where('worker_id', '=', dead).execute();
    assert.deepEqual(await crashes.before(id, silence), { crashes: 5, isPoison: true });
    clearInterval(alive);
    assert.deepEqual(await crashes.before(id, silence, true), { crashes: 5, isPoison: false });
    await crashes.forget(id);
    assert.deepEqual(await crashes.before(id, null), { crashes: 0, isPoison: false });
    await client.end();
  });
});

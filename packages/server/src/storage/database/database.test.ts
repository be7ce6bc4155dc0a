import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startHangingProxy } from '../../testing/hanging-proxy.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { allowSeconds, openDatabase } from './database.ts';
import { DatabaseUnavailableError, StatementGivenUpError } from './storage-errors.ts';

test('half-open connections answer an error within 10 s and the pool recovers by itself', async () => {
  await withTestDatabase(async ({ url }) => {
    const proxy = await startHangingProxy(url);
    const db = openDatabase(proxy.url, { connectionsMax: 3 });
    const ask = () => sql<{ n: number }>`SELECT 7 AS n`.execute(db);
    try {
      await Promise.all([ask(), ask(), ask()]);
      proxy.hang(true);
      const started = Date.now();
      const transaction = db.transaction().execute(() => ask());
      const outcomes = await Promise.allSettled([ask(), ask(), ask(), ask(), transaction]);
      // Given up after 10 s, all at a time: one after the other would take 50. Nothing else would ever end them.
      assert.ok(Date.now() - started < 40_000, `${Date.now() - started} ms`);
      for (const outcome of outcomes) {
        assert.equal(outcome.status, 'rejected');
        assert.ok(outcome.reason instanceof DatabaseUnavailableError, String(outcome.reason));
      }
      proxy.hang(false);
      assert.deepEqual((await ask()).rows, [{ n: 7 }]);
    } finally {
      await db.destroy();
      proxy.close();
    }
  });
});

/** Ends all other sessions of the database that are this application's. */
async function endConnections(url: string, applicationName: string): Promise<number> {
  const other = openDatabase(url, { connectionsMax: 1, applicationName: 'killer' });
  const { rows } = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${applicationName}`.execute(other);
  await other.destroy();
  return rows.length;
}

test('connections that the server ends cost nothing while idle, and reads and transactions begin on others', async () => {
  await withTestDatabase(async ({ url }) => {
    const db = openDatabase(url, { connectionsMax: 5, applicationName: 'victim' });
    const ask = () => sql<{ n: number }>`SELECT 7 AS n FROM pg_sleep(0.02)`.execute(db);
    await Promise.all([ask(), ask(), ask(), ask(), ask()]);
    assert.equal(await endConnections(url, 'victim'), 5);
    const answers = await Promise.all([
      ask(),
      ask(),
      db.transaction().execute((trx) => sql<{ n: number }>`SELECT 7 AS n`.execute(trx)),
    ]);
    for (const { rows } of answers) assert.deepEqual(rows, [{ n: 7 }]);
    await db.destroy();
  });
});

test('a read whose connection ends is asked again; a write and a transaction under way are unavailable', async () => {
  await withTestDatabase(async ({ url, db: other }) => {
    const db = openDatabase(url, { connectionsMax: 5, applicationName: 'victim' });
    await sql`CREATE TABLE counted (n int)`.execute(db);
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const reading = sql<{ n: number }>`SELECT 7 AS n FROM pg_sleep(2)`.execute(db);
    const writing = sql`INSERT INTO counted SELECT 1 FROM pg_sleep(2)`.execute(db);
    const deciding = db.transaction().execute(async (trx) => {
      await sql`INSERT INTO counted VALUES (2)`.execute(trx);
      begun.resolve();
      // Nobody asks while the connection ends: what the process must outlive.
      await ended.promise;
      await sql`SELECT 1`.execute(trx);
    });
    await begun.promise;
    const outcomes = Promise.allSettled([reading, writing, deciding]);
    const busy = sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'victim' AND state <> 'idle'`;
    while ((await busy.execute(other)).rows.length < 3) await sleep(10);
    assert.equal(await endConnections(url, 'victim'), 3);
    ended.resolve();
    const [read, written, decided] = await outcomes;
    assert.ok(read.status === 'fulfilled');
    assert.deepEqual(read.value.rows, [{ n: 7 }]);
    for (const outcome of [written, decided]) {
      assert.ok(outcome.status === 'rejected');
      assert.ok(outcome.reason instanceof DatabaseUnavailableError, String(outcome.reason));
    }
    assert.deepEqual((await sql`SELECT n FROM counted`.execute(db)).rows, []);
    await db.destroy();
  });
});

test('a statement that runs too long is ended and given up', async () => {
  await withTestDatabase(async ({ url }) => {
    const db = openDatabase(url, { statementSecondsMax: 0.2 });
    await assert.rejects(sql`SELECT pg_sleep(5)`.execute(db), StatementGivenUpError);
    await db.destroy();
  });
});

test('a transaction may allow its statements more time, and nobody else has it', async () => {
  await withTestDatabase(async ({ url }) => {
    const db = openDatabase(url, { statementSecondsMax: 0.2, connectionsMax: 1 });
    const slow = sql<{ n: number }>`SELECT 7 AS n FROM pg_sleep(1.4)`;
    const { rows } = await db.transaction().execute(async (trx) => {
      await allowSeconds(trx, 20);
      return slow.execute(trx);
    });
    assert.deepEqual(rows, [{ n: 7 }]);
    await assert.rejects(slow.execute(db), StatementGivenUpError);
    await db.destroy();
  });
});

test('a mistake in a query is not taken for an unavailable database', async () => {
  await withTestDatabase(async ({ db }) => {
    await assert.rejects(sql`SELECT nothing`.execute(db), /column "nothing" does not exist/);
  });
});

test('counts come as numbers and dates as text', async () => {
  await withTestDatabase(async ({ db }) => {
    const { rows } = await sql`SELECT 9000000000::bigint AS n, '2021-03-04'::date AS d`.execute(db);
    assert.deepEqual(rows, [{ n: 9_000_000_000, d: '2021-03-04' }]);
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { withTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openQueue, type Queue } from './queue.ts';

async function withQueue(
  use: (queue: Queue, database: TestDatabase) => Promise<void>,
): Promise<void> {
  await withTestDatabase(async (database) => {
    const queue = await openQueue(database.url, [{ name: 'count' }]);
    try {
      await use(queue, database);
    } finally {
      await queue.close(1);
    }
  });
}

async function send(
  queue: Queue,
  { db }: TestDatabase,
  labels: readonly string[],
  priority: number,
) {
  await db.transaction().execute(async (trx) => {
    for (const label of labels) {
      await queue.send(trx, { id: randomUUID(), name: 'count', data: { label }, priority });
    }
  });
}

test('300 empty jobs drain in a few seconds, and a high one that came last goes first (row 17)', async (t) => {
  await withQueue(async (queue, database) => {
    await send(
      queue,
      database,
      Array.from({ length: 300 }, () => 'low'),
      0,
    );
    await send(queue, database, ['high'], 20);
    const seen: string[] = [];
    const started = Date.now();
    await new Promise<void>((resolve, reject) => {
      const run = async ({ label }: { label: string }): Promise<void> => {
        seen.push(label);
        if (seen.length === 301) resolve();
      };
      queue.work('count', run).catch(reject);
    });
    // Half a second on most machines; with a second of waiting before each batch it would take 30.
    assert.ok(Date.now() - started < 25_000, `${Date.now() - started} ms`);
    t.diagnostic(`301 jobs in ${Date.now() - started} ms`);
    assert.equal(seen[0], 'high');
  });
});

test('a job of a transaction that is rolled back never runs', async () => {
  await withQueue(async (queue, database) => {
    const failing = database.db.transaction().execute(async (trx) => {
      await queue.send(trx, {
        id: randomUUID(),
        name: 'count',
        data: { label: 'lost' },
        priority: 0,
      });
      throw new Error('changed my mind');
    });
    await assert.rejects(failing, /changed my mind/);
    await send(queue, database, ['kept'], 0);
    const label = await new Promise<string>((resolve, reject) => {
      queue.work('count', async (data: { label: string }) => resolve(data.label)).catch(reject);
    });
    assert.equal(label, 'kept');
  });
});

test('a job that fails runs again', async () => {
  await withQueue(async (queue, database) => {
    await send(queue, database, ['once more'], 0);
    let runs = 0;
    await new Promise<void>((resolve, reject) => {
      const run = async (): Promise<void> => {
        runs += 1;
        if (runs < 3) throw new Error('not yet');
        resolve();
      };
      queue.work('count', run).catch(reject);
    });
    assert.equal(runs, 3);
  });
});

test('a job whose time comes runs soon, though no notification tells of it', async () => {
  await withQueue(async (queue, { db }) => {
    const ran = Promise.withResolvers<void>();
    await queue.work('count', async () => ran.resolve());
    const job = { id: randomUUID(), name: 'count', data: {}, priority: 0, startAfterSeconds: 2 };
    await db.transaction().execute((trx) => queue.send(trx, job));
    const started = Date.now();
    await ran.promise;
    const milliseconds = Date.now() - started;
    // Workers that are not woken ask every 30 s.
    assert.ok(milliseconds > 1_500 && milliseconds < 20_000, `${milliseconds} ms`);
  });
});

test('told to take no more, it starts no waiting job, and running ones end', async () => {
  await withQueue(async (queue, database) => {
    const begun: string[] = [];
    const ended: string[] = [];
    const release = Promise.withResolvers<void>();
    const running = Promise.withResolvers<void>();
    await send(
      queue,
      database,
      Array.from({ length: 30 }, (_, index) => `job ${index}`),
      0,
    );
    await queue.work('count', async ({ label }: { label: string }) => {
      begun.push(label);
      running.resolve();
      await release.promise;
      ended.push(label);
    });
    await running.promise;
    await queue.takeNoMore();
    release.resolve();
    await queue.close();
    assert.ok(begun.length < 30, `${begun.length} of 30 were begun`);
    assert.deepEqual(ended, begun);
  });
});

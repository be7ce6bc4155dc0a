import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase, type Database } from './storage/database/database.ts';
import { readPostmasterFile } from './storage/postgres/postmaster-file.ts';
import { startMixedLoad, type MixedLoad } from './testing/mixed-load.ts';
import { startServiceProcess, type ServiceProcess } from './testing/service-process.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { withTestDatabase } from './testing/test-database.ts';

const clients = 50;

describe('under 50 clients that read and write', () => {
  it('the service lives when PostgreSQL ends all its connections three times, and loses nothing (row 36)', async (t) => {
    await withTestDatabase(async ({ url: databaseUrl, db }) => {
      await using home = await temporaryFolder();
      const folder = home.path;
      await using service = startServiceProcess(
        { DATABASE_URL: databaseUrl, EXTAUDIT_DATA_DIR: folder },
        { isQuiet: true },
      );
      const load = await startMixedLoad(await urlOf(service), db, clients);
      let lastEndedAt = 0;
      for (let round = 0; round < 3; round += 1) {
        await untilAnswered(load, 50);
        await endServiceConnections(db);
        lastEndedAt = performance.now();
      }
      await finish(t, load, db, lastEndedAt);
      assert.equal(await service.end('SIGTERM'), 0);
    });
  });

  it('the service lives when the embedded server is killed, and loses nothing (row 36)', async (t) => {
    await using home = await temporaryFolder();
    const folder = home.path;
    await using service = startServiceProcess({ EXTAUDIT_DATA_DIR: folder }, { isQuiet: true });
    const base = await urlOf(service);
    const postmaster = await readPostmasterFile(join(folder, 'postgres'));
    assert.ok(postmaster);
    const password = (await readFile(join(folder, 'postgres.password'), 'utf8')).trim();
    const db = openDatabase(
      `postgres://extaudit:${password}@127.0.0.1:${postmaster.port}/postgres`,
    );
    const load = await startMixedLoad(base, db, clients);
    await untilAnswered(load, 50);
    process.kill(postmaster.pid, 'SIGKILL');
    await finish(t, load, db, performance.now());
    await db.destroy();
    assert.equal(await service.end('SIGTERM'), 0);
    assert.equal(await readPostmasterFile(join(folder, 'postgres')), undefined);
  });
});

async function urlOf(service: ServiceProcess): Promise<string> {
  return (await service.line(/listens on/)).split(' ').at(-1) ?? '';
}

/** Waits for so many more requests that were answered well. */
async function untilAnswered({ statuses }: MixedLoad, count: number): Promise<void> {
  const well = (): number =>
    [...statuses].reduce((sum, [status, times]) => (status < 300 ? sum + times : sum), 0);
  const wanted = well() + count;
  const deadline = Date.now() + 60_000;
  while (well() < wanted) {
    assert.ok(Date.now() < deadline, `only ${JSON.stringify([...statuses])}`);
    await sleep(20);
  }
}

/** All of the service's: those that answer requests, and those of its queue. */
async function endServiceConnections(db: Database): Promise<void> {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db);
}

/** Looks at what clients saw from the fault to some time after it, and at what is in the database then. */
async function finish(
  t: TestContext,
  load: MixedLoad,
  db: Database,
  faultAt: number,
): Promise<void> {
  await untilAnswered(load, 100);
  await load.stop();
  assert.deepEqual([...new Set(load.wrong)], []);
  const rows = await db.selectFrom('monitor').select('monitor_id').execute();
  const kept = new Set(rows.map(({ monitor_id: id }) => id));
  const lost = [...load.acknowledged].filter((id) => !kept.has(id));
  assert.deepEqual(lost, []);
  assert.ok(load.acknowledged.size > 0);
  const seconds = Math.max(0, load.lastRefusedAt - faultAt) / 1_000;
  // It takes less than 2 s; the rest is room for slow machines.
  assert.ok(seconds < 30, `refused ${seconds} s after the fault`);
  t.diagnostic(
    `answers ${JSON.stringify(Object.fromEntries(load.statuses))}, the last refusal ${seconds.toFixed(1)} s after the fault, ${load.acknowledged.size} acknowledged, none lost`,
  );
}

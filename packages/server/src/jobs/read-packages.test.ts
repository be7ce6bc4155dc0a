import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { buildZip } from '../../../engine/fixtures/packages/build-zip.ts';
import { createOwner } from '../domain/auth/create-owner.ts';
import { requestDueAudits } from '../domain/analysis/request-due-audits.ts';
import { readStoredPackages, requestReading } from '../domain/catalogue/read-again.ts';
import { deleteQuarantine, saveQuarantine } from '../storage/catalogue/quarantine.ts';
import { compareMonitors } from '../domain/monitor/compare-monitors.ts';
import { createMonitor } from '../domain/monitor/create-monitor.ts';
import { service } from '../domain/trail/actor.ts';
import { countUnreadPackages } from '../storage/catalogue/unread-package.ts';
import { openDatabase } from '../storage/database/database.ts';
import { migrate, readMigrations } from '../storage/database/migrate.ts';
import { listMonitorEvents } from '../storage/monitor/monitor-event.ts';
import { joinTestServer, type TestDatabase } from '../testing/test-database.ts';
import { makeTestExtension } from '../testing/test-extension.ts';
import { testOutbound } from '../testing/test-outbound.ts';
import { startTestWork, type TestWork } from '../testing/test-work.ts';

describe('packages that were stored before origins were known', () => {
  let database: TestDatabase;
  let work: TestWork;
  const log: string[] = [];
  const services = () => ({ ...work, ...testOutbound(), db: database.db, now: () => new Date() });
  before(async () => {
    database = await openOldDatabase();
    work = await startTestWork(database);
    await work.pretendWorker();
  });
  after(async () => {
    await work.close();
    await database.close();
  });

  /** As it was stored then: whoever came first was the version's package. */
  async function store(extensionId: string, version: string, bytes: Uint8Array): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await using received = await work.packages.receive(Readable.from([bytes]));
    await received.keep();
    const summary = await work.pool.summarise({ kind: 'bytes', bytes, name: 'old' });
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(
        `INSERT INTO extension (extension_id, name, version, last_update) VALUES ($1, 'Old', $2, now())
         ON CONFLICT (extension_id) DO UPDATE SET version = excluded.version`,
        [extensionId, version],
      );
      await client.query(
        "INSERT INTO package (sha256, format, size_bytes) VALUES ($1, 'crx3', $2)",
        [sha256, bytes.length],
      );
      await client.query(
        `INSERT INTO version (extension_version_id, extension_id, version, package_sha256, manifest_raw, manifest, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, now())`,
        [
          randomUUID(),
          extensionId,
          version,
          sha256,
          summary.manifestRaw,
          JSON.stringify(summary.manifest),
        ],
      );
    } finally {
      await client.end();
    }
  }

  const originOf = async (extensionId: string, version: string): Promise<string | undefined> => {
    const row = await database.db
      .selectFrom('version as v')
      .innerJoin('version_package as p', 'p.sha256', 'v.package_sha256')
      .select('p.origin')
      .where('v.extension_id', '=', extensionId)
      .where('v.version', '=', version)
      .executeTakeFirst();
    return row?.origin;
  };

  it('are unknown until read, one batch after the other whatever is killed, and alarm nobody', async () => {
    const [signed, forged] = [makeTestExtension('Signed'), makeTestExtension('Forged')];
    await store(signed.id, '1.0', signed.pack('1.0', { permissions: ['tabs'] }));
    const zip = buildZip([
      {
        name: 'manifest.json',
        contents: '{"manifest_version":3,"name":"Planted","version":"9.9"}',
      },
    ]);
    await store(signed.id, '9.9', zip);
    const changed = Uint8Array.from(forged.pack('2.0'));
    // Within the signature.
    changed[250] = (changed[250] ?? 0) ^ 1;
    await store(forged.id, '2.0', changed);
    await migrate(database.url);
    assert.equal(await countUnreadPackages(database.db), 3);
    const owner = { email: 'ada@example.org', password: 'nineteen hundred and forty' };
    const { accountId } = await createOwner(database.db, owner);
    const wanted = { accountId, extensionId: signed.id, enabled: true };
    const { monitorId } = await createMonitor(services(), wanted, service, new Date());

    // Killed after its first package.
    let reads = 0;
    const source = async (sha256: string, name: string) => {
      reads += 1;
      if (reads === 2) throw new Error('killed');
      return work.packages.source(sha256, name);
    };
    const killed = { ...services(), packages: { ...work.packages, source } };
    await assert.rejects(readStoredPackages(killed, {}), /killed/);
    assert.equal(await countUnreadPackages(database.db), 2);

    await work.startWorkers({ ...services(), log: (message) => log.push(message) });
    await requestReading(services());
    for (let wait = 0; wait < 1_200 && !log.some((line) => /settled/.test(line)); wait += 1) {
      await sleep(50);
    }
    assert.deepEqual(log.slice(0, 2), [
      'stored packages: 2 read again, 0 left',
      'stored packages: the origins of 2 are settled',
    ]);
    assert.equal(await originOf(signed.id, '1.0'), 'publisher_signed');
    assert.equal(await originOf(signed.id, '9.9'), 'unsigned');
    assert.equal(await originOf(forged.id, '2.0'), 'unsigned');
    const current = await database.db
      .selectFrom('extension')
      .select(['version', 'name'])
      .where('extension_id', '=', signed.id)
      .executeTakeFirst();
    assert.deepEqual(current, { version: '1.0', name: 'Signed' });

    // One that was in quarantine meanwhile is read once it is released.
    const held = makeTestExtension('Held');
    const bytes = held.pack('3.0');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await store(held.id, '3.0', bytes);
    await sql`INSERT INTO version_package (extension_version_id, sha256, origin, is_kept, created_at)
      SELECT extension_version_id, package_sha256, 'unknown', false, now() FROM version
      WHERE package_sha256 = ${sha256}`.execute(database.db);
    await saveQuarantine(database.db, { sha256, reason: 'by order', createdAt: new Date() });
    await readStoredPackages(services(), {});
    assert.equal(await originOf(held.id, '3.0'), 'unknown');
    await database.db.transaction().execute((trx) => deleteQuarantine(trx, sha256));
    await requestDueAudits(services());
    for (let wait = 0; wait < 1_200 && (await countUnreadPackages(database.db)) > 0; wait += 1) {
      await sleep(50);
    }
    assert.equal(await originOf(held.id, '3.0'), 'publisher_signed');

    for (let wait = 0; wait < 1_200; wait += 1) {
      if ((await compareMonitors(services(), signed.id)) === 'compared') break;
      await sleep(50);
    }
    const events = await listMonitorEvents(database.db, monitorId, {}, { page: 1, pageSize: 9 });
    assert.deepEqual(events.items, []);
  });
});

/** With the schema of before. */
async function openOldDatabase(): Promise<TestDatabase> {
  const server = await joinTestServer();
  const name = `test_${process.pid}_${process.hrtime.bigint()}`;
  const administrate = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: server.urlOf('postgres') });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administrate(`CREATE DATABASE ${name}`);
  const url = server.urlOf(name);
  const migrations = await readMigrations();
  await migrate(
    url,
    migrations.filter((migration) => migration.name < '0013'),
  );
  const db = openDatabase(url);
  return {
    url,
    db,
    async close() {
      await db.destroy();
      await administrate(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.release();
    },
  };
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildZip } from '../../engine/fixtures/packages/build-zip.ts';
import { loadConfig } from './config.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { openDatabase, type Database } from './storage/database/database.ts';
import { StatementGivenUpError } from './storage/database/storage-errors.ts';
import { testEveryList } from './testing/every-list.ts';
import { startTestApp, type TestAnswer, type TestApp } from './testing/test-app.ts';
import { startTestReplica, type TestReplica } from './testing/test-replica.ts';

describe('with lists from a streaming replica', () => {
  let replica: TestReplica;
  let lists: Database;
  let app: TestApp;
  let cookie: string;
  before(async () => {
    replica = await startTestReplica();
    lists = openDatabase(replica.url, { isReplica: true });
    app = await startTestApp({ work: true, database: replica.primary, services: { lists } });
    cookie = await app.signIn();
    await app.work?.startWorkers();
    await app.work?.pretendWorker();
  });
  after(async () => {
    await app.close();
    await lists.destroy();
    await replica[Symbol.asyncDispose]();
  });

  const get = (path: string): Promise<TestAnswer> => app.send('GET', path, { cookie });
  const upload = async (name: string): Promise<string> => {
    const body = new FormData();
    body.append('file', new Blob([packageOf(name)]), 'package.zip');
    const { status, body: answer } = await app.send('POST', '/api/v1/extensions', { cookie, body });
    assert.equal(status, 201);
    return String(answer.data['extension_id']);
  };
  const listed = async (): Promise<readonly unknown[]> => {
    const { status, body } = await get('/api/v1/extensions?sort=name&order=asc');
    assert.equal(status, 200);
    assert.equal(body['total_count'], body.result.length);
    return body.result.map(({ name }) => name);
  };

  it('lists are as far behind as it is, and whoever writes reads at once what was written', async () => {
    await upload('Ebb');
    await replica.catchUp();
    assert.deepEqual(await listed(), ['Ebb']);

    await replica.pause();
    const id = await upload('Flood');
    const extension = `/api/v1/extensions/${id}`;
    assert.equal((await get(extension)).body.data['name'], 'Flood');
    assert.equal((await get(`${extension}/versions/2.1/files`)).status, 200);
    const path = `${extension}/versions/2.1/analysis`;
    const json = { extensionId: id, version: '2.1' };
    assert.equal((await app.send('POST', path, { cookie, json })).status, 202);
    const deadline = Date.now() + 60_000;
    while ((await get(path)).body.data['status'] !== 'completed') {
      assert.ok(Date.now() < deadline, 'the audit does not end');
      await sleep(100);
    }
    assert.deepEqual(await listed(), ['Ebb']);
    assert.equal((await get('/api/v1/search?q=flood')).body['total_count'], 0);
    // A list of what is no part of the store yet, where it is read.
    assert.equal((await get(`${extension}/reviews`)).status, 404);
    const env = { DATABASE_URL: replica.primary.url, DATABASE_READ_URL: replica.url };
    const checks = await checkDatabase(await loadConfig({ env }));
    const check = checks.find(({ subject }) => subject === 'replica');
    assert.match(check?.message ?? '', /schema is current, a replica, last change \d+ s ago/);

    await replica.resume();
    await replica.catchUp();
    assert.deepEqual(await listed(), ['Ebb', 'Flood']);
    assert.equal((await get('/api/v1/search?q=flood')).body['total_count'], 1);
  });

  it('a query that stands in the way of changes is given up, and the next one answered', async () => {
    const slow = sql`SELECT count(*), pg_sleep(4) FROM extension`.execute(lists);
    const outcome = assert.rejects(slow, StatementGivenUpError);
    await sleep(300);
    await replica.primary.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE extension IN ACCESS EXCLUSIVE MODE`.execute(trx);
    });
    await outcome;
    await replica.catchUp();
    assert.equal((await listed()).length, 2);
  });

  it('what a migration brings is unavailable until it has come there as well', async () => {
    await replica.pause();
    const rename = (from: string, to: string): Promise<unknown> =>
      sql`ALTER TABLE extension RENAME COLUMN ${sql.ref(from)} TO ${sql.ref(to)}`.execute(
        replica.primary.db,
      );
    await rename('name', 'title');
    await replica.resume();
    await replica.catchUp();
    await replica.pause();
    await rename('title', 'name');
    const behind = await get('/api/v1/extensions');
    assert.deepEqual([behind.status, behind.body['code']], [503, 'database_unavailable']);
    await replica.resume();
    await replica.catchUp();
    assert.equal((await listed()).length, 2);
  });

  it('lists are 503 with Retry-After while it is away, all else goes on, and they come back by themselves', async () => {
    await replica.lose();
    for (const path of ['/api/v1/extensions', '/api/v1/search?q=ebb']) {
      const away = await get(path);
      assert.deepEqual([away.status, away.body['code']], [503, 'database_unavailable']);
      assert.equal(away.headers.get('retry-after'), '5');
    }
    const id = await upload('Spring');
    assert.equal((await get(`/api/v1/extensions/${id}`)).status, 200);
    await replica.bringBack();
    await replica.catchUp();
    assert.deepEqual(await listed(), ['Ebb', 'Flood', 'Spring']);
  });
});

describe('with lists from a streaming replica, every list', () => {
  let replica: TestReplica;
  let lists: Database;
  before(async () => {
    replica = await startTestReplica();
    lists = openDatabase(replica.url, { isReplica: true });
  });
  after(async () => {
    await lists.destroy();
    await replica[Symbol.asyncDispose]();
  });
  testEveryList({
    arePaired: false,
    start: () => startTestApp({ database: replica.primary, services: { lists } }),
    filled: () => replica.catchUp(),
  });
});

function packageOf(name: string): Uint8Array<ArrayBuffer> {
  const manifest = { manifest_version: 3, name, version: '2.1' };
  return Uint8Array.from(buildZip([{ name: 'manifest.json', contents: JSON.stringify(manifest) }]));
}

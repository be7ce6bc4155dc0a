import { createHash } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase, type Database } from '../storage/database/database.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../storage/postgres/embedded-postgres.ts';
import { migrate, readMigrations } from '../storage/database/migrate.ts';

/** A database of one's own, with the current schema and nothing in it. */
export interface TestDatabase {
  readonly url: string;
  readonly db: Database;
  /** Drops the database. */
  close(): Promise<void>;
}

type TestServer = Pick<EmbeddedPostgres, 'urlOf' | 'release'>;

/** Names the test server to the files of a run that holds it, which need neither start nor find it. */
const heldVariable = 'TEST_POSTGRES_URL';

/** Any fixed number that nothing else locks. */
const templateLock = 0x65787403;

/**
 * Makes a database from the template with the current schema, in the one test server that all test
 * processes share. Call it in `before` and `close()` in `after`, or use `withTestDatabase`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await joinTestServer();
  const name = `test_${process.pid}_${process.hrtime.bigint()}`;
  await asAdministrator(server, async (client) => {
    const template = await ensureTemplate(server, client);
    // Through the log, as is usual, its 10 MB would take more than twice the time.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  });
  const url = server.urlOf(name);
  const db = openDatabase(url);
  return {
    url,
    db,
    async close() {
      await db.destroy();
      await asAdministrator(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
      await server.release();
    },
  };
}

export async function withTestDatabase<T>(use: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Holds the test server for a whole run, so that it is not stopped and started again between test files. */
export async function holdTestServer(): Promise<TestServer> {
  const server = await startTestServer();
  process.env[heldVariable] = server.urlOf('postgres');
  return server;
}

/** The one that the run holds, or else one that is started for as long as this needs it. */
export async function joinTestServer(): Promise<TestServer> {
  const held = process.env[heldVariable];
  if (held === undefined) return startTestServer();
  return {
    urlOf: (database) => Object.assign(new URL(held), { pathname: `/${database}` }).href,
    release: () => Promise.resolve(),
  };
}

/** Joins or starts the test server; its data directory lasts from run to run, because making one takes a second. */
async function startTestServer(): Promise<EmbeddedPostgres> {
  const checkout = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 8);
  const folder = (await hasRoom(memoryFolder)) ? memoryFolder : tmpdir();
  const dataDirectory = join(folder, `extaudit-test-${process.getuid?.() ?? 0}-${checkout}`);
  try {
    return await startEmbeddedPostgres({ dataDirectory, durable: false });
  } catch {
    // Without durability a killed machine may leave a cluster that does not start.
    await rm(dataDirectory, { recursive: true, force: true });
    return startEmbeddedPostgres({ dataDirectory, durable: false });
  }
}

/** Of Linux. A database is several hundred files, whose making and removal on a disk takes a third of the server's time. */
const memoryFolder = '/dev/shm';
/** More than the databases of all tests that run at a time. */
const roomBytesMin = 4e9;

async function hasRoom(folder: string): Promise<boolean> {
  const room = await statfs(folder).catch(() => undefined);
  return room !== undefined && room.bavail * room.bsize > roomBytesMin;
}

async function ensureTemplate(server: TestServer, client: Client): Promise<string> {
  const migrations = await readMigrations();
  const hash = createHash('sha256').update(migrations.map(({ sha256 }) => sha256).join());
  const template = `template_${hash.digest('hex').slice(0, 16)}`;
  await client.query('SELECT pg_advisory_lock($1)', [templateLock]);
  const existing = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname ~ '^(test|template|unfinished)_'`,
  );
  const names = existing.rows.map(({ datname }) => datname);
  const isNew = !names.includes(template);
  for (const name of names) {
    const isLeftOver = name.startsWith('test_') ? isOfKilled(name) : isNew;
    if (isLeftOver) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
  if (isNew) {
    await client.query('CREATE DATABASE unfinished_template');
    await migrate(server.urlOf('unfinished_template'));
    await client.query(`ALTER DATABASE unfinished_template RENAME TO ${template}`);
  }
  return template;
}

/** Whether the process is gone that made the database: one of a benchmark takes gigabytes of memory. */
function isOfKilled(name: string): boolean {
  try {
    process.kill(Number(/^test_(\d+)_/.exec(name)?.[1]), 0);
    return false;
  } catch {
    return true;
  }
}

async function asAdministrator<T>(
  server: TestServer,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { migrate } from '../storage/database/migrate.ts';
import { openDatabase } from '../storage/database/database.ts';
import { freePort } from '../storage/postgres/free-port.ts';
import { preparePostgresHome, type PostgresHome } from '../storage/postgres/postgres-home.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { TestDatabase } from './test-database.ts';

/** Two servers of the PostgreSQL that extaudit brings, of which one is a hot standby that streams from the other. */
export interface TestReplica extends AsyncDisposable {
  /** On the server that takes changes; closed with the servers. */
  readonly primary: TestDatabase;
  /** Of the same database where it is only read. */
  readonly url: string;
  /** Waits until the replica has all that is committed. */
  catchUp(): Promise<void>;
  /** Lets the replica receive changes and not show them. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends the replica at once, as the loss of its machine does. */
  lose(): Promise<void>;
  /** Starts it again where it was. */
  bringBack(): Promise<void>;
}

const database = 'tide';
const startSecondsMax = 60;
const catchUpSecondsMax = 60;

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  fsync: 'off',
  wal_keep_size: '512MB',
};

export async function startTestReplica(): Promise<TestReplica> {
  await using started = new AsyncDisposableStack();
  const folder = started.use(await temporaryFolder()).path;
  const main = join(folder, 'primary');
  await mkdir(main, { mode: 0o711 });
  const home = await preparePostgresHome(main, { log: () => undefined, durable: false });
  const copy = join(dirname(home.database), 'replica');
  // Of a cluster that has never run, which is as good as a base backup.
  await promisify(execFile)('cp', ['-a', home.database, copy]);
  await writeFile(join(copy, 'standby.signal'), '');
  const [port, replicaPort] = [await freePort(), await freePort()];
  const urlOf = (of: number, name: string): string =>
    `postgres://extaudit:${home.password}@127.0.0.1:${of}/${name}`;

  const startPrimary = () => startServer(home, home.database, port, urlOf(port, 'postgres'));
  const startReplica = () =>
    startServer(home, copy, replicaPort, urlOf(replicaPort, 'postgres'), {
      // Of the changes that a query stands in the way of: less than a statement may take.
      max_standby_streaming_delay: '1s',
      primary_conninfo: `host=127.0.0.1 port=${port} user=extaudit password=${home.password}`,
    });
  started.use(await startPrimary());
  let replica = await startReplica();
  started.defer(() => replica[Symbol.asyncDispose]());
  await ask(urlOf(port, 'postgres'), `CREATE DATABASE ${database}`);
  const url = urlOf(port, database);
  await migrate(url);
  const db = openDatabase(url);
  started.defer(() => db.destroy());
  const askReplica = (sql: string) => ask(urlOf(replicaPort, 'postgres'), sql);
  const stack = started.move();
  return {
    primary: { url, db, close: () => Promise.resolve() },
    url: urlOf(replicaPort, database),
    async catchUp() {
      const wanted = await ask(url, 'SELECT pg_current_wal_flush_lsn() AS value');
      const deadline = Date.now() + catchUpSecondsMax * 1_000;
      const replayed = `SELECT pg_last_wal_replay_lsn() >= '${String(wanted)}' AS value`;
      while ((await askReplica(replayed)) !== true) {
        if (Date.now() > deadline) throw new Error('the replica does not catch up');
        await sleep(50);
      }
    },
    async pause() {
      await askReplica('SELECT pg_wal_replay_pause()');
      while ((await askReplica('SELECT pg_get_wal_replay_pause_state() AS value')) !== 'paused') {
        await sleep(20);
      }
    },
    async resume() {
      await askReplica('SELECT pg_wal_replay_resume()');
    },
    lose: () => replica.end('SIGQUIT'),
    async bringBack() {
      replica = await startReplica();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

interface Server extends AsyncDisposable {
  end(signal: NodeJS.Signals): Promise<void>;
}

async function startServer(
  { binaries, user }: PostgresHome,
  data: string,
  port: number,
  url: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const all = Object.entries({ ...settings, port: String(port), ...more });
  const logFile = `${data}.log`;
  await using log = await open(logFile, 'a');
  const child = spawn(
    binaries.postgres,
    ['-D', data, ...all.flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    {
      stdio: ['ignore', log.fd, log.fd],
      env: { ...process.env, LC_ALL: 'C' },
      cwd: data,
      ...(user && { uid: user.uid, gid: user.gid }),
    },
  );
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (hasExited(child)) return;
    child.kill(signal);
    await exited;
  };
  const deadline = Date.now() + startSecondsMax * 1_000;
  for (;;) {
    const problem = await ask(url, 'SELECT 1').catch((error: unknown) => error);
    if (!(problem instanceof Error)) break;
    if (hasExited(child) || Date.now() > deadline) {
      await end('SIGQUIT');
      throw new Error(await readFile(logFile, 'utf8'), { cause: problem });
    }
    await sleep(50);
  }
  return { end, [Symbol.asyncDispose]: () => end('SIGINT') };
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** @returns what the column `value` of the only row has */
async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ value: unknown }>(sql);
    return rows[0]?.value;
  } finally {
    await client.end().catch(() => undefined);
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Config } from '../config.ts';
import { isPooled } from '../storage/database/pooled.ts';
import { listPendingMigrations } from '../storage/database/migrate.ts';
import { messageOf } from '../start-step.ts';
import type { Check } from './check.ts';

const secondsApartMax = 5;

/** An external database is asked; the embedded one starts with the service, and is left as it is. */
export async function checkDatabase(config: Config): Promise<readonly Check[]> {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, dataDir } = config;
  const subject = 'database';
  if (databaseUrl === undefined) {
    const version = await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').catch(() => '');
    const kept = version === '' ? 'is made at the first start' : `PostgreSQL ${version.trim()}`;
    return [{ subject, state: 'fine', message: `embedded, ${kept}` }];
  }
  const isDirectNamed = databaseDirectUrl !== undefined;
  const checks = await Promise.all([
    asked(subject, 'DATABASE_URL', databaseUrl, async (client) => [
      await checkSchema(client),
      await checkClock(client),
      ...(isDirectNamed ? [] : await checkPooler(client)),
    ]),
    asked('direct database', 'DATABASE_DIRECT_URL', databaseDirectUrl, checkDirect),
    asked('replica', 'DATABASE_READ_URL', databaseReadUrl, checkReplica),
  ]);
  return checks.flat();
}

async function asked(
  subject: string,
  setting: string,
  url: string | undefined,
  check: (client: Client) => Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  if (url === undefined) return [];
  const client = new Client({
    connectionString: url,
    application_name: 'extaudit doctor',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  // A connection that ends between two statements makes the next one reject.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await check(client);
  } catch (error) {
    const advice = `check ${setting}, and that the server runs and lets this machine in`;
    return [{ subject, state: 'problem', message: messageOf(error), advice }];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkPooler(client: Client): Promise<readonly Check[]> {
  if (!(await isPooled(client))) return [];
  return [
    {
      subject: 'pooler',
      state: 'warning',
      message:
        'DATABASE_URL leads through a pooler: jobs are looked for every second, because nothing can tell of them',
      advice: 'name the server itself in DATABASE_DIRECT_URL',
    },
  ];
}

async function checkDirect(client: Client): Promise<readonly Check[]> {
  const subject = 'direct database';
  if (await isPooled(client)) {
    const advice = 'name the server itself, with its own port';
    return [
      { subject, state: 'problem', message: 'DATABASE_DIRECT_URL leads through a pooler', advice },
    ];
  }
  return [{ subject, state: 'fine', message: 'reached without a pooler' }];
}

async function checkReplica(client: Client): Promise<readonly Check[]> {
  const { message: schema, ...check } = await checkSchema(client);
  const { rows } = await client.query<{ isReplica: boolean; seconds: number | null }>(
    `SELECT pg_is_in_recovery() AS "isReplica",
       extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 AS seconds`,
  );
  const { isReplica = false, seconds = null } = rows[0] ?? {};
  const age = seconds === null ? '' : `, last change ${seconds.toFixed(0)} s ago`;
  const kind = isReplica ? `a replica${age}` : 'no replica: it takes changes itself';
  return [{ ...check, subject: 'replica', message: `${schema}, ${kind}` }];
}

async function checkSchema(client: Client): Promise<Check> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  const server = `PostgreSQL ${rows[0]?.version ?? ''}`;
  try {
    const pending = await listPendingMigrations(client);
    const schema =
      pending.length === 0 ? 'schema is current' : `${pending.length} migrations to come`;
    return { subject: 'database', state: 'fine', message: `${server}, ${schema}` };
  } catch (error) {
    const advice = 'use the extaudit that made this database, a newer one, or another database';
    return { subject: 'database', state: 'problem', message: messageOf(error), advice };
  }
}

async function checkClock(client: Client): Promise<Check> {
  const asked = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const middle = (asked + Date.now()) / 2;
  const apart = Math.abs((rows[0]?.now.getTime() ?? middle) - middle) / 1_000;
  const message = `${apart.toFixed(1)} s apart from the database's`;
  if (apart <= secondsApartMax) return { subject: 'clock', state: 'fine', message };
  const advice = 'let both machines set their clocks by NTP';
  return { subject: 'clock', state: 'warning', message, advice };
}

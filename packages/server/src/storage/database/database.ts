import {
  sql,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely';
import { DatabaseError, Pool, type PoolClient, types } from 'pg';
import {
  DatabaseUnavailableError,
  StatementGivenUpError,
  StorageFullError,
} from './storage-errors.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

export interface DatabaseOptions {
  readonly connectionsMax?: number;
  /** How long to wait for a connection. */
  readonly connectSecondsMax?: number;
  /** How long one statement may run; the server ends it, and we when the server does not answer. */
  readonly statementSecondsMax?: number;
  readonly applicationName?: string;
  /** Whether it is a replica, in which a migration may be still to come. */
  readonly isReplica?: boolean;
}

/** Connections of this process. */
export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  /** Queries that wait for a free one. */
  readonly waiting: number;
  readonly max: number;
}

export interface CountedDatabase {
  readonly db: Database;
  readonly connections: () => ConnectionCounts;
}

/**
 * Opens a pool of connections; `destroy()` closes it. Queries reject with `DatabaseUnavailableError`,
 * within seconds, when the server cannot be reached or does not answer, and with `StorageFullError`
 * when its disk is full. What an ended connection cannot have changed is asked again on another one.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  return openCountedDatabase(url, options).db;
}

/** The same, with how many of its connections are in use. */
export function openCountedDatabase(url: string, options: DatabaseOptions = {}): CountedDatabase {
  const statementMilliseconds = (options.statementSecondsMax ?? 5) * 1_000;
  const pool = new Pool({
    connectionString: url,
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: (options.connectSecondsMax ?? 3) * 1_000,
    statement_timeout: statementMilliseconds,
    // Of a half-open connection the server's own timeout never reaches us.
    query_timeout: statementMilliseconds + 1_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: options.applicationName ?? 'extaudit',
    types: { getTypeParser },
  });
  // An idle connection that breaks has already left the pool; the next query opens another.
  pool.on('error', () => undefined);
  // The pool listens to idle connections only; one that the server ends in other hands would end this process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    db: new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: replaceBroken(pool, options) }),
    }),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: pool.options.max,
    }),
  };
}

/** Lets each statement of the transaction run longer than others may, for what writes many megabytes. */
export async function allowSeconds(trx: DatabaseTransaction, seconds: number): Promise<void> {
  await sql.raw(`SET LOCAL statement_timeout = ${Math.ceil(seconds * 1_000)}`).execute(trx);
}

const allowing = /^SET LOCAL statement_timeout = (\d+)$/;
const ending = /^\s*(?:commit|rollback)\s*$/i;

/** Every idle connection may have been ended at the same moment. */
const replacementsMax = 10;

/** Hands out connections that leave the pool once they failed to answer, and replaces those whose loss nothing hangs on. */
function replaceBroken(pool: Pool, { isReplica = false }: DatabaseOptions): PostgresPool {
  const connect = async (): Promise<PoolClient> =>
    pool.connect().catch((error: unknown) => {
      throw translate(error);
    });
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      let client = await connect();
      let broken: Error | undefined;
      let isInTransaction = false;
      let replacements = 0;
      let patience: { readonly query_timeout?: number } = {};
      const query = async (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
        if (broken) throw broken;
        try {
          const result = await client.query({ text: sql, values: [...parameters], ...patience });
          isInTransaction ||= beginning.test(sql);
          const allowed = allowing.exec(sql)?.[1];
          if (allowed !== undefined) patience = { query_timeout: Number(allowed) + 1_000 };
          else if (ending.test(sql)) patience = {};
          return result;
        } catch (error) {
          const translated = translate(error, isReplica);
          if (!(error instanceof DatabaseError) || hasEnded(error)) broken = translated as Error;
          const mayRepeat = !isInTransaction && isRepeatable(sql) && hasEnded(error);
          if (!mayRepeat || replacements === replacementsMax) throw translated;
          replacements += 1;
          // Handed back only once the other one is there: whoever holds this one releases it exactly once.
          const replacement = await connect();
          client.release(true);
          [client, broken] = [replacement, undefined];
          return query(sql, parameters);
        }
      };
      return {
        query: query as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy === true || broken !== undefined),
      };
    },
  };
}

const beginning = /^\s*(?:begin|start transaction)\b/i;
const reading = /^\s*(?:select|with)\b/i;
/** What changes something, or takes a lock that lasts. */
const changing = /\b(?:insert|update|delete|merge|share|nextval|setval|pg_\w*lock\w*|pg_notify)\b/i;

/** Whether a statement outside of a transaction may run twice: a first one may have run although its answer was lost. */
function isRepeatable(sql: string): boolean {
  return beginning.test(sql) || (reading.test(sql) && !changing.test(sql));
}

/** Whether the connection is gone at once, rather than silent: who has waited for an answer does not wait twice. */
function hasEnded(error: unknown): boolean {
  if (error instanceof DatabaseError) return endedCodes.test(error.code ?? '');
  return error instanceof Error && !error.message.includes('timeout');
}

/** The server shuts down, has crashed, or somebody ended the session. */
const endedCodes = /^(?:08|57P0[1-5])/;

/** SQLSTATE classes and codes that mean "not now". https://www.postgresql.org/docs/18/errcodes-appendix.html */
const unavailableCodes = /^(?:08|53[023]00|57P0[1-5])/;
const givenUpCodes = /^(?:40001|40P01|57014)$/;
const diskFullCode = '53100';
/** Columns, tables, functions and types that are not there. */
const missingCodes = /^(?:42703|42P01|42883|42704)$/;

function translate(error: unknown, isReplica = false): unknown {
  if (!(error instanceof DatabaseError)) {
    // Wrong parameters are our own mistake; everything else that pg throws is the connection's end.
    if (error instanceof TypeError || error instanceof RangeError) return error;
    return new DatabaseUnavailableError('the database does not answer', { cause: error });
  }
  const code = error.code ?? '';
  if (code === diskFullCode) {
    return new StorageFullError('the database has no space left', { cause: error });
  }
  if (givenUpCodes.test(code)) {
    return new StatementGivenUpError(`the database gave up: ${error.message}`, { cause: error });
  }
  if (unavailableCodes.test(code) || (isReplica && missingCodes.test(code))) {
    return new DatabaseUnavailableError(`the database refused: ${error.message}`, { cause: error });
  }
  return error;
}

/** Counts and sums as numbers, which they fit; dates as the text `YYYY-MM-DD`, which has no time zone. */
function getTypeParser(
  oid: Parameters<typeof types.getTypeParser>[0],
  format?: 'text' | 'binary',
): unknown {
  if (format !== 'binary') {
    if (oid === types.builtins.INT8 || oid === types.builtins.NUMERIC) return Number;
    if (oid === types.builtins.DATE) return String;
  }
  return types.getTypeParser(oid, format);
}

import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from './database.ts';

export interface RateLimitPolicy {
  /** Part of the key; limits of the same name share their counts. */
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

/** How much of a limit is left. */
interface RateLimitState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the count starts again; at least 1. */
  readonly resetSeconds: number;
}

/**
 * Counts in PostgreSQL, so that several processes share one count exactly. A counter that has seen a key's last request
 * pass refuses the others by itself until the time is over: what is refused writes nothing.
 */
export interface RateLimitCounter {
  count(key: string): Promise<RateLimitState>;
  /** Takes one back. */
  forgive(key: string): Promise<void>;
  reset(key: string): Promise<void>;
}

const counters = new WeakMap<Database, Map<string, RateLimitCounter>>();

/** @returns the process's one counter of this name, which remembers whom it has refused */
export function rateLimitCounter(db: Database, policy: RateLimitPolicy): RateLimitCounter {
  const ofDatabase = counters.get(db) ?? new Map<string, RateLimitCounter>();
  counters.set(db, ofDatabase);
  const counter = ofDatabase.get(policy.name) ?? createCounter(db, policy);
  ofDatabase.set(policy.name, counter);
  return counter;
}

function createCounter(db: Database, policy: RateLimitPolicy): RateLimitCounter {
  const limiter = new RateLimiterPostgres({
    storeClient: { query: (query: PgQuery) => run(db, query) },
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: policy.name,
    points: policy.requests,
    duration: policy.seconds,
    inMemoryBlockOnConsumed: policy.requests,
  });
  return {
    async count(key) {
      try {
        return stateOf(await limiter.consume(key), true);
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) return stateOf(rejection, false);
        throw rejection;
      }
    },
    async forgive(key) {
      await limiter.reward(key);
    },
    async reset(key) {
      await limiter.delete(key);
    },
  };
}

interface PgQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

async function run(db: Database, { text, values }: PgQuery) {
  const result = await db.executeQuery(CompiledQuery.raw(text, [...values]));
  return { rows: result.rows, rowCount: Number(result.numAffectedRows ?? result.rows.length) };
}

function stateOf(result: RateLimiterRes, allowed: boolean): RateLimitState {
  return {
    allowed,
    remaining: result.remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
  };
}

/** More than any limit lasts: what ends later was counted by a clock that was ahead, and would be refused until then. */
const countMillisecondsMax = 2 * 86_400_000;

/** Forgets counts that ended before `now`; @returns how many */
export async function deleteEndedRateLimits(db: Database, now: Date): Promise<number> {
  const latest = now.getTime() + countMillisecondsMax;
  const query = CompiledQuery.raw('DELETE FROM rate_limit WHERE expire < $1 OR expire > $2', [
    now.getTime(),
    latest,
  ]);
  return Number((await db.executeQuery(query)).numAffectedRows ?? 0n);
}

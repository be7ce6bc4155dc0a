import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { withTestDatabase } from '../../testing/test-database.ts';
import type { DatabaseTransaction } from '../database/database.ts';

const marks = 3_000;
const joined = String.raw`\([ks]\.extension_id = [ks]\.extension_id\)`;

describe('searches of short words, while statistics are of a time when no text was stale', () => {
  for (const name of ['extensions_with_parts', 'count_with_parts']) {
    it(`compare no extension with each mark, as the planner would: ${name}`, async () => {
      await withTestDatabase(async ({ db }) => {
        for (const table of ['extension_short_parts', 'stale_short_parts']) {
          await sql`ALTER TABLE ${sql.table(table)} SET (autovacuum_enabled = false)`.execute(db);
        }
        await sql`INSERT INTO extension_short_parts (extension_id, parts)
          SELECT 'a' || n, 'e b eb' FROM generate_series(1, ${marks}) AS n`.execute(db);
        await sql`INSERT INTO stale_short_parts (extension_id)
          SELECT 'b' || n FROM generate_series(1, ${marks}) AS n`.execute(db);
        await sql`UPDATE pg_class SET relpages = 100, reltuples = 0
          WHERE oid = 'stale_short_parts'::regclass`.execute(db);
        await db.transaction().execute(async (trx) => {
          const { body, settings } = await functionOf(trx, name);
          await set(trx, settings);
          assert.match(await planOf(trx, body), new RegExp(`(?:Hash|Merge) Cond: ${joined}`));
          // What shows that these are statistics which lead it there.
          await set(trx, ['enable_nestloop=on']);
          assert.match(await planOf(trx, body), new RegExp(`Join Filter: ${joined}`));
        });
      });
    });
  }
});

interface FunctionText {
  readonly body: string;
  readonly settings: readonly string[];
}

async function functionOf(trx: DatabaseTransaction, name: string): Promise<FunctionText> {
  const { rows } = await sql<FunctionText>`SELECT prosrc AS body, proconfig AS settings
    FROM pg_proc WHERE proname = ${name}`.execute(trx);
  const [found] = rows;
  assert.ok(found, name);
  return found;
}

async function set(trx: DatabaseTransaction, settings: readonly string[]): Promise<void> {
  for (const setting of settings) {
    const [name = '', value = ''] = setting.split('=');
    await sql`SELECT set_config(${name}, ${value}, true)`.execute(trx);
  }
}

async function planOf(trx: DatabaseTransaction, body: string): Promise<string> {
  const query = body.replaceAll(/\basked\b/g, "'{eb}'::text[]");
  const plan = sql<{ readonly 'QUERY PLAN': string }>`EXPLAIN (COSTS OFF) ${sql.raw(query)}`;
  const { rows } = await plan.execute(trx);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

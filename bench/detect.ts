import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAuditPool } from '@extaudit/engine/host';
import { sql } from 'kysely';
import { loadConfig } from '../packages/server/src/config.ts';
import { createOwner } from '../packages/server/src/domain/auth/create-owner.ts';
import { startService } from '../packages/server/src/service.ts';
import { openDatabase, type Database } from '../packages/server/src/storage/database/database.ts';
import { listPresentTokens } from '../packages/server/src/storage/monitor/present-extension.ts';
import { openStores } from '../packages/server/src/stores/open-stores.ts';
import type { TestStoreCounts } from '../packages/server/src/testing/test-store.ts';
import { withTestDatabase } from '../packages/server/src/testing/test-database.ts';
import { testOutbound } from '../packages/server/src/testing/test-outbound.ts';

const monitorsTotal = 100_000;
const version = '5.0';
const idsOfRequest = 100;
const secondsMax = 120;
const everySeconds = 3_600;
/** Monitors whose next slot comes so soon are left out: they would be checked twice within the pass. */
const slotSecondsMin = 300;
const spareShare = 1.1;

/**
 * One pass of detection in which nothing has changed: as many monitors as extensions, all due at once, and a store in
 * a process of its own; against the same questions asked by the connector alone, at the pace that stores are owed.
 */
export async function benchmarkDetect({ scale }: { readonly scale: number }): Promise<void> {
  const monitors = Math.max(idsOfRequest, Math.round(monitorsTotal * scale));
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-bench-'));
  const store = await startStore();
  try {
    await withTestDatabase(async ({ url }) => {
      const db = openDatabase(url, { statementSecondsMax: 600 });
      const ids = await fill(db, monitors);
      const reference = await askAlone(store.chromeUrl, ids);
      const before = await store.counts();
      const seconds = await checkAll(db, {
        DATABASE_URL: url,
        EXTAUDIT_DATA_DIR: folder,
        EXTAUDIT_ROLE: 'worker',
        EXTAUDIT_CHROME_STORE_URL: store.chromeUrl,
        EXTAUDIT_DETECT_EVERY: `${everySeconds}s`,
      });
      const requests = (await store.counts()).lookUps - before.lookUps;
      await expectNothing(db);
      await db.destroy();
      print({ monitors, seconds, requests, reference });
    });
  } finally {
    store.end();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Figures {
  readonly monitors: number;
  readonly seconds: number;
  readonly requests: number;
  /** Seconds */
  readonly reference: number;
}

function print({ monitors, seconds, requests, reference }: Figures): void {
  const requestsMax = Math.ceil(monitors / idsOfRequest);
  console.log(`detect: ${monitors} monitors on one store, nothing has changed`);
  console.log(`  one pass                  ${seconds.toFixed(1)} s   ${requests} requests`);
  console.log(`  the same questions alone  ${reference.toFixed(1)} s`);
  console.log(`  ratio                     ${(seconds / reference).toFixed(2)}`);
  const isInTime = seconds < secondsMax ? 'below' : 'NOT below';
  const isFew = requests <= requestsMax ? 'no more than' : 'MORE than';
  console.log(`  ${isInTime} ${secondsMax} s, ${isFew} ${requestsMax} requests`);
}

/** @returns seconds until every monitor has been checked */
async function checkAll(db: Database, env: Readonly<Record<string, string>>): Promise<number> {
  const config = await loadConfig({ env, workingFolder: env['EXTAUDIT_DATA_DIR'] ?? '' });
  const started = performance.now();
  const service = await startService(config, { version: '0.0.0' });
  try {
    for (;;) {
      const waiting = await db
        .selectFrom('monitor')
        .select('monitor_id')
        .where('checked_at', 'is', null)
        .limit(1)
        .execute();
      if (waiting.length === 0) return (performance.now() - started) / 1_000;
      await sleep(500);
    }
  } finally {
    await service.stop();
  }
}

/** @returns seconds */
async function askAlone(chromeStoreUrl: string, ids: readonly string[]): Promise<number> {
  const pool = createAuditPool({ processes: 1 });
  const settings = {
    chromeStoreUrl,
    edgeStoreUrl: chromeStoreUrl,
    firefoxStoreUrl: chromeStoreUrl,
    watchedFolder: undefined,
    offline: false,
  };
  const stores = openStores(settings, { ...testOutbound(), pool });
  const started = performance.now();
  await stores.get('chrome-web-store')?.lookUp(ids.map((id) => ({ id, version })));
  const seconds = (performance.now() - started) / 1_000;
  await pool.close();
  return seconds;
}

/** Audited extensions with three reviews each, watched by one account that has seen them as they are. */
async function fill(db: Database, monitors: number): Promise<string[]> {
  const owner = { email: 'bench@example.org', password: 'a long enough password' };
  const { accountId } = await createOwner(db, owner);
  const idOf = sql`lpad(translate(to_hex(i), '0123456789abcdef', 'abcdefghijklmnop'), 32, 'a')`;
  const extensions = Math.ceil(monitors * spareShare);
  const series = sql`generate_series(0, ${sql.lit(extensions)} - 1) AS i`;
  const sha256 = 'c0'.repeat(32);
  await sql`INSERT INTO package (sha256, format, size_bytes) VALUES (${sha256}, 'crx3', 4711)`.execute(
    db,
  );
  await sql`INSERT INTO extension (extension_id, name, version, last_update)
    SELECT ${idOf}, 'Extension ' || i, ${version}, now() FROM ${series}`.execute(db);
  await sql`INSERT INTO version (extension_version_id, extension_id, version, package_sha256,
      manifest_raw, manifest, created_at)
    SELECT gen_random_uuid(), ${idOf}, ${version}, ${sha256}, '\\x7b7d', '{"manifest_version": 3}', now()
    FROM ${series}`.execute(db);
  await sql`INSERT INTO analysis (analysis_id, extension_version_id, state, priority, message_id,
      report, finished_at)
    SELECT gen_random_uuid(), extension_version_id, 'completed', 'normal', gen_random_uuid(), '{}', now()
    FROM version`.execute(db);
  await sql`INSERT INTO review (review_id, extension_id, rating, review_date, review_text_hash)
    SELECT gen_random_uuid(), ${idOf}, r, date '2026-01-01' + r, md5(i || ' ' || r)
    FROM ${series}, generate_series(1, 3) AS r`.execute(db);
  await sql`INSERT INTO extension_source (extension_id, store)
    SELECT extension_id, 'chrome-web-store' FROM extension`.execute(db);
  // As a store has answered before: that an extension is listed is a change only once.
  await sql`UPDATE extension_source SET is_listed = true`.execute(db);
  await sql`INSERT INTO monitor (monitor_id, account_id, extension_id, enabled, created_at, updated_at,
      next_check_at, seen, seen_token)
    SELECT gen_random_uuid(), ${accountId}, extension_id, true, now(), now(), now(),
      json_build_object('version', ${version}::text, 'padding', repeat(md5(extension_id), 60)), ''
    FROM extension
    WHERE (('x' || substr(md5(extension_id), 1, 7))::bit(28)::integer % ${sql.lit(everySeconds)}
      - extract(epoch FROM now())::bigint % ${sql.lit(everySeconds)} + ${sql.lit(everySeconds)})
      % ${sql.lit(everySeconds)} > ${sql.lit(slotSecondsMin)}
    LIMIT ${sql.lit(monitors)}`.execute(db);
  await sql`VACUUM ANALYZE`.execute(db);
  const rows = await db.selectFrom('monitor').select('extension_id').execute();
  const ids = rows.map(({ extension_id }) => extension_id);
  for (let start = 0; start < ids.length; start += 5_000) {
    const tokens = await listPresentTokens(db, ids.slice(start, start + 5_000));
    await sql`UPDATE monitor SET seen_token = t.token
      FROM unnest(${[...tokens.keys()]}::text[], ${[...tokens.values()]}::text[]) AS t (id, token)
      WHERE extension_id = t.id`.execute(db);
  }
  await sql`VACUUM ANALYZE monitor`.execute(db);
  return ids;
}

async function expectNothing(db: Database): Promise<void> {
  const event = await db.selectFrom('monitor_event').select('event_id').executeTakeFirst();
  if (event) throw new Error('something has changed');
}

async function startStore() {
  const script = fileURLToPath(
    import.meta.resolve('../packages/server/src/testing/test-store-process.ts'),
  );
  const child = spawn(process.execPath, [script, version], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { chromeUrl } = JSON.parse(line) as { readonly chromeUrl: string };
  return {
    chromeUrl,
    async counts(): Promise<TestStoreCounts> {
      const response = await fetch(new URL('/control/counts', chromeUrl));
      return (await response.json()) as TestStoreCounts;
    },
    end: () => void child.kill('SIGTERM'),
  };
}

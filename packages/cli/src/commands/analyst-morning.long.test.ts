import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOwner } from '../../../server/src/domain/auth/create-owner.ts';
import { temporaryFolder } from '../../../server/src/testing/temporary-folder.ts';
import { startTestAddOnStore } from '../../../server/src/testing/test-add-on-store.ts';
import { withTestDatabase } from '../../../server/src/testing/test-database.ts';
import { makeFleet } from '../../../server/src/testing/test-fleet.ts';
import { startTestReceiver } from '../../../server/src/testing/test-receiver.ts';
import { startTestStore } from '../../../server/src/testing/test-store.ts';
import { runBinary } from '../run-binary.ts';
import { startServe } from '../testing/serve-process.ts';

const email = 'ada@example.org';
type Line = Record<string, { readonly score?: number; readonly code?: string } | null>;

test("an analyst's morning by command line: 400 ids of 2,000 machines in, each with a grade or a reason, three decisions, a policy tried, one subscription; and after the night's update one message", async (t) => {
  await using folder = await temporaryFolder();
  await using chrome = await startTestStore();
  await using addOns = await startTestAddOnStore();
  await using receiver = await startTestReceiver();
  const cwd = folder.path;
  const parts = { real: 0, inStore: 20, addOns: 20, malicious: 10, shown: 200 };
  const fleet = await makeFleet({ machines: 2_000, ids: 400, ...parts });
  for (const day of [1, 2] as const)
    await writeFile(join(cwd, `day-${day}.json`), JSON.stringify(fleet.osquery(day)));

  await withTestDatabase(async ({ url, db }) => {
    await createOwner(db, { email, password: 'analytical engine no. 1' });
    const env = {
      DATABASE_URL: url,
      EXTAUDIT_DATA_DIR: cwd,
      EXTAUDIT_CHROME_STORE_URL: chrome.chromeUrl,
      EXTAUDIT_EDGE_STORE_URL: chrome.edgeUrl,
      EXTAUDIT_FIREFOX_STORE_URL: addOns.firefoxUrl,
      EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.0/8',
      EXTAUDIT_DETECT_EVERY: '3s',
    };
    let seconds = 0;
    const run = async (...args: string[]): Promise<string> => {
      const begun = performance.now();
      const { code, stdout, stderr } = await runBinary([...args, '--email', email], { cwd, env });
      seconds += (performance.now() - begun) / 1_000;
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const source = ['--source', 'osquery'];
    const show = async (): Promise<readonly Line[]> => {
      const text = await run('inventory', 'show', ...source, '--format', 'jsonl');
      const lines = text.trim().split('\n');
      return lines.map((line) => JSON.parse(line) as Line);
    };
    /** When nothing is fetched or audited any more; waiting does not count. */
    const settled = async (): Promise<readonly Line[]> => {
      for (;;) {
        const before = seconds;
        const rows = await show();
        if (!rows.some((row) => row['reason']?.code?.startsWith('being_'))) return rows;
        seconds = before;
        await sleep(1_000);
      }
    };

    fleet.publish({ chrome, addOns }, 1);
    await using serve = await startServe(cwd, { env });
    assert.ok(serve.url);
    await run('inventory', 'import', 'day-1.json', ...source);
    const rows = await settled();
    assert.equal(rows.length, 400);
    for (const row of rows)
      assert.ok((row['risk'] === null) !== (row['reason'] === null), JSON.stringify(row));
    const scores = rows.flatMap((row) => row['risk']?.score ?? []);
    assert.equal(scores.length, 250);
    assert.deepEqual(
      scores,
      scores.toSorted((left, right) => right - left),
    );

    const because = ['--reason', 'Decided in the morning.'];
    const accepted = ['--extension', fleet.gaining.id, '--until-gain', '--expires', '2999-12-31'];
    await run('decisions', 'add', 'block', '--extension', fleet.malicious, ...because);
    await run('decisions', 'add', 'accept', ...accepted, ...because);
    await run('decisions', 'add', 'watch', '--extension', fleet.addOn, ...because);
    const policy = await run('policy', 'block critical', '--inventory', 'osquery');
    assert.match(
      policy,
      /^[a-p]{32} {2}Tool \w+ is disabled .+: ada@example\.org decided so: Decided in the morning\.$/m,
    );
    assert.match(policy, /^Dry run: \d+ machines lose something/m);

    const place = ['--name', 'Morning', '--url', receiver.url, '--inventory', 'osquery'];
    await run('subscriptions', 'add', ...place, '--min-severity', 'medium');
    for (const held = await countOf(db, 'extension'); (await countOf(db, 'monitor')) < held;)
      await sleep(500);

    fleet.publish({ chrome, addOns }, 2);
    const [message] = await receiver.until(1);
    await run('inventory', 'import', 'day-2.json', ...source);
    const changes = await run('inventory', 'diff', ...source, '--format', 'csv');
    const [, ...changed] = changes.trim().split(/\r?\n/);
    assert.equal(changed.length, 1);
    assert.ok(changed[0]?.startsWith(`updated,${fleet.gaining.id},1.0 (`), changed[0]);

    const { event, data } = JSON.parse(String(message?.body)) as Message;
    const [update, ...others] = data.updates;
    assert.deepEqual([event, others], ['update', []]);
    assert.deepEqual([update?.extension_id, update?.new_version], [fleet.gaining.id, '2.0']);
    assert.match(update?.gained.join('\n') ?? '', /Permissions added: debugger/);
    assert.match(update?.gained.join('\n') ?? '', /The decision of .+ was taken back/);
    const events = await run('events', '--format', 'jsonl', '--extension', fleet.gaining.id);
    assert.match(events, /"event_type":"permission_change"/);
    await settled();
    assert.equal(receiver.received.length, 1, 'one update is one message');
    t.diagnostic(`${seconds.toFixed(1)} s of commands`);
    assert.ok(seconds < 60, `${seconds} s`);
  });
});

interface Message {
  readonly event: string;
  readonly data: {
    readonly updates: readonly {
      readonly extension_id: string;
      readonly new_version: string;
      readonly gained: readonly string[];
    }[];
  };
}

type Database = Parameters<typeof createOwner>[0];

async function countOf(db: Database, table: 'extension' | 'monitor'): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

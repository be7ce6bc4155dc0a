import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createOwner } from '../../../server/src/domain/auth/create-owner.ts';
import { withTestDatabase } from '../../../server/src/testing/test-database.ts';
import { makeFleet } from '../../../server/src/testing/test-fleet.ts';
import { runBinary } from '../run-binary.ts';

const email = 'ada@example.org';

test("an analyst's morning by command line: 400 ids of 2,000 machines in, each with a grade or a reason, a policy tried, and the next day's changes", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-morning-'));
  try {
    await withTestDatabase(async ({ url, db }) => {
      await createOwner(db, { email, password: 'analytical engine no. 1' });
      const run = async (...args: string[]): Promise<string> => {
        const begun = performance.now();
        const { code, stdout, stderr } = await runBinary([...args, '--email', email], {
          cwd: folder,
          env: { DATABASE_URL: url, EXTAUDIT_DATA_DIR: folder, EXTAUDIT_OFFLINE: 'true' },
        });
        assert.equal(code, 0, stderr);
        t.diagnostic(
          `${args[0]} ${args[1]}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`,
        );
        return stdout;
      };
      const parts = { real: 0, inStore: 1, addOns: 20, malicious: 10, shown: 200 };
      const fleet = await makeFleet({ machines: 2_000, ids: 400, ...parts });
      for (const day of [1, 2] as const)
        await writeFile(join(folder, `day-${day}.json`), JSON.stringify(fleet.osquery(day)));

      const source = ['--source', 'osquery'];
      await run('inventory', 'import', 'day-1.json', ...source);
      const shown = await run('inventory', 'show', ...source, '--format', 'jsonl');
      const rows = shown
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, { readonly score?: number } | null>);
      assert.equal(rows.length, 400);
      for (const row of rows)
        assert.ok((row['risk'] === null) !== (row['reason'] === null), JSON.stringify(row));
      const scores = rows.flatMap(({ risk }) => risk?.score ?? []);
      assert.equal(scores.length, 210);
      assert.deepEqual(
        scores,
        scores.toSorted((left, right) => right - left),
      );

      const because = ['--reason', 'Decided in the morning.'];
      await run('decisions', 'add', 'block', '--extension', fleet.malicious, ...because);
      await run('decisions', 'add', 'watch', '--extension', fleet.addOn, ...because);
      await run('decisions', 'add', 'block', '--permission', 'debugger', ...because);
      const policy = await run('policy', 'block critical', '--inventory', 'osquery');
      assert.match(
        policy,
        /^Tool \w+ is disabled .+: ada@example\.org decided so: Decided in the morning\.$/m,
      );
      assert.match(policy, /^Dry run: \d+ machines lose something/m);

      await run('inventory', 'import', 'day-2.json', ...source);
      const changes = await run('inventory', 'diff', ...source, '--format', 'csv');
      const [, ...changed] = changes.trim().split(/\r?\n/);
      assert.equal(changed.length, 1);
      assert.ok(changed[0]?.startsWith(`updated,${fleet.gaining.id},1.0 (`), changed[0]);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

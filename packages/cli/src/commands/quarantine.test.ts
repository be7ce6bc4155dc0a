import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../../../server/src/testing/temporary-folder.ts';
import { withTestDatabase } from '../../../server/src/testing/test-database.ts';
import { runBinary } from '../run-binary.ts';

const id = 'fmkadmapgofadopljbjfkapdkoienihi';

it('puts a package out of reach, says which, keeps it from coming back, and releases it', async () => {
  await using folder = await temporaryFolder();
  await withTestDatabase(async ({ url, db }) => {
    const run = (...args: string[]) =>
      runBinary(args, { cwd: folder.path, env: { DATABASE_URL: url } });
    await mkdir(join(folder.path, 'built'));
    const manifest = { manifest_version: 3, name: 'Feared', version: '1.2' };
    await writeFile(join(folder.path, 'built/manifest.json'), JSON.stringify(manifest));
    assert.equal((await run('import', 'built', '--id', id)).code, 0);
    const { sha256 } = await db.selectFrom('package').select('sha256').executeTakeFirstOrThrow();

    const added = await run(
      'quarantine',
      'add',
      sha256.toUpperCase(),
      '--reason',
      'a court’s order',
    );
    assert.deepEqual([added.code, added.stdout], [0, `in quarantine: ${id} 1.2\n`]);
    const again = await run('quarantine', 'add', sha256, '--reason', 'two orders');
    assert.equal(again.stdout, `in quarantine as before, with this reason: ${id} 1.2\n`);
    const listed = await run('quarantine', 'list', '--format', 'jsonl');
    const { created_at: at, ...line } = JSON.parse(listed.stdout) as Record<string, unknown>;
    assert.deepEqual(line, { sha256, reason: 'two orders', claims: [`${id} 1.2`] });
    assert.match(String(at), /^\d{4}-/);

    const refused = await run('import', 'built', '--id', id);
    assert.equal(refused.code, 1);
    assert.match(refused.stdout + refused.stderr, /into quarantine: two orders/);

    assert.equal((await run('quarantine', 'release', sha256)).stdout, 'released\n');
    const gone = await run('quarantine', 'release', sha256);
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /is not in quarantine/);
    assert.equal((await run('import', 'built', '--id', id)).code, 0);
    assert.match((await run('quarantine', 'list')).stderr, /there is nothing to list/);
  });
});

it('takes hashes that have not come yet, and refuses what is none or has no reason', async () => {
  await using folder = await temporaryFolder();
  await withTestDatabase(async ({ url }) => {
    const run = (...args: string[]) =>
      runBinary(['quarantine', ...args], { cwd: folder.path, env: { DATABASE_URL: url } });
    const added = await run('add', 'a'.repeat(64), '--reason', 'named by a list');
    assert.equal(added.stdout, 'in quarantine: nothing in the catalogue yet\n');
    const wrong = [
      [['add', id, '--reason', 'x'], /is no SHA-256/],
      [['add', 'b'.repeat(64), '--reason', '  '], /--reason needs 1 to 500 characters/],
      [['add', 'b'.repeat(64)], /required option '--reason <text>' not specified/],
    ] as const;
    for (const [args, expected] of wrong) {
      const { code, stderr } = await run(...args);
      assert.equal(code, 64);
      assert.match(stderr, expected);
    }
  });
});

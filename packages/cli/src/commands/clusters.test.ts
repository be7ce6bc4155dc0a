import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { withTestDatabase } from '../../../server/src/testing/test-database.ts';
import { insertTestExtension } from '../../../server/src/testing/test-catalogue.ts';
import { insertExtensionAsking } from '../../../server/src/testing/test-permissions.ts';
import { runBinary } from '../run-binary.ts';

const asked = ['alarms', 'cookies', 'debugger', 'history', 'proxy', 'tabs'];
const [one, twin, near, apart, unseen] = ['a', 'b', 'c', 'd', 'e'].map((letter) =>
  letter.repeat(32),
) as [string, string, string, string, string];

it('lists look-alikes of an extension, extensions of a hash and clusters at risk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-clusters-'));
  try {
    await withTestDatabase(async ({ url, db }) => {
      const run = (...args: string[]) =>
        runBinary(['clusters', ...args], { cwd: folder, env: { DATABASE_URL: url } });
      const cells = (text: string) => text.split('\n').map((line) => line.split(/ {2,}/));

      const none = await run();
      assert.deepEqual([none.code, none.stderr], [0, 'extaudit: there is nothing to list\n']);

      const permhash = await insertExtensionAsking(db, { extension_id: one, name: 'One' }, asked);
      await insertExtensionAsking(db, { extension_id: twin, name: 'Twin', user_count: 7 }, asked);
      const nearHash = await insertExtensionAsking(
        db,
        { extension_id: near, name: 'Near', user_count: 5 },
        [...asked, 'downloads'],
      );
      await insertExtensionAsking(db, { extension_id: apart }, ['storage']);
      await insertTestExtension(db, { extension_id: unseen });

      const alike = await run(one);
      assert.deepEqual(cells(alike.stdout).slice(1), [
        [twin, '1', '7', 'Twin', '-', '-'],
        [near, '0.8571', '5', 'Near', 'downloads', '-'],
        [''],
      ]);
      assert.equal(
        alike.stderr,
        `extaudit: ${permhash}: 2 extensions, 1241 users, 0 known to be malicious\n`,
      );
      const lines = await run(one, '--format', 'jsonl');
      assert.deepEqual(JSON.parse(lines.stdout.split('\n')[1] ?? ''), {
        extension_id: near,
        name: 'Near',
        user_count: 5,
        similarity: 0.8571,
        permhash: nearHash,
        permissions_added: ['downloads'],
        permissions_missing: [],
      });

      const ofHash = await run(permhash.toUpperCase(), '--format', 'csv');
      assert.deepEqual(
        ofHash.stdout.split('\r\n').map((line) => line.split(',')[0]),
        ['extension_id', one, twin, ''],
      );

      const risky = cells((await run()).stdout);
      assert.deepEqual(risky[1]?.slice(0, 5), [permhash, 'critical', '2', '1241', '0']);
      assert.equal(risky.length, 3);
      assert.equal(cells((await run('--min-extensions', '1')).stdout).length, 4);
      assert.equal(cells((await run('--risk-level', 'medium')).stdout).length, 2);

      const fault = async (...args: string[]) => {
        const { code, stderr } = await run(...args);
        return [code, stderr.split('\n')[0]];
      };
      assert.deepEqual(await fault('f'.repeat(32)), [
        1,
        `extaudit: ${'f'.repeat(32)} is not in the catalogue`,
      ]);
      assert.deepEqual(await fault(unseen), [
        1,
        `extaudit: the permissions of ${unseen} are not known; \`extaudit sync ${unseen}\` fetches its package`,
      ]);
      assert.deepEqual(await fault('0'.repeat(64)), [
        1,
        'extaudit: no extension of the catalogue has this permission hash',
      ]);
      assert.equal((await fault('nonsense'))[0], 64);
      assert.equal((await fault('--min-extensions', '0'))[0], 64);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

// The same package must give the same report: twice, in another process, after other packages, with its files in another order.
// Larger extensions and the other fixtures follow in determinism.long.test.ts.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, suite, test } from 'node:test';
import { unpack } from '../packages/engine/src/unpack/unpack.ts';
import { realExtensions } from '../bench/real-extensions.ts';
import {
  archiveTwins,
  assertSameReports,
  closePools,
  fixtureFolders,
  largerBytes,
  openPools,
  realTwins,
  type Twins,
} from './determinism/twins.ts';

suite('an audit is deterministic', () => {
  const folders: string[] = [];
  const pools = openPools();
  after(async () => {
    await closePools(pools);
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  });

  test('over fixtures of every rule, as archives', async () => {
    // One that is flagged and one that is not.
    const kinds = Map.groupBy(await fixtureFolders(), (path) => path.replace(/-[^/]*$/, ''));
    const paths = [...kinds.values()].flatMap(([first = '']) => first);
    assert.ok(paths.length > 100, `${paths.length}`);
    await assertSameReports(pools, await Promise.all(paths.map(archiveTwins)));
  });

  test('over fixtures of rules, as folders', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'extaudit-order-'));
    folders.push(folder);
    const twins: Twins[] = [];
    for (const [position, path] of (await fixtureFolders()).entries()) {
      // A few of many: how files are listed does not depend on what they hold.
      if (position % 5 !== 0) continue;
      const copy = join(folder, String(position));
      const { files } = await unpack({ kind: 'directory', path });
      await writeBackwards(files, copy);
      twins.push({
        name: path,
        forwards: { kind: 'directory', path },
        backwards: { kind: 'directory', path: copy },
      });
    }
    await assertSameReports(pools, twins);
  });

  test('over small real extensions', async () => {
    const twins = await realTwins({ bytesMin: 0, bytesMax: largerBytes });
    assert.ok(twins.length > 3, `${twins.length}`);
    await assertSameReports(pools, twins);
  });

  test('over a package that the store signed, signature included', async () => {
    const packed = realExtensions().find(({ kind }) => kind === 'bytes');
    assert.ok(packed);
    await assertSameReports(pools, [{ name: 'signed', forwards: packed, backwards: packed }]);
  });
});

/** Folders list files as they were made, on many file systems. */
async function writeBackwards(
  files: ReadonlyMap<string, Uint8Array>,
  folder: string,
): Promise<void> {
  for (const [path, contents] of [...files].toReversed()) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
}

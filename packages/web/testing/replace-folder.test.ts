import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { replaceFolder } from '../build/replace-folder.ts';

it('builds that end at the same time leave one of them, whole, and nothing else', async () => {
  const root = await mkdtemp(join(tmpdir(), 'extaudit-replace-'));
  const names = Array.from({ length: 50 }, (_, index) => `${index}.js`);
  try {
    await Promise.all(
      Array.from({ length: 20 }, async (_, build) => {
        const folder = join(root, `.dist-${build}`);
        await mkdir(join(folder, 'assets'), { recursive: true });
        for (const name of names) await writeFile(join(folder, 'assets', name), `${build}`);
        await replaceFolder(folder, join(root, 'dist'));
      }),
    );
    assert.deepEqual(await readdir(root), ['dist']);
    assert.equal((await readdir(join(root, 'dist/assets'))).length, names.length);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

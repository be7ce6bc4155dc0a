import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { removeUnused } from '../scripts/packages/remove-unused.ts';

it('removes what nobody has touched for an hour, while others build, rename and remove', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'extaudit-unused-'));
  try {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const build = async (builder: number): Promise<void> => {
      for (let round = 0; round < 40; round += 1) {
        const unfinished = await mkdtemp(join(parent, 'unfinished-'));
        await writeFile(join(unfinished, 'program.js'), '');
        const built = join(parent, `${builder}-${round}`);
        await rename(unfinished, built);
        if (round % 2 === 0) await utimes(built, hoursAgo(2), hoursAgo(2));
        else await rm(built, { recursive: true });
      }
    };
    const remove = async (): Promise<void> => {
      for (let round = 0; round < 40; round += 1) await removeUnused(parent);
    };
    await Promise.all([...[1, 2, 3].map(build), remove(), remove()]);
    await mkdir(join(parent, 'in use'));
    await removeUnused(parent);
    assert.deepEqual(await readdir(parent), ['in use']);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});

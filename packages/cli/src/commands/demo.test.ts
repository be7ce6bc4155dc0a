import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../server/src/testing/temporary-folder.ts';

it('stops in order, leaving no database server behind, when interrupted while it audits', async () => {
  await using home = await temporaryFolder();
  const folder = home.path;
  const main = join(import.meta.dirname, '..', 'main.ts');
  const demo = spawn(main, ['demo', '--port', '0', '--data-dir', folder], { stdio: 'ignore' });
  const ended = once(demo, 'exit');
  const packages = join(folder, 'packages');
  while (!(await exists(packages)) && demo.exitCode === null) await sleep(50);

  demo.kill('SIGINT');

  assert.deepEqual(await ended, [1, null]);
  assert.equal(await exists(join(folder, 'postgres')), true);
  assert.equal(await exists(join(folder, 'postgres', 'postmaster.pid')), false);
});

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

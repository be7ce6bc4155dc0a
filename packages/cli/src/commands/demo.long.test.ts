import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../../../server/src/testing/temporary-folder.ts';

it('0 after auditing at least 14 real extensions, all 14 packed ones signed by the store', async () => {
  await using home = await temporaryFolder();

  // From the sources, which have the development dependencies' extensions beside them.
  const program = join(import.meta.dirname, '..', '..', 'extaudit.js');
  const { status, stdout, stderr } = spawnSync(
    program,
    ['demo', '--exit', '--data-dir', home.path],
    { encoding: 'utf8' },
  );

  assert.equal(status, 0, stderr);
  const [, audited, failed] = /(\d+) extensions audited, (\d+) audits failed/.exec(stdout) ?? [];
  assert.ok(Number(audited) >= 14, `only ${audited} audited`);
  assert.equal(failed, '0');
  assert.match(stdout, /^14 of 14 CRX3 files are signed by the Chrome Web Store\.$/m);
  assert.match(stdout, /React Developer Tools/);
});

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { createOwner } from '../../../server/src/domain/auth/create-owner.ts';
import { insertTestExtension } from '../../../server/src/testing/test-catalogue.ts';
import { withTestDatabase } from '../../../server/src/testing/test-database.ts';
import { runBinary } from '../run-binary.ts';

const email = 'ada@example.org';
const spy = 'dcbadcbadcbadcbadcbadcbadcbadcba';

it('makes a policy from rules, tells the difference, and writes the form that was asked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-policy-'));
  try {
    await writeFile(join(folder, 'rules.txt'), `# ours\nremove ${spy}\n\nmessage Ask IT\n`);
    const inForce = { ExtensionSettings: { [spy]: { installation_mode: 'blocked' } } };
    await writeFile(join(folder, 'now.json'), JSON.stringify(inForce));
    await withTestDatabase(async ({ url, db }) => {
      await createOwner(db, { email, password: 'analytical engine no. 1' });
      await insertTestExtension(db, { extension_id: spy, name: 'Spy' });
      const run = (...args: string[]) =>
        runBinary(['policy', ...args, '--email', email], {
          cwd: folder,
          env: { DATABASE_URL: url },
        });

      const text = await run(
        '--rules',
        'rules.txt',
        'block permission debugger',
        '--in-force',
        'now.json',
      );
      assert.equal(
        text.stdout,
        [
          `${'*'.padEnd(32)}  Everything else is not loaded where it requires debugger, nor ever gets it otherwise.`,
          `${spy}  Spy is uninstalled and cannot come back: a rule names it.`,
          '',
          'Difference to the policy in force:',
          '  added    *: blocked_permissions was not set and is ["debugger"]; blocked_install_message was not set and is "Ask IT"',
          `  changed  ${spy}: installation_mode was "blocked" and is "removed"; blocked_install_message was not set and is "Ask IT"`,
          '',
        ].join('\n'),
        text.stderr,
      );
      const reg = await run(
        '--rules',
        'rules.txt',
        '--browser',
        'edge',
        '--format',
        'reg',
        '-o',
        'edge.reg',
      );
      assert.equal(reg.code, 0, reg.stderr);
      assert.match(
        await readFile(join(folder, 'edge.reg'), 'utf8'),
        /Policies\\Microsoft\\Edge\]\r\n"ExtensionSettings"=/,
      );

      const wrong = await run('block critcal');
      assert.deepEqual([wrong.code, wrong.stdout], [64, '']);
      assert.match(
        wrong.stderr,
        /^extaudit: rule 1: "critcal" cannot be banned; did you mean critical\?/,
      );
      const unknown = await run('block critical', '--inventory', 'fleet');
      assert.match(unknown.stderr, /^extaudit: the account has no inventory "fleet"\n$/);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

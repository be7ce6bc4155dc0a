import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { accountsOf } from '../../../server/src/storage/database/account-tables.ts';
import { withTestDatabase } from '../../../server/src/testing/test-database.ts';
import { builtCommand } from '../../../../scripts/packages/built-command.ts';
import { runBinary } from '../run-binary.ts';

const { program } = await builtCommand();
const email = 'ada@example.org';

it('creates an account, and makes, lists and revokes its tokens, all in the audit trail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-account-'));
  try {
    await writeFile(join(folder, 'password'), 'analytical engine no. 1\n');
    await withTestDatabase(async ({ url, db }) => {
      const run = (...args: string[]) =>
        runBinary(['account', ...args], { cwd: folder, env: { DATABASE_URL: url } });
      const nobody = await run('token', 'list', '--email', email);
      assert.equal(nobody.code, 1);
      assert.match(nobody.stderr, /there is no member with the e-mail address ada@example\.org/);

      const account = await run('create', '--email', email, '--password-file', 'password');
      assert.equal(account.stdout, 'created the account of ada@example.org\n');
      const wrong = ['--scopes', 'read,admin'];
      const refused = await run('token', 'create', '--email', email, '--name', 'ci', ...wrong);
      assert.equal(refused.code, 1);
      assert.match(
        refused.stderr,
        /--scopes is "read,admin"; it must be one or more of read, write, manage, separated/,
      );

      const wanted = ['--scopes', 'write,read', '--expires-at', '2099-01-02T03:04:05Z'];
      const made = await run('token', 'create', '--email', email, '--name', 'nightly', ...wanted);
      assert.match(made.stdout, /^exta_[\w-]{22}\.[\w-]{43}\n$/);
      const id = made.stdout.slice('exta_'.length).split('.')[0] ?? '';
      const list = await run('token', 'list', '--email', email);
      assert.equal(
        list.stdout,
        `${id}  read,write         2099-01-02T03:04:05.000Z  ada@example.org  nightly\n`,
      );
      // An id may begin with a dash.
      const revoked = await run('token', 'revoke', '--email', email, '--', id);
      assert.equal(revoked.stdout, `revoked token ${id}\n`);
      assert.equal((await run('token', 'list', '--email', email)).stdout, '');
      assert.equal((await run('token', 'revoke', '--email', email, '--', id)).code, 1);

      const command = `"$0" account token create --email ${email} --name lost >/dev/full`;
      const lost = spawnSync('sh', ['-c', command, program], {
        cwd: folder,
        env: { ...process.env, DATABASE_URL: url },
        encoding: 'utf8',
      });
      const [lostId = ''] = (await run('token', 'list', '--email', email)).stdout.split(' ');
      assert.equal(
        lost.stderr,
        `extaudit: token ${lostId} was created, but its secret could not be written to standard output and is lost; ` +
          `revoke it with \`extaudit account token revoke --email ${email} -- ${lostId}\`\n`,
      );
      assert.equal(lost.status, 1);

      await writeFile(join(folder, 'new-password'), 'difference engine no. 2\n');
      const reset = await run(
        'reset-password',
        '--email',
        email,
        '--password-file',
        'new-password',
      );
      assert.equal(
        reset.stdout,
        'set the password of ada@example.org; all their sessions have ended\n',
        reset.stderr,
      );

      const factor = await run('remove-second-factor', '--email', email);
      assert.equal(factor.code, 1);
      assert.match(factor.stderr, /the second factor of ada@example\.org is not on/);
      const accounts = accountsOf(db);
      const { member_id } = await accounts
        .selectFrom('member')
        .select('member_id')
        .executeTakeFirstOrThrow();
      const now = new Date();
      const on = { member_id, sealed_secret: Buffer.alloc(1), enabled_at: now, created_at: now };
      await accounts.insertInto('second_factor').values(on).execute();
      const removed = await run('remove-second-factor', '--email', email);
      assert.equal(
        removed.stdout,
        'turned the second factor of ada@example.org off; the password alone counts now\n',
        removed.stderr,
      );

      const entries = await accountsOf(db)
        .selectFrom('audit_entry')
        .select(['action', 'actor_kind as by'])
        .orderBy('created_at')
        .execute();
      assert.deepEqual(
        entries,
        [
          'account_created',
          'token_created',
          'token_revoked',
          'token_created',
          'password_changed',
          'second_factor_disabled',
        ].map((action) => ({
          action,
          by: 'command_line',
        })),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

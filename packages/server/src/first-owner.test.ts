import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { accountsOf } from './storage/database/account-tables.ts';
import { type ServiceProcess, startServiceProcess } from './testing/service-process.ts';
import { withTestDatabase } from './testing/test-database.ts';

const email = 'ada@example.org';
const password = 'analytical engine no. 1';

test('EXTAUDIT_ADMIN_* makes one owner, also when two processes start at once, and prints no code', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-first-owner-'));
  try {
    await withTestDatabase(async ({ url, db }) => {
      await writeFile(join(folder, 'password'), `${password}\n`);
      const env = {
        DATABASE_URL: url,
        EXTAUDIT_DATA_DIR: folder,
        EXTAUDIT_ROLE: 'api',
        EXTAUDIT_ADMIN_EMAIL: 'Ada@example.org',
        EXTAUDIT_ADMIN_PASSWORD_FILE: join(folder, 'password'),
      };
      await using first = startServiceProcess(env);
      await using second = startServiceProcess(env);
      for (const process of [first, second]) {
        const line = await process.line(/Sign in|setup\?code=/);
        assert.doesNotMatch(line, /setup/);
        assert.equal(await statusOfLogin(process), 200);
      }
      const members = await accountsOf(db).selectFrom('member').select(['email', 'role']).execute();
      assert.deepEqual(members, [{ email, role: 'owner' }]);
      for (const process of [first, second]) assert.equal(await process.end('SIGTERM'), 0);
      // The password of an account that exists is its owner's business.
      await writeFile(join(folder, 'password'), 'a password that does not count\n');
      await using again = startServiceProcess(env);
      assert.equal(await statusOfLogin(again), 200);
      assert.equal(await again.end('SIGTERM'), 0);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function statusOfLogin(process: ServiceProcess): Promise<number> {
  const url = (await process.line(/listens on/)).split(' ').at(-1) ?? '';
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return answer.status;
}

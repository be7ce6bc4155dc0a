import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { createOwner } from '../../../server/src/domain/auth/create-owner.ts';
import { temporaryFolder } from '../../../server/src/testing/temporary-folder.ts';
import { withTestDatabase } from '../../../server/src/testing/test-database.ts';
import {
  startTestReceiver,
  verifiesStandardWebhooks,
} from '../../../server/src/testing/test-receiver.ts';
import { runBinary } from '../run-binary.ts';
import { startServe } from '../testing/serve-process.ts';

const email = 'ada@example.org';

it('subscribes a place for a member, tests it, lists it and removes it', async () => {
  await using folder = await temporaryFolder();
  const cwd = folder.path;
  let status = 500;
  await using receiver = await startTestReceiver(() => status);
  await withTestDatabase(async ({ url, db }) => {
    await createOwner(db, { email, password: 'analytical engine no. 1' });
    const env = {
      DATABASE_URL: url,
      EXTAUDIT_DATA_DIR: cwd,
      EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.0/8',
    };
    const run = (...args: string[]) =>
      runBinary(['subscriptions', ...args, '--email', email], { cwd, env });
    const add = (...args: string[]) =>
      run('add', '--name', 'Security', '--url', receiver.url, ...args);

    for (const [args, code, message] of [
      [['--inventory', 'laptops'], 1, /the account has no inventory "laptops"/],
      [['--extension', 'tides'], 64, /--extension has "tides"; it must be ids of 32/],
      [['--events', 'version_updates'], 64, /--events has "version_updates"; .* version_update, /],
      [['--message', 'email'], 64, /url must be mailto: with one to 10 addresses/],
    ] as const) {
      const { code: ended, stderr } = await add(...args);
      assert.equal(ended, code, stderr);
      assert.match(stderr, message);
    }
    const made = await add(
      '--min-severity',
      'high',
      '--extension',
      `a@tides.dev,${'c'.repeat(32)}`,
    );
    assert.equal(made.code, 0, made.stderr);
    const id = made.stdout.trim();
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(
      made.stderr,
      /^extaudit: nothing is watched or sent before `extaudit serve` runs$/m,
    );
    const secret = /signed with (\S+), which is not shown again/.exec(made.stderr)?.[1] ?? '';
    assert.match((await run('test', id)).stderr, /start `extaudit serve` first/);

    const own = 'a secret of my own';
    await writeFile(join(cwd, 'secret'), `${own}\n`);
    const other = await add(
      '--secret-file',
      'secret',
      '--message',
      'slack',
      '--frequency',
      'weekly',
    );
    assert.doesNotMatch(other.stderr, /signed with/);
    const table = await run('list');
    assert.match(
      table.stdout,
      new RegExp(`^${id}  Security +extensions  high +at_once +json `, 'm'),
    );
    const lines = (await run('list', '--format', 'jsonl')).stdout.trim().split('\n');
    const listed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      listed.map(({ format, frequency, watches }) => [format, frequency, watches]),
      [
        ['json', 'at_once', 'extensions'],
        ['slack', 'weekly', 'all'],
      ],
    );

    await using serve = await startServe(cwd, { env });
    assert.ok(serve.url);
    assert.match((await run('test', id)).stderr, /the test message did not arrive: .*500/);
    status = 200;
    const good = await run('test', id);
    assert.deepEqual([good.code, good.stdout], [0, 'Security has taken the test message\n']);
    assert.ok(verifiesStandardWebhooks(receiver.received.at(-1)!, secret));

    assert.equal((await run('remove', id)).stdout, `removed subscription ${id}\n`);
    assert.match((await run('remove', id)).stderr, /the account has no subscription /);
    assert.equal((await run('remove', 'first')).code, 64);
  });
});

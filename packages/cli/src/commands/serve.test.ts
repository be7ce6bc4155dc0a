import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { builtCommand } from '../../../../scripts/packages/built-command.ts';
import { runBinary } from '../run-binary.ts';
import { startServe, type ServeProcess } from '../testing/serve-process.ts';
import { temporaryFolder } from '../../../server/src/testing/temporary-folder.ts';

const { program } = await builtCommand();
const storeId = 'ienfalfjdbdpebioblfackkekamfmbnh';
const storePackage = join(
  dirname(fileURLToPath(import.meta.resolve('@tomjs/electron-devtools-files/package.json'))),
  'extensions',
  `${storeId}.crx`,
);

it('serves from an empty folder to a report, and has everything again after SIGKILL', async () => {
  await using home = await temporaryFolder();
  const folder = home.path;
  await using first = await startServe(folder);
  assert.ok(first.setupUrl);

  const code = new URL(first.setupUrl).searchParams.get('code');
  const setup = await fetch(`${first.url}/api/v1/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code,
      email: 'owner@example.org',
      password: 'a long enough pass phrase',
    }),
  });
  assert.equal(setup.status, 201);
  const cookie = /session=[^;]+/.exec(setup.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const call = callerOf(cookie);

  const form = new FormData();
  form.set('file', new Blob([await readFile(storePackage)]), 'extension.crx');
  const upload = await call(`${first.url}/api/v1/extensions`, { method: 'POST', body: form });
  assert.equal(upload.status, 201);
  assert.equal(upload.body.data['extension_id'], storeId);
  const version = String(upload.body.data['version']);

  const list = await call(`${first.url}/api/v1/extensions?search=angular`);
  assert.equal(list.body.total_count, 1);
  const detail = await call(`${first.url}/api/v1/extensions/${storeId}`);
  assert.equal(detail.body.data['version'], version);
  const versionPath = `/api/v1/extensions/${storeId}/versions/${version}`;
  const manifest = await call(`${first.url}${versionPath}/manifest`);
  assert.equal(manifest.body.data['version'], version);

  const trigger = await call(`${first.url}${versionPath}/analysis`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ extensionId: storeId, version, priority: 'normal' }),
  });
  assert.equal(trigger.body.data['status'], 'processing');
  const report = await pollReport(() => call(`${first.url}${versionPath}/analysis`));

  const viewer = await fetch(`${first.url}/docs/js/scalar.js`);
  assert.match(await viewer.text(), /^\(function\(\)\{.{1000000}/s);

  first.process.kill('SIGKILL');
  await once(first.process, 'exit');
  await using second = await startServe(folder);
  assert.equal(second.setupUrl, undefined);
  const again = await call(`${second.url}${versionPath}/analysis`);
  assert.deepEqual(again.body.data['report'], report);

  second.process.kill('SIGTERM');
  assert.deepEqual(await once(second.process, 'exit'), [0, null]);
});

describe('where nothing can be written (row 33)', () => {
  it('its log costs no answers, and SIGTERM still ends it in order', async () => {
    await using home = await temporaryFolder();
    const folder = home.path;
    await using service = await startServe(folder, { redirection: '2>/dev/full' });
    const { process: child, url } = service;
    for (let request = 0; request < 50; request += 1) {
      assert.equal((await fetch(`${url}/healthz`)).status, 200);
    }
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    await assert.rejects(stat(join(folder, '.extaudit', 'postgres', 'postmaster.pid')), {
      code: 'ENOENT',
    });
  });

  it('its standard output costs no answers either', async () => {
    await using home = await temporaryFolder();
    const folder = home.path;
    const child = spawn('sh', ['-c', 'exec "$0" serve --port 0 >/dev/full', program], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await using ending = new AsyncDisposableStack();
    const exited = once(child, 'exit');
    ending.defer(async () => {
      child.kill('SIGTERM');
      await exited;
    });
    let url: string | undefined;
    for await (const line of createInterface({ input: child.stderr })) {
      url ??= /Server listening at (http[^"]+)/.exec(line)?.[1];
      if (url !== undefined) break;
    }
    await sleep(1_000);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  });
});

it('1 and a message naming the setting when a setting is wrong', async () => {
  await using home = await temporaryFolder();
  const folder = home.path;
  const { code, stderr } = await runBinary(['serve', '--port', '99999'], { cwd: folder });
  assert.equal(code, 1);
  assert.match(stderr, /--port is "99999"; it must be a whole number from 0 to 65535/);
});

it('1 and one line when the port is taken, which leaves no database server behind', async (t) => {
  await using home = await temporaryFolder();
  const folder = home.path;
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const { code, stderr } = await runBinary(['serve', '--port', String(port)], { cwd: folder });
  assert.equal(code, 1);
  assert.match(
    stderr,
    new RegExp(`^extaudit: cannot listen on 127\\.0\\.0\\.1 port ${port}: .+--port$`, 'm'),
  );
  assert.doesNotMatch(stderr, /^ +at /m);
  const database = join(folder, '.extaudit', 'postgres');
  assert.ok((await stat(database)).isDirectory());
  await assert.rejects(stat(join(database, 'postmaster.pid')), { code: 'ENOENT' });
});

it('1 and one line when the data folder cannot be one', async () => {
  await using home = await temporaryFolder();
  const folder = home.path;
  const file = join(folder, 'a-file');
  await writeFile(file, 'not a folder');
  const { code, stderr } = await runBinary(['serve', '--data-dir', file], { cwd: folder });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^extaudit: the data folder .+a-file cannot be used: .+--data-dir or EXTAUDIT_DATA_DIR\n$/,
  );
});

describe('1 and one sentence that says what to do, and nothing made by mistake (row 48)', () => {
  async function refused(
    t: TestContext,
    folder: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const started = performance.now();
    const { code, stdout, stderr } = await runBinary(['serve', '--port', '0', ...args], {
      cwd: folder,
      env,
    });
    const seconds = (performance.now() - started) / 1_000;
    assert.deepEqual([code, stdout], [1, ''], stderr);
    const lines = stderr.split('\n').filter((line) => line.startsWith('extaudit: '));
    assert.equal(lines.length, 1, stderr);
    assert.doesNotMatch(stderr, /^ +at /m);
    // It takes up to 4 s; the rest is room for slow machines.
    assert.ok(seconds < 40, `${seconds} s`);
    t.diagnostic(`refused after ${seconds.toFixed(1)} s`);
    return lines[0] ?? '';
  }

  it('where the key file is in a folder that does not exist', async (t) => {
    await using home = await temporaryFolder();
    const folder = home.path;
    const env = { EXTAUDIT_SECRETS_KEY_FILE: '/nowhere/at/all/secrets.key' };
    assert.match(
      await refused(t, folder, [], env),
      /no folder \/nowhere\/at\/all; correct the path/,
    );
    assert.deepEqual(await readdir(folder), []);
  });

  it('where the key is too short', async (t) => {
    await using home = await temporaryFolder();
    const folder = home.path;
    const file = join(folder, 'short.key');
    await writeFile(file, 'seven b');
    const message = await refused(t, folder, [], { EXTAUDIT_SECRETS_KEY_FILE: file });
    assert.match(message, /short\.key .+ it must hold 32 bytes, and holds 7$/);
    assert.deepEqual(await readdir(folder), ['short.key']);
  });

  it('where the key is missing but secrets are sealed with it, or the process file of the database is empty', async (t) => {
    await using home = await temporaryFolder();
    const folder = home.path;
    await using first = await startServe(folder);
    await rotateWebhookSecret(first);
    first.process.kill('SIGTERM');
    assert.deepEqual(await once(first.process, 'exit'), [0, null]);

    const env = { EXTAUDIT_SECRETS_KEY_FILE: join(folder, 'mistyped.key') };
    assert.match(
      await refused(t, folder, [], env),
      /mistyped\.key .+no such file.+correct the path/,
    );
    assert.deepEqual(await readdir(folder), ['.extaudit']);

    await writeFile(join(folder, '.extaudit', 'postgres', 'postmaster.pid'), '');
    assert.match(
      await refused(t, folder, []),
      /postmaster\.pid is empty or damaged.+delete that file$/,
    );
  });

  it('where the data folder cannot be made', async (t) => {
    await using home = await temporaryFolder();
    const message = await refused(t, home.path, ['--data-dir', '/proc/x']);
    assert.match(message, /the data folder \/proc\/x cannot be used: .+--data-dir/);
  });

  it('where there is no room for the database', async () => {
    await using home = await temporaryFolder();
    const folder = home.path;
    // As much of a full disk as every user can make: no file may grow beyond 1 MiB.
    const shell = spawn(
      'bash',
      ['-c', `ulimit -f 1024; exec "$0" serve --port 0 --data-dir small/data`, program],
      {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const [stderr, [code]] = await Promise.all([text(shell.stderr), once(shell, 'exit')]);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^extaudit: .+there is no room for the database.+--data-dir.+\n$/m);
    assert.deepEqual(await readdir(folder), []);
  });
});

it('1 and one line without the password when the database does not answer', async () => {
  const env = { DATABASE_URL: 'postgres://ada:open-sesame@127.0.0.1:9/none' };
  await using home = await temporaryFolder();
  const { code, stderr } = await runBinary(['serve'], { cwd: home.path, env });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^extaudit: the database cannot be used: connect ECONNREFUSED 127\.0\.0\.1:9\n$/,
  );
});

/** As the first owner, so that something is sealed. */
async function rotateWebhookSecret({ url, setupUrl }: ServeProcess): Promise<void> {
  const code = new URL(setupUrl ?? '').searchParams.get('code');
  const setup = await fetch(`${url}/api/v1/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, email: 'eve@example.org', password: 'a phrase that is long' }),
  });
  const cookie = /session=[^;]+/.exec(setup.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const path = `${url}/api/v1/account/webhook-secret`;
  const rotated = await fetch(path, { method: 'POST', headers: { cookie } });
  assert.equal(rotated.status, 201);
}

interface Answer {
  readonly status: number;
  readonly body: { readonly data: Record<string, unknown>; readonly total_count?: number };
}

type Caller = (url: string, init?: RequestInit) => Promise<Answer>;

function callerOf(cookie: string): Caller {
  return async (url, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
}

async function pollReport(ask: () => Promise<Answer>): Promise<unknown> {
  for (let tries = 0; tries < 600; tries++) {
    const { data } = (await ask()).body;
    if (data['status'] === 'completed') return data['report'];
    assert.notEqual(data['status'], 'failed');
    await sleep(100);
  }
  throw new Error('the report was not there within a minute');
}

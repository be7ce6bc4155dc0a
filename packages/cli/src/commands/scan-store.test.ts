import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { AuditedTarget, FailedTarget } from '@extaudit/engine';
import { makeTestExtension } from '../../../server/src/testing/test-extension.ts';
import { startTestStore, type TestStore } from '../../../server/src/testing/test-store.ts';
import { runBinary, type Run } from '../run-binary.ts';

describe('extaudit scan of an extension id', () => {
  const extension = makeTestExtension('Served');
  let store: TestStore;
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extaudit-scan-store-'));
    store = await startTestStore();
    store.publish(extension.id, '6.7.8', extension.pack('6.7.8'));
  });
  after(async () => {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const scan = (args: readonly string[], env: Record<string, string> = {}): Promise<Run> =>
    runBinary(['scan', ...args], {
      cwd: folder,
      env: { EXTAUDIT_CHROME_STORE_URL: store.chromeUrl, ...env },
    });

  it('0 audits its newest version, as the store tells it', async () => {
    const { code, stdout } = await scan([extension.id]);
    assert.equal(code, 0);
    assert.match(stdout, /^Served 6\.7\.8$/m);
  });

  it('1 says that the store does not have it, and audits the others', async () => {
    const unknown = 'n'.repeat(32);
    const { code, stdout } = await scan([unknown, extension.id, '--format', 'json']);
    assert.equal(code, 1);
    const { results } = JSON.parse(stdout) as { results: readonly [FailedTarget, AuditedTarget] };
    assert.deepEqual([results[0].target, results[0].error.code], [unknown, 'not-listed']);
    assert.equal(results[1].extension_id, extension.id);
  });

  it('1 says so when the store cannot be asked, and asks nobody when offline', async () => {
    store.faults = { lookUp: { kind: 'status', status: 503 } };
    const down = await scan([extension.id]);
    store.faults = {};
    assert.deepEqual([down.code, /it answered 503 instead of 200/.test(down.stdout)], [1, true]);
    const before = store.requests.length;
    const offline = await scan([extension.id], { EXTAUDIT_OFFLINE: 'true' });
    assert.deepEqual([offline.code, /EXTAUDIT_OFFLINE/.test(offline.stdout)], [1, true]);
    assert.equal(store.requests.length, before);
  });

  it('1 refuses a package that is not the one that the store told of', async () => {
    const other = makeTestExtension('Other');
    store.publish(other.id, '6.7.8', extension.pack('6.7.8'));
    const { code, stdout } = await scan([other.id]);
    assert.deepEqual([code, /is signed with the key of/.test(stdout)], [1, true]);
  });

  it('0 audits a folder of that name instead, where there is one', async () => {
    const path = join(folder, 'p'.repeat(32));
    await mkdir(path);
    const manifest = { manifest_version: 3, name: 'In a profile', version: '2.2' };
    await writeFile(join(path, 'manifest.json'), JSON.stringify(manifest));
    assert.match((await scan(['p'.repeat(32)])).stdout, /^In a profile 2\.2$/m);
  });
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findInstalledExtensions, type AuditPool } from '@extaudit/engine/host';
import { createTestPool } from '../../../engine/testing/test-pool.ts';
import { createBrowserProfiles } from './browser-profile.ts';
import type { Store } from './store.ts';

const id = 'fmkadmapgofadopljbjfkapdkoienihi';

describe('browser profiles', () => {
  let pool: AuditPool;
  let home = '';
  let store: Store;
  before(async () => {
    pool = createTestPool({ processes: 1 });
    home = await mkdtemp(join(tmpdir(), 'extaudit-home-'));
    store = createBrowserProfiles({ pool, findInstalled: () => findInstalledExtensions(home) });
    await install('.config/google-chrome/Default', '4.9.0_0', '4.9.0');
    await install('.config/microsoft-edge/Profile 1', '4.28.5_1', '4.28.5');
    await install('.config/chromium/Default', '9.0_0', '1.0', 'p'.repeat(32));
  });
  after(async () => {
    await pool.close();
    await rm(home, { recursive: true });
  });
  async function install(
    profile: string,
    folder: string,
    version: string,
    extensionId = id,
  ): Promise<void> {
    const path = join(home, profile, 'Extensions', extensionId, folder);
    await mkdir(path, { recursive: true });
    const manifest = { manifest_version: 3, name: 'Installed', version };
    await writeFile(join(path, 'manifest.json'), JSON.stringify(manifest));
  }

  it('list the newest version that any browser has', async () => {
    const answers = await store.lookUp([{ id, version: '4.9.0' }]);
    assert.deepEqual(answers.get(id), { state: 'listed', version: '4.28.5' });
    const again = await store.lookUp([{ id, version: '4.28.5' }]);
    assert.deepEqual(again.get(id), { state: 'unchanged' });
  });

  it('say nothing of what is not installed', async () => {
    const answers = await store.lookUp([{ id: 'o'.repeat(32), version: '1' }]);
    assert.equal(answers.get('o'.repeat(32))?.state, 'unclear');
  });

  it('give the folder of a version, and no other', async () => {
    const { source } = await store.download({ id, version: '4.9.0' });
    assert.ok(source.kind === 'directory');
    assert.match(source.path, /google-chrome\/Default\/Extensions\/\w+\/4\.9\.0_0$/);
    const missing = store.download({ id, version: '4.10' });
    await assert.rejects(missing, { code: 'package-missing', store: 'browser-profile' });
    const other = store.download({ id: 'p'.repeat(32), version: '9.0' });
    await assert.rejects(other, { code: 'package-mismatch' });
  });
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { AuditPool } from '@extaudit/engine/host';
import { createTestPool } from '../../../engine/testing/test-pool.ts';
import { makeTestExtension } from '../testing/test-extension.ts';
import { createFolder } from './folder.ts';

const [one, two] = [makeTestExtension('One'), makeTestExtension('Two')];

describe('a watched folder', () => {
  let pool: AuditPool;
  let folder = '';
  before(() => {
    pool = createTestPool({ processes: 1 });
  });
  after(() => pool.close());
  beforeEach(async () => {
    if (folder !== '') await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'extaudit-watched-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('lists the newest version of each extension, below it as well', async () => {
    await mkdir(join(folder, 'team/a'), { recursive: true });
    await writeFile(join(folder, 'old.crx'), one.pack('1.9'));
    await writeFile(join(folder, 'team/a/new.CRX'), one.pack('1.10'));
    await writeFile(join(folder, 'other.crx'), two.pack('4.2'));
    const store = createFolder(folder, { pool });
    const answers = await store.lookUp([
      { id: one.id, version: '1.9' },
      { id: two.id, version: '4.2.0' },
      { id: 'm'.repeat(32) },
    ]);
    const found = answers.get(one.id);
    assert.ok(found?.state === 'listed');
    assert.equal(found.version, '1.10');
    assert.deepEqual(
      [answers.get(two.id)?.state, answers.get('m'.repeat(32))?.state],
      ['unchanged', 'unlisted'],
    );
    const { source, sha256 } = await store.download({ id: one.id, ...found });
    assert.ok(source.kind === 'bytes');
    assert.deepEqual(Buffer.from(source.bytes), Buffer.from(one.pack('1.10')));
    assert.equal(sha256, found.sha256);
    assert.equal((await store.download({ id: one.id, version: '1.9' })).version, '1.9');
    const missing = store.download({ id: two.id, version: '4.3' });
    await assert.rejects(missing, { code: 'package-missing', store: 'folder' });
  });

  it('reads a package once, until its time or size changes', async () => {
    const path = join(folder, 'a.crx');
    await writeFile(path, one.pack('1.9'));
    let reads = 0;
    const counting = {
      summarise: (source: Parameters<AuditPool['summarise']>[0]) => {
        reads += 1;
        return pool.summarise(source);
      },
    };
    const store = createFolder(folder, { pool: counting });
    await Promise.all([store.lookUp([{ id: one.id }]), store.lookUp([{ id: one.id }])]);
    await store.lookUp([{ id: one.id }]);
    assert.equal(reads, 1);
    await writeFile(path, one.pack('2.0'));
    await utimes(path, new Date(), new Date(Date.now() + 5_000));
    const answer = (await store.lookUp([{ id: one.id }])).get(one.id);
    assert.deepEqual([reads, answer?.state === 'listed' && answer.version], [2, '2.0']);
  });

  it('unlists nothing while something in it cannot be read', async () => {
    await writeFile(join(folder, 'half.crx'), one.pack('1.9').subarray(0, 300));
    await writeFile(join(folder, 'good.crx'), two.pack('4.2'));
    const store = createFolder(folder, { pool });
    const answers = await store.lookUp([{ id: one.id, version: '1.8' }, { id: two.id }]);
    assert.deepEqual(
      [answers.get(one.id)?.state, answers.get(two.id)?.state],
      ['unclear', 'listed'],
    );
  });

  it('unlists nothing while it is empty, as where a disk is not mounted', async () => {
    const path = join(folder, 'only.crx');
    await writeFile(path, one.pack('1.9'));
    const store = createFolder(folder, { pool });
    const ask = async () => (await store.lookUp([{ id: one.id, version: '1.9' }])).get(one.id);
    assert.deepEqual(await ask(), { state: 'unchanged' });
    await rm(path);
    assert.equal((await ask())?.state, 'unclear');
  });

  it('takes no package that was changed after it was signed', async () => {
    const bytes = Buffer.concat([one.pack('1.9'), Buffer.from('appended')]);
    await writeFile(join(folder, 'forged.crx'), bytes);
    const store = createFolder(folder, { pool });
    assert.equal((await store.lookUp([{ id: one.id }])).get(one.id)?.state, 'unclear');
    const forged = store.download({ id: one.id, version: '1.9' });
    await assert.rejects(forged, { code: 'package-missing' });
  });

  it('notices a package that was exchanged between look-up and download', async () => {
    const path = join(folder, 'a.crx');
    await writeFile(path, one.pack('1.9'));
    const store = createFolder(folder, { pool });
    const answer = (await store.lookUp([{ id: one.id }])).get(one.id);
    assert.ok(answer?.state === 'listed');
    await writeFile(path, one.pack('1.9', { description: 'another' }));
    const exchanged = store.download({ id: one.id, ...answer });
    await assert.rejects(exchanged, { code: 'package-mismatch' });
  });

  it('follows no link, and says where there are too many files', async () => {
    await writeFile(join(folder, 'a.crx'), one.pack('1.9'));
    await mkdir(join(folder, 'in'));
    await symlink('/', join(folder, 'in/root'));
    await symlink(join(folder, 'a.crx'), join(folder, 'in/b.crx'));
    const all = await createFolder(folder, { pool }).lookUp([{ id: two.id }]);
    assert.equal(all.get(two.id)?.state, 'unlisted');
    const some = await createFolder(folder, { pool, packagesMax: 1 }).lookUp([{ id: two.id }]);
    assert.equal(some.get(two.id)?.state, 'unclear');
  });

  it('that is not there is unavailable', async () => {
    const store = createFolder(join(folder, 'gone'), { pool });
    await assert.rejects(store.lookUp([{ id: one.id }]), {
      code: 'store-unavailable',
      store: 'folder',
    });
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { AuditProcessError, type AuditPool } from '@extaudit/engine/host';
import { createTestPool } from '../../../../engine/testing/test-pool.ts';
import { findExtension } from '../../storage/catalogue/extension.ts';
import { openPackageFolder } from '../../storage/catalogue/package-store.ts';
import { findManifest } from '../../storage/catalogue/version.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { makeTestExtension } from '../../testing/test-extension.ts';
import { importPackage, type ImportServices } from './import-package.ts';

const id = 'abcdefghijklmnopabcdefghijklmnop';
describe('importing a package', () => {
  let database: TestDatabase;
  let pool: AuditPool;
  let folder: string;
  let services: ImportServices;

  before(async () => {
    database = await createTestDatabase();
    pool = createTestPool({ processes: 1 });
    folder = await mkdtemp(join(tmpdir(), 'extaudit-import-'));
    const packages = openPackageFolder(join(folder, 'packages'));
    services = { db: database.db, packages, pool, now: () => new Date('2024-03-02T01:00:00Z') };
  });

  after(async () => {
    await pool.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function writeExtension(name: string, manifest: object): Promise<string> {
    const path = join(folder, name);
    await mkdir(join(path, 'lib'), { recursive: true });
    await writeFile(join(path, 'manifest.json'), JSON.stringify(manifest));
    await writeFile(join(path, 'lib', 'größe.js'), `console.log('${name}')`);
    return path;
  }

  const manifest = {
    manifest_version: 3,
    name: 'Ruler',
    version: '1.9',
    permissions: ['debugger'],
  };

  it('a folder is imported under the given id, again without effect, and refused with other contents', async () => {
    const path = await writeExtension('one', manifest);
    const first = await importPackage(services, { kind: 'directory', path }, { id });
    assert.equal(first.created, true);
    assert.deepEqual(await importPackage(services, { kind: 'directory', path }, { id }), {
      ...first,
      created: false,
    });
    assert.equal(await services.packages.isIntact(first.package_sha256), true);
    assert.deepEqual(await findManifest(database.db, id, '1.9'), manifest);

    const changed = await writeExtension('changed', manifest);
    await assert.rejects(importPackage(services, { kind: 'directory', path: changed }, { id }), {
      name: 'Refusal',
      code: 'version_conflict',
    });
  });

  it('a newer version becomes the current one, an older one does not', async () => {
    const newer = await writeExtension('newer', { ...manifest, version: '1.10', name: 'Ruler 2' });
    await importPackage(services, { kind: 'directory', path: newer }, { id });
    const older = await writeExtension('older', { ...manifest, version: '1.8', name: 'Ruler 0' });
    await importPackage(services, { kind: 'directory', path: older }, { id });
    const found = await findExtension(database.db, id);
    assert.deepEqual([found?.version, found?.name], ['1.10', 'Ruler 2']);
    assert.equal(found?.publisherId, null);
  });

  it('fields that only a store tells are named as unknown, and no manifest takes away what it leaves out', async () => {
    const described = { ...manifest, name: 'Angle', description: 'Measures angles.' };
    const path = await writeExtension('angle', described);
    const { extension_id: angle } = await importPackage(services, { kind: 'directory', path });
    const found = await findExtension(database.db, angle);
    assert.ok(found);
    assert.ok(found.unknownFields.includes('user_count'));
    assert.ok(!found.unknownFields.some((field) => field === 'name' || field === 'description'));
    const silent = await writeExtension('silent', { ...manifest, version: '1.11', name: 'Angle' });
    await importPackage(services, { kind: 'directory', path: silent }, { id: angle });
    const now = await findExtension(database.db, angle);
    assert.deepEqual([now?.version, now?.description], ['1.11', 'Measures angles.']);
  });

  it('what is no package is a PackageError and leaves nothing behind', async () => {
    const source = { kind: 'bytes', bytes: Buffer.from('no package'), name: 'x.crx' } as const;
    await assert.rejects(importPackage(services, source), { name: 'PackageError' });
    const missing = { kind: 'file', path: join(folder, 'missing.crx') } as const;
    await assert.rejects(importPackage(services, missing), { code: 'not-found' });
  });

  it('an id that is none is refused before anything is read', async () => {
    const source = { kind: 'file', path: '/nowhere' } as const;
    await assert.rejects(importPackage(services, source, { id: 'A'.repeat(32) }), {
      code: 'invalid_parameter',
    });
  });

  it('a name that is longer than an index can hold is cut, and the manifest keeps all of it', async () => {
    const name = randomBytes(60_000).toString('base64');
    const path = await writeExtension('long', { ...manifest, name });
    const { extension_id: longId } = await importPackage(services, { kind: 'directory', path });
    assert.equal((await findExtension(database.db, longId))?.name, name.slice(0, 500));
    assert.equal((await findManifest(database.db, longId, '1.9'))?.['name'], name);
  });

  it('a version that is longer than an index can hold is refused', async () => {
    const path = await writeExtension('wordy', { ...manifest, version: `1.${'2'.repeat(60_000)}` });
    await assert.rejects(importPackage(services, { kind: 'directory', path }), {
      name: 'PackageError',
    });
  });

  it('an old package that no process survives does not keep the genuine one out', async () => {
    const extension = makeTestExtension('Behind a bad one');
    const take = (bytes: Uint8Array, from = services) =>
      importPackage(from, { kind: 'bytes', bytes, name: 'upload' });
    const old = await take(extension.pack('1.0', { description: 'Old' }));
    await database.db
      .updateTable('version_package')
      .set({ origin: 'unknown' })
      .where('sha256', '=', old.package_sha256)
      .execute();
    const summarise: AuditPool['summarise'] = async (source, ...rest) => {
      if (source.kind === 'file' && source.name === old.package_sha256)
        throw new AuditProcessError('no process survives it');
      return pool.summarise(source, ...rest);
    };
    const genuine = await take(extension.pack('1.0'), {
      ...services,
      pool: { ...pool, summarise },
    });
    assert.equal(genuine.is_version_package, true);
  });

  it('bytes that are refused, or for whose rows there is no space, are not kept (row 33)', async () => {
    const path = await writeExtension('first-come', { ...manifest, version: '7.1' });
    const first = await importPackage(services, { kind: 'directory', path }, { id });
    const other = await writeExtension('second-come', { ...manifest, version: '7.1' });
    const kept = await storedHashes();
    await assert.rejects(importPackage(services, { kind: 'directory', path: other }, { id }), {
      code: 'version_conflict',
    });
    assert.deepEqual(await storedHashes(), kept);

    const { db } = database;
    await sql`CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION USING ERRCODE = ''53100''; END'`.execute(db);
    await sql`CREATE TRIGGER refuse_row BEFORE INSERT ON version_package
    FOR EACH ROW EXECUTE FUNCTION refuse_row()`.execute(db);
    const third = await writeExtension('third-come', { ...manifest, version: '7.2' });
    const bring = () => importPackage(services, { kind: 'directory', path: third }, { id });
    await assert.rejects(bring(), { code: 'storage-full' });
    assert.deepEqual(await storedHashes(), kept);
    await sql`DROP TRIGGER refuse_row ON version_package`.execute(db);
    const { package_sha256 } = await bring();
    assert.deepEqual(await storedHashes(), [...kept, package_sha256].sort());
    assert.ok(kept.includes(first.package_sha256));
  });

  async function storedHashes(): Promise<string[]> {
    const names = await readdir(join(folder, 'packages'), { recursive: true });
    return names
      .map((name) => basename(name))
      .filter((name) => name.length === 64)
      .sort();
  }
});

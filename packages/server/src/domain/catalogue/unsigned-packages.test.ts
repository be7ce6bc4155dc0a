import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { AuditPool } from '@extaudit/engine/host';
import { createTestPool } from '../../../../engine/testing/test-pool.ts';
import { buildZip } from '../../../../engine/fixtures/packages/build-zip.ts';
import { saveFeed } from '../../intel/save-feed.ts';
import { findExtension } from '../../storage/catalogue/extension.ts';
import { openPackageFolder } from '../../storage/catalogue/package-store.ts';
import { findPublisher } from '../../storage/catalogue/publisher.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { makeTestExtension, type TestExtension } from '../../testing/test-extension.ts';
import { createOwner } from '../auth/create-owner.ts';
import { importCatalogue } from './import-catalogue.ts';
import { importPackage, type ImportServices } from './import-package.ts';
import { refreshPublishers } from './refresh-publishers.ts';

// What anybody can upload under the id of an extension that others vouch for: it decides nothing about that extension.

describe('an unsigned package', () => {
  let database: TestDatabase;
  let pool: AuditPool;
  let folder: string;
  let services: ImportServices;
  let accountId: string;
  before(async () => {
    database = await createTestDatabase();
    pool = createTestPool({ processes: 1 });
    folder = await mkdtemp(join(tmpdir(), 'extaudit-unsigned-'));
    const packages = openPackageFolder(folder);
    services = { db: database.db, packages, pool, now: () => new Date() };
    const owner = { email: 'rosalind@example.org', password: 'nineteen hundred and fifty-one' };
    ({ accountId } = await createOwner(database.db, owner));
  });
  after(async () => {
    await pool.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const upload = (bytes: Uint8Array) =>
    importPackage(services, { kind: 'bytes', bytes, name: 'upload' }, { accountId });
  const bring = (bytes: Uint8Array) =>
    importPackage(services, { kind: 'bytes', bytes, name: 'brought' }, {});

  /** Puts the hash of these bytes on a list of malicious packages. @returns the list's name */
  async function list(bytes: Uint8Array): Promise<string> {
    const value = createHash('sha256').update(bytes).digest('hex');
    const entry = { kind: 'package_sha256', value, source: 'list', confidence: 'high' } as const;
    await saveFeed(database.db, value, [entry], new Date());
    return value;
  }

  async function isMarked({ id }: TestExtension): Promise<boolean | undefined> {
    const row = await database.db
      .selectFrom('extension')
      .select('known_malicious')
      .where('extension_id', '=', id)
      .executeTakeFirst();
    return row?.known_malicious;
  }

  async function tell({ id }: TestExtension, version: string): Promise<void> {
    const line = {
      extension_id: id,
      name: 'Told',
      version,
      last_update: '2025-02-03T04:05:06.000Z',
      publisher_id: `of-${id}`,
      extension_publishers: { publisher_id: `of-${id}`, author: 'Rosalind' },
    };
    const bytes = (async function* () {
      yield Buffer.from(JSON.stringify(line));
    })();
    await importCatalogue(database.db, bytes, (bad) => assert.fail(JSON.stringify(bad)));
  }

  it('with a listed hash marks no extension that has a signed one, nor its publisher', async () => {
    const extension = makeTestExtension('Genuine');
    await tell(extension, '1.0');
    await upload(extension.pack('1.0'));
    const bad = unsigned(extension, '0.9');
    await list(bad);
    await upload(bad);
    assert.equal(await isMarked(extension), false);
    await refreshPublishers(database.db, new Date());
    const publisher = await findPublisher(database.db, `of-${extension.id}`);
    assert.equal(publisher?.hasMaliciousHistory, false);
    const later = unsigned(extension, '0.8');
    await upload(later);
    await list(later);
    assert.equal(await isMarked(extension), false);
  });

  it('with a listed hash marks one of which nothing else is known, until something is', async () => {
    const [signed, told] = [makeTestExtension('Signed later'), makeTestExtension('Told later')];
    for (const extension of [signed, told]) {
      const bad = unsigned(extension, '2.0');
      await list(bad);
      await upload(bad);
      assert.equal(await isMarked(extension), true);
    }
    await upload(signed.pack('1.0'));
    await tell(told, '1.0');
    assert.deepEqual([await isMarked(signed), await isMarked(told)], [false, false]);
  });

  it('that the operator brought marks its extension: operators collect what stores have taken down', async () => {
    const extension = makeTestExtension('Collected');
    await tell(extension, '1.0');
    const bad = unsigned(extension, '1.0');
    await bring(bad);
    const feed = await list(bad);
    assert.equal(await isMarked(extension), true);
    await saveFeed(database.db, feed, [], new Date());
    assert.equal(await isMarked(extension), false);
  });

  it('of a higher version is not the current one where metadata tells of another', async () => {
    const extension = makeTestExtension('Only told of');
    await tell(extension, '3.1');
    await upload(unsigned(extension, '9.9'));
    const shown = await findExtension(database.db, extension.id);
    assert.deepEqual([shown?.version, shown?.name], ['3.1', 'Told']);
    await upload(unsigned(extension, '3.1'));
    assert.equal((await findExtension(database.db, extension.id))?.version, '3.1');
    await upload(extension.pack('3.2'));
    assert.equal((await findExtension(database.db, extension.id))?.version, '3.2');
  });
});

function unsigned({ key }: TestExtension, version: string): Uint8Array {
  const publicKey = key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const manifest = { manifest_version: 3, name: 'Forged', version, key: publicKey };
  return buildZip([{ name: 'manifest.json', contents: JSON.stringify(manifest) }]);
}

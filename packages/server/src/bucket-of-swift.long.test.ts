import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildZip } from '../../engine/fixtures/packages/build-zip.ts';
import { loadConfig, type Config } from './config.ts';
import { createBackup } from './create-backup.ts';
import { checkBucket } from './doctor/check-bucket.ts';
import { restoreBackup } from './restore-backup.ts';
import { openPackages } from './storage/catalogue/open-packages.ts';
import type { PackageStore } from './storage/catalogue/package-store.ts';
import { openS3Bucket, s3BucketOptions } from './storage/catalogue/s3-bucket.ts';
import { openDatabase } from './storage/database/database.ts';
import { temporaryFolder, type TemporaryFolder } from './testing/temporary-folder.ts';
import { startTestApp } from './testing/test-app.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { startTestSwift, type TestSwift } from './testing/test-swift.ts';

const partSizeBytes = 8 * 1024 * 1024;

describe('packages in a bucket of Swift', () => {
  let swift: TestSwift;
  let home: TemporaryFolder;
  let folders = 0;
  before(async () => {
    swift = await startTestSwift();
    home = await temporaryFolder();
    // The SDK looks for the keys there alone.
    Object.assign(process.env, swift.env);
  });
  after(async () => {
    await swift[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  /** As another machine would read its settings. */
  function configOf(prefix: string, env: Readonly<Record<string, string>> = {}): Promise<Config> {
    folders += 1;
    const { bucket, endpoint, region } = swift;
    const url = `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=${region}`;
    const dataDir = join(home.path, `machine-${folders}`);
    return loadConfig({ env: { EXTAUDIT_DATA_DIR: dataDir, ...env, EXTAUDIT_PACKAGES_URL: url } });
  }

  const keysBelow = async (prefix: string): Promise<readonly string[]> =>
    (await swift.keys()).filter((key) => key.startsWith(`${prefix}/`));

  for (const [what, size] of [
    ['in one piece', 70_000],
    ['in one part', partSizeBytes],
    ['in parts', 2 * partSizeBytes + 1],
    ['that is empty', 0],
  ] as const) {
    it(`keeps, gives to another machine and removes a package ${what}`, async () => {
      const before = swift.countFiles();
      const bytes = randomBytes(size);
      const prefix = `size-${size}`;
      const one = await openPackages(await configOf(prefix));
      const sha256 = await keep(one, bytes);
      assert.deepEqual(await keysBelow(prefix), [`${prefix}/${sha256}`]);
      assert.equal(hashOf(await swift.read(`${prefix}/${sha256}`)), sha256);
      const other = await openPackages(await configOf(prefix));
      assert.equal(await other.isIntact(sha256), true);
      await using again = await other.receive(pieces(bytes));
      assert.equal(await again.keep(), false);
      const { path } = await other.source(sha256, 'tide');
      assert.deepEqual(await readFile(path), bytes);
      await other.remove(sha256);
      assert.equal(await one.isIntact(sha256), false);
      await other.remove(sha256);
      assert.deepEqual(await keysBelow(prefix), []);
      assert.equal(swift.countFiles(), before);
    });
  }

  it('mends an object that has other bytes when they are kept again', async () => {
    const bytes = randomBytes(5_000);
    const Key = `mended/${hashOf(bytes)}`;
    const put = new PutObjectCommand({ Bucket: swift.bucket, Key, Body: randomBytes(5_000) });
    await swift.client.send(put);
    const store = await openPackages(await configOf('mended'));
    assert.equal(await store.isIntact(hashOf(bytes)), false);
    await keep(store, bytes);
    assert.equal(hashOf(await swift.read(Key)), hashOf(bytes));
  });

  it('gives up all uploads in parts that nobody is at, over the end of a page, and no other', async () => {
    const { bucket: Bucket, client } = swift;
    const begin = (Key: string) => client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const begun = async (): Promise<number> => {
      const counts = ['left/', 'of-others/'].map(async (Prefix) => {
        const list = new ListMultipartUploadsCommand({ Bucket, Prefix });
        return (await client.send(list)).Uploads?.length ?? 0;
      });
      return (await Promise.all(counts)).reduce((sum, count) => sum + count);
    };
    for (let index = 0; index < 6; index += 1) {
      await begin(`left/${hashOf(String(index))}`);
      await begin(`left/${hashOf(String(index))}`);
    }
    await begin('of-others/tide');
    const { packagesBucket } = await configOf('left');
    assert.ok(packagesBucket);
    await openS3Bucket(packagesBucket).sweep();
    assert.equal(await begun(), 13);
    await openS3Bucket(packagesBucket, {
      ...s3BucketOptions,
      abandonedMilliseconds: -60_000,
      uploadsMax: 5,
    }).sweep();
    assert.equal(await begun(), 1);
  });

  it('is uploaded to and deleted from over HTTP, 503 while Swift is away, and backed up and restored', async () => {
    const config = await configOf('served');
    const packages = await openPackages(config);
    const app = await startTestApp({ work: true, services: { packages } });
    try {
      const cookie = await app.signIn();
      const upload = (version: string) => {
        const body = new FormData();
        body.append('file', new Blob([packageOf(version)]), 'package.zip');
        return app.send('POST', '/api/v1/extensions', { cookie, body });
      };
      const kept = await Promise.all(['1.1', '1.2', '1.3'].map(upload));
      assert.ok(kept.every(({ status }) => status === 201));
      const returned = swift.goAway(1_000);
      assert.equal((await upload('1.4')).status, 503);
      await returned;
      assert.equal((await upload('1.4')).status, 201);
      assert.equal((await keysBelow('served')).length, 4);
      const [first] = kept;
      const { extension_id: id, package_sha256: sha256 } = first?.body.data ?? {};
      const path = `/api/v1/extensions/${String(id)}/versions/1.1/packages/${String(sha256)}`;
      assert.equal((await app.send('DELETE', path, { cookie })).status, 200);
      const served = await keysBelow('served');
      assert.equal(served.length, 3);

      const folder = join(home.path, 'backups');
      const now = new Date();
      const backup = await createBackup(
        await configOf('served', { DATABASE_URL: app.database.url }),
        { folder, now },
      );
      assert.deepEqual([backup.copiedPackages, backup.missingPackages], [3, []]);
      const elsewhere = await createTestDatabase();
      try {
        const there = await configOf('restored', { DATABASE_URL: elsewhere.url });
        assert.equal((await restoreBackup(there, { folder })).packages, 3);
        const names = served.map((key) => key.replace('served/', 'restored/'));
        assert.deepEqual(await keysBelow('restored'), names);
        const restored = openDatabase(elsewhere.url);
        const rows = await restored.selectFrom('package').select('sha256').execute();
        await restored.destroy();
        assert.deepEqual(new Set(rows.map((row) => `restored/${row.sha256}`)), new Set(names));
      } finally {
        await elsewhere.close();
      }
    } finally {
      await app.close();
    }
  });

  it('says which of bucket, keys and address is wrong, and takes none for an empty bucket', async () => {
    const { packagesBucket: right } = await configOf('checked');
    assert.ok(right);
    assert.equal((await checkBucket(right)).state, 'fine');
    const missing = await checkBucket({ ...right, bucket: 'elsewhere' });
    assert.deepEqual([missing.state, /NoSuchBucket/.test(missing.message)], ['problem', true]);
    const store = await openPackages({
      packagesFolder: join(home.path, 'elsewhere'),
      packagesBucket: { ...right, bucket: 'elsewhere' },
    });
    const unavailable = { code: 'packages-unavailable' };
    await assert.rejects(store.source('ab'.repeat(32), 'tide'), unavailable);
    await assert.rejects(keep(store, randomBytes(9)), unavailable);
    const keys = { AWS_SECRET_ACCESS_KEY: 'neap' };
    Object.assign(process.env, keys);
    const refused = await checkBucket(right);
    Object.assign(process.env, swift.env);
    assert.deepEqual(
      [refused.state, /SignatureDoesNotMatch/.test(refused.message)],
      ['problem', true],
    );
  });
});

async function keep(store: PackageStore, bytes: Uint8Array): Promise<string> {
  await using received = await store.receive(pieces(bytes));
  await received.keep();
  return received.sha256;
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function packageOf(version: string): Uint8Array<ArrayBuffer> {
  const manifest = { manifest_version: 3, name: 'Tide table', version };
  return Uint8Array.from(buildZip([{ name: 'manifest.json', contents: JSON.stringify(manifest) }]));
}

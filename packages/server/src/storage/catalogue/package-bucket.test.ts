import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type S3Fault, startScriptedS3 } from '../../testing/scripted-s3.ts';
import { openPackages } from './open-packages.ts';
import { openPackageBucket } from './package-bucket.ts';
import { openPackageFolder, type PackageStore } from './package-store.ts';
import { openS3Bucket, s3BucketOptions } from './s3-bucket.ts';

// What the SDK looks for; nobody checks them here.
process.env['AWS_ACCESS_KEY_ID'] = 'tide';
process.env['AWS_SECRET_ACCESS_KEY'] = 'table';

describe('a package store in a bucket', () => {
  it('gives to every machine what one has put', async () => {
    await using bench = await openBench();
    const one = await bench.store();
    const bytes = randomBytes(70_000);
    const sha256 = await keep(one, bytes);
    assert.deepEqual([...bench.s3.objects.keys()], [`packages/of/${sha256}`]);
    const other = await bench.store();
    assert.equal(await other.isIntact(sha256), true);
    const { path } = await other.source(sha256, 'tide');
    assert.deepEqual(await readFile(path), bytes);
    await other.remove(sha256);
    assert.equal(await one.isIntact(sha256), false);
    assert.equal(bench.s3.objects.size, 0);
  });

  it('puts large packages in parts, and says whether they were new', async () => {
    await using bench = await openBench();
    const store = await bench.store();
    const bytes = randomBytes(17 * 1024 * 1024);
    const sha256 = await keep(store, bytes);
    assert.equal(hashOf(bench.s3.objects.get(`packages/of/${sha256}`) ?? ''), sha256);
    assert.equal(bench.s3.uploads.size, 0);
    const parts = bench.s3.requests.filter((request) => request.includes('partNumber'));
    assert.equal(parts.length, 3);
    await using again = await store.receive(pieces(bytes));
    assert.equal(await again.keep(), false);
  });

  it('mends an object that has other bytes when they are kept again', async () => {
    await using bench = await openBench();
    const bytes = randomBytes(5_000);
    const sha256 = await keep(await bench.store(), bytes);
    bench.s3.objects.set(`packages/of/${sha256}`, randomBytes(5_000));
    const store = await bench.store();
    assert.equal(await store.isIntact(sha256), false);
    assert.equal(await keep(store, bytes), sha256);
    assert.equal(hashOf(bench.s3.objects.get(`packages/of/${sha256}`) ?? ''), sha256);
  });

  for (const [what, size, lost] of [
    ['an object', 4_000, /^PUT \w+$/],
    ['the start of an upload in parts', 9_000_000, /^POST \w+ uploads$/],
    ['a part', 9_000_000, /partNumber/],
    ['the end of an upload in parts', 9_000_000, /^POST \w+ uploadId$/],
  ] as const) {
    it(`keeps the bytes although the answer to ${what} was lost (row 50)`, async () => {
      await using bench = await openBench();
      bench.s3.fault = once(lost, 'unanswered');
      const bytes = randomBytes(size);
      const sha256 = await keep(await bench.store(), bytes);
      assert.equal(hashOf(bench.s3.objects.get(`packages/of/${sha256}`) ?? ''), sha256);
      await (await bench.store()).sweep();
      assert.equal(bench.s3.uploads.size, 0);
    });
  }

  it('removes an object although the answer was lost (row 50)', async () => {
    await using bench = await openBench();
    const store = await bench.store();
    const sha256 = await keep(store, randomBytes(3_000));
    bench.s3.fault = once(/^DELETE/, 'unanswered');
    await store.remove(sha256);
    assert.equal(await store.isIntact(sha256), false);
  });

  it('says that the bucket is away, and leaves nothing half done (row 50)', async (t) => {
    await using bench = await openBench();
    const store = await bench.store();
    bench.s3.fault = (request) => (request.includes('partNumber') ? 'refused' : undefined);
    const started = performance.now();
    const unavailable = { code: 'packages-unavailable' };
    await assert.rejects(keep(store, randomBytes(9_000_000)), unavailable);
    t.diagnostic(`refused after ${((performance.now() - started) / 1_000).toFixed(1)} s`);
    assert.deepEqual([bench.s3.objects.size, bench.s3.uploads.size], [0, 0]);
    assert.deepEqual(await bench.filesLeft(), []);
    bench.s3.fault = () => 'refused';
    await assert.rejects(store.source('ab'.repeat(32), 'tide'), unavailable);
    await assert.rejects(store.isIntact('ab'.repeat(32)), unavailable);
  });

  it('waits for no bucket that never answers (row 50)', async () => {
    await using bench = await openBench();
    const bucket = openS3Bucket(bench.location, { ...s3BucketOptions, answerMilliseconds: 100 });
    const store = openPackageBucket(bucket, openPackageFolder(bench.folder), bench.folder);
    bench.s3.fault = () => 'silent';
    await assert.rejects(store.isIntact('ab'.repeat(32)), { code: 'packages-unavailable' });
  });
});

async function openBench() {
  const s3 = await startScriptedS3();
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-fetched-'));
  const location = {
    bucket: 'packages',
    prefix: 'of/',
    endpoint: s3.endpoint,
    region: 'eu-central-3',
  };
  let machines = 0;
  return {
    s3,
    folder,
    location,
    /** As another machine would open it. */
    store: (): Promise<PackageStore> => {
      machines += 1;
      return openPackages({
        packagesFolder: join(folder, `${machines}`),
        packagesBucket: location,
      });
    },
    async filesLeft(): Promise<string[]> {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async [Symbol.asyncDispose]() {
      await s3[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function keep(store: PackageStore, bytes: Uint8Array): Promise<string> {
  await using received = await store.receive(pieces(bytes));
  await received.keep();
  return received.sha256;
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function once(pattern: RegExp, fault: S3Fault): (request: string) => S3Fault {
  let isDone = false;
  return (request) => {
    if (isDone || !pattern.test(request)) return undefined;
    isDone = true;
    return fault;
  };
}

function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildZip } from '../../engine/fixtures/packages/build-zip.ts';
import { openPackages } from './storage/catalogue/open-packages.ts';
import { removeAllUnusedBytes } from './storage/catalogue/package-removal.ts';
import { startScriptedS3 } from './testing/scripted-s3.ts';
import { startTestApp } from './testing/test-app.ts';

// What the SDK looks for; nobody checks them here.
process.env['AWS_ACCESS_KEY_ID'] = 'tide';
process.env['AWS_SECRET_ACCESS_KEY'] = 'table';

describe('while the bucket of the packages is away', () => {
  it('uploads are 503 with Retry-After, and 201 afterwards (row 50)', async () => {
    await using bench = await openBench();
    bench.s3.fault = () => 'refused';
    const away = await bench.upload('1.1');
    assert.deepEqual([away.status, away.body['code']], [503, 'packages_unavailable']);
    assert.equal(away.headers.get('retry-after'), '10');
    bench.s3.fault = () => undefined;
    assert.equal((await bench.upload('1.1')).status, 201);
    assert.equal(bench.s3.objects.size, 1);
  });

  it('audits wait and are made once it is back (row 50)', async (t) => {
    await using bench = await openBench();
    const { body } = await bench.upload('1.2');
    const id = String(body.data['extension_id']);
    const refused: string[] = [];
    bench.s3.fault = (request) => {
      if (refused.length >= 12) return undefined;
      refused.push(request);
      return 'refused';
    };
    await rm(bench.folder, { recursive: true });
    const { cookie, app } = bench;
    const path = `/api/v1/extensions/${id}/versions/1.2/analysis`;
    const json = { extensionId: id, version: '1.2' };
    await app.work?.pretendWorker();
    assert.equal((await app.send('POST', path, { cookie, json })).status, 202);
    const started = performance.now();
    await app.work?.startWorkers({ packages: bench.packages });
    for (;;) {
      const { status } = (await app.send('GET', path, { cookie })).body.data;
      assert.notEqual(status, 'failed');
      if (status === 'completed') break;
      assert.ok(performance.now() - started < 60_000, String(status));
      await sleep(250);
    }
    t.diagnostic(`completed after ${((performance.now() - started) / 1_000).toFixed(1)} s`);
    assert.equal(refused.length, 12);
  });

  it('what was kept although nobody was told is collected (row 50)', async () => {
    await using bench = await openBench();
    // The object is kept, but whoever put it never hears of it again.
    let isKept = false;
    bench.s3.fault = (request) => {
      const fault = isKept ? 'refused' : undefined;
      if (!request.startsWith('PUT')) return fault;
      isKept = true;
      return 'unanswered';
    };
    assert.equal((await bench.upload('1.3')).status, 503);
    assert.equal(bench.s3.objects.size, 1);
    bench.s3.fault = () => undefined;
    await removeAllUnusedBytes(bench.app.database.db, bench.packages);
    assert.equal(bench.s3.objects.size, 0);
  });
});

async function openBench() {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-fetched-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const s3 = started.use(await startScriptedS3());
  const packages = await openPackages({
    packagesFolder: folder,
    packagesBucket: {
      bucket: 'packages',
      prefix: '',
      endpoint: s3.endpoint,
      region: 'eu-central-3',
    },
  });
  const app = await startTestApp({ work: true, services: { packages } });
  started.defer(() => app.close());
  const cookie = await app.signIn('analyst');
  const stack = started.move();
  return {
    s3,
    folder,
    packages,
    app,
    cookie,
    upload(version: string) {
      const manifest = { manifest_version: 3, name: 'Tide table', version };
      const bytes = buildZip([{ name: 'manifest.json', contents: JSON.stringify(manifest) }]);
      const body = new FormData();
      body.append('file', new Blob([Uint8Array.from(bytes)]), 'package.zip');
      return app.send('POST', '/api/v1/extensions', { cookie, body });
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

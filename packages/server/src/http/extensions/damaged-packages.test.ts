import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { buildZip } from '../../../../engine/fixtures/packages/build-zip.ts';
import { requestDueAudits } from '../../domain/analysis/request-due-audits.ts';
import { damagePackage } from '../../testing/damage-package.ts';
import { makeTestExtension, type TestExtension } from '../../testing/test-extension.ts';
import { type TestAnswer, type TestApp, startTestApp } from '../../testing/test-app.ts';

// What a broken disk, a wrong copy or somebody with access to the folder leaves in the place of a package.

describe('a stored package that is damaged', () => {
  let app: TestApp;
  let cookie: string;
  const log: string[] = [];
  before(async () => {
    const write = (line: string) => void log.push(line);
    app = await startTestApp({ work: true, logger: pino({ level: 'warn' }, { write }) });
    cookie = await app.signIn();
    await app.work?.pretendWorker();
    await app.work?.startWorkers({ log: write });
  });
  after(() => app.close());

  const get = (path: string) => app.send('GET', `/api/v1/extensions/${path}`, { cookie });
  const upload = async (bytes: Uint8Array): Promise<TestAnswer> => {
    const body = new FormData();
    body.append('file', new Blob([Uint8Array.from(bytes)]), 'package');
    return app.send('POST', '/api/v1/extensions', { cookie, body });
  };
  const linesOf = (sha256: string) => log.filter((line) => line.includes(sha256));

  /** Waits until the version's analysis has the state. */
  async function analysisOf(id: string, state: 'completed' | 'failed'): Promise<Data> {
    const current = async (): Promise<Data> => (await get(`${id}/versions/1.0/analysis`)).body.data;
    await until(async () => (await current())['status'] === state);
    return current();
  }

  const damages: readonly (readonly [string, (bytes: Uint8Array) => Uint8Array | undefined])[] = [
    ['replaced by another valid one', () => makeTestExtension('Other').pack('1.0')],
    ['cut off', (bytes) => bytes.subarray(0, -9)],
    ['replaced by an empty file', () => new Uint8Array()],
    ['taken away', () => undefined],
  ];
  for (const [how, damage] of damages) {
    it(`${how}, is no verdict and no file, and comes back with its own bytes`, async () => {
      const extension = makeTestExtension('Own');
      const bytes = extension.pack('1.0');
      const sha256 = hashOf(bytes);
      assert.equal((await upload(bytes)).status, 201);
      await damagePackage(app.work, sha256, damage(bytes));
      const json = { extensionId: extension.id, version: '1.0' };
      const path = `/api/v1/extensions/${extension.id}/versions/1.0/analysis`;
      assert.equal((await app.send('POST', path, { cookie, json })).status, 202);
      const failed = await analysisOf(extension.id, 'failed');
      assert.deepEqual(
        [failed['status'], failed['error'], failed['report']],
        ['failed', 'the stored package is damaged; upload it again', undefined],
      );
      assert.equal(linesOf(sha256).length, 1);
      const files = await get(`${extension.id}/versions/1.0/files`);
      assert.deepEqual([files.status, files.body['code']], [500, 'package_damaged']);
      assert.equal(linesOf(sha256).length, 2);

      const again = await upload(bytes);
      assert.deepEqual([again.status, again.body.data['created']], [200, false]);
      assert.equal((await get(`${extension.id}/versions/1.0/files`)).status, 200);
      // Nobody has to ask again.
      const { report } = await analysisOf(extension.id, 'completed');
      assert.partialDeepStrictEqual(report, { package: { sha256 } });
    });
  }

  it('is judged beside the one of its version only once it is whole again', async () => {
    const extension = makeTestExtension('Signed');
    const [zip, crx] = [unsigned(extension, '1.0'), extension.pack('1.0')];
    const verdictOf = async () => {
      const { data } = (await get(`${extension.id}/versions/1.0`)).body;
      const packages = data['packages'] as readonly Record<string, unknown>[];
      return packages.find(({ sha256 }) => sha256 === hashOf(zip))?.['report'];
    };
    assert.equal((await upload(zip)).status, 201);
    await damagePackage(app.work, hashOf(zip), makeTestExtension('Other').pack('1.0'));
    assert.equal((await upload(crx)).status, 201);
    await requestDueAudits(app.services);
    await until(() => linesOf(hashOf(zip)).length === 1);
    assert.equal(await verdictOf(), null);
    assert.equal((await upload(zip)).status, 200);
    await until(async () => (await verdictOf()) !== null);
  });
});

type Data = TestAnswer['body']['data'];

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    assert.ok(tries < 1_200, 'did not come about within a minute');
    await sleep(50);
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function unsigned({ key }: TestExtension, version: string): Uint8Array {
  const publicKey = key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const manifest = { manifest_version: 3, name: 'Unsigned', version, key: publicKey };
  return buildZip([{ name: 'manifest.json', contents: JSON.stringify(manifest) }]);
}

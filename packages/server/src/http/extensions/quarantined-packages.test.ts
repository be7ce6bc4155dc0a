import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestDueAudits } from '../../domain/analysis/request-due-audits.ts';
import { deleteQuarantine, saveQuarantine } from '../../storage/catalogue/quarantine.ts';
import { makeTestExtension } from '../../testing/test-extension.ts';
import { type TestAnswer, type TestApp, startTestApp } from '../../testing/test-app.ts';

const why = 'the operator of this service has put this package into quarantine: by order';

describe('a package in quarantine', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp({ work: true });
    cookie = await app.signIn();
    await app.work?.pretendWorker();
    await app.work?.startWorkers();
  });
  after(() => app.close());

  const get = (path: string) => app.send('GET', `/api/v1/extensions/${path}`, { cookie });
  const upload = async (bytes: Uint8Array): Promise<TestAnswer> => {
    const body = new FormData();
    body.append('file', new Blob([Uint8Array.from(bytes)]), 'package');
    return app.send('POST', '/api/v1/extensions', { cookie, body });
  };
  const quarantine = (sha256: string) =>
    saveQuarantine(app.services.db, { sha256, reason: 'by order', createdAt: new Date() });
  const release = (sha256: string) =>
    app.services.db.transaction().execute((trx) => deleteQuarantine(trx, sha256));
  const analyse = async (id: string) => {
    const path = `/api/v1/extensions/${id}/versions/1.0/analysis`;
    const json = { extensionId: id, version: '1.0' };
    return app.send('POST', path, { cookie, json });
  };
  async function ended(id: string, state: 'completed' | 'failed') {
    for (;;) {
      const { data } = (await get(`${id}/versions/1.0/analysis`)).body;
      if (data['status'] === state) return data;
      await sleep(50);
    }
  }

  it('is shown to nobody and taken from nobody, says why, and keeps what was reported of it', async () => {
    const extension = makeTestExtension('Reported');
    const bytes = extension.pack('1.0');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.equal((await upload(bytes)).status, 201);
    assert.equal((await upload(extension.pack('1.1'))).status, 201);
    assert.equal((await analyse(extension.id)).status, 202);
    const { report } = await ended(extension.id, 'completed');
    await quarantine(sha256);

    const version = `${extension.id}/versions/1.0`;
    for (const path of [`${version}/files`, `${version}/file?path=manifest.json`]) {
      const { status, body } = await get(path);
      assert.deepEqual([status, body['code'], body.error], [409, 'package_quarantined', why]);
    }
    const { status, body } = await upload(bytes);
    assert.deepEqual([status, body['code'], body.error], [409, 'package_quarantined', why]);
    const detail = (await get(version)).body.data as { packages: { quarantine_reason: string }[] };
    assert.deepEqual(
      detail.packages.map(({ quarantine_reason: reason }) => reason),
      ['by order'],
    );
    assert.deepEqual((await ended(extension.id, 'completed'))['report'], report);
    assert.equal((await get(`${version}/manifest`)).status, 200);
    const { data: diff } = (await get(`${version}/diff/1.1`)).body;
    assert.deepEqual(
      [diff['files'], diff['files_not_compared'], 'manifest' in diff],
      [undefined, `version 1.0: ${why}`, true],
    );

    await release(sha256);
    assert.equal((await get(`${version}/files`)).status, 200);
    assert.equal((await upload(bytes)).status, 200);
    const { data: whole } = (await get(`${version}/diff/1.1`)).body;
    assert.deepEqual(['files' in whole, 'files_not_compared' in whole], [true, false]);
  });

  it('is not audited, and is once it is released', async () => {
    const extension = makeTestExtension('Unread');
    const bytes = extension.pack('1.0');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.equal((await upload(bytes)).status, 201);
    await quarantine(sha256);
    assert.equal((await analyse(extension.id)).status, 202);
    assert.equal((await ended(extension.id, 'failed'))['error'], why);
    await release(sha256);
    await requestDueAudits(app.services);
    assert.equal((await ended(extension.id, 'completed'))['error'] ?? null, null);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestAnalysis, insertTestExtension } from '../../testing/test-catalogue.ts';

const id = 'cdefcdefcdefcdefcdefcdefcdefcdef';
const path = (version: string): string => `/api/v1/extensions/${id}/versions/${version}/analysis`;

describe('GET /api/v1/extensions/{extensionId}/versions/{version}/analysis', () => {
  let app: TestApp;
  let cookie: string;
  let versionId: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    ({ versionId } = await insertTestExtension(app.database.db, { extension_id: id }));
  });
  after(() => app.close());

  it('404 for a version that was never analysed, and for an unknown one', async () => {
    const never = await app.send('GET', path('4.2.0'), { cookie });
    assert.deepEqual([never.status, never.body.error], [404, 'this version was never analysed']);
    const unknown = await app.send('GET', path('4.2.1'), { cookie });
    assert.deepEqual([unknown.status, unknown.body.error], [404, 'extension version not found']);
  });

  it('200 with the reason of a failure, and with the analysis that runs after it', async () => {
    const failed = { state: 'failed', reason: 'the package is gone' } as const;
    await insertTestAnalysis(app.database.db, versionId, failed);
    const after = await app.send('GET', path('4.2.0'), { cookie });
    assert.equal(after.body.data['status'], 'failed');
    assert.equal(after.body.data['error'], 'the package is gone');
    await insertTestAnalysis(app.database.db, versionId, { state: 'processing' });
    const running = await app.send('GET', path('4.2.0'), { cookie });
    assert.equal(running.body.data['status'], 'processing');
    assert.equal('report' in running.body.data, false);
  });

  it('400 for an id of another form', async () => {
    const answer = await app.send('GET', path('4.2.0').replace(id, 'CDEF'), { cookie });
    assert.equal(answer.status, 400);
  });
});

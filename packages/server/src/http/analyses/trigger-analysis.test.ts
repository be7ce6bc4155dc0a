import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SecurityReport } from '@extaudit/engine';
import { sql } from 'kysely';
import { buildZip } from '../../../../engine/fixtures/packages/build-zip.ts';
import { importPackage } from '../../domain/catalogue/import-package.ts';
import { saveFeed } from '../../intel/save-feed.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';
import type { TestWork } from '../../testing/test-work.ts';

const extensionId = 'hgfedcbahgfedcbahgfedcbahgfedcba';
const metadataOnly = 'b'.repeat(32);
const malicious = 'm'.repeat(32);
const path = (version: string, id = extensionId): string =>
  `/api/v1/extensions/${id}/versions/${version}/analysis`;

describe('POST /api/v1/extensions/{extensionId}/versions/{version}/analysis', () => {
  let app: TestApp;
  let work: TestWork;
  let cookie: string;
  before(async () => {
    app = await startTestApp({ work: true });
    assert.ok(app.work);
    work = app.work;
    cookie = await app.signIn('analyst');
    for (const version of ['7.1', '7.2', '7.3', '7.4']) {
      const manifest = { manifest_version: 3, name: 'Triggered', version, permissions: ['tabs'] };
      const bytes = buildZip([{ name: 'manifest.json', contents: JSON.stringify(manifest) }]);
      const source = { kind: 'bytes', bytes, name: 'upload' } as const;
      await importPackage(app.services, source, { id: extensionId });
    }
    await insertTestExtension(app.database.db, { extension_id: metadataOnly, version: '1.0' });
    await insertTestExtension(app.database.db, { extension_id: malicious, version: '1.5' });
    const entry = { kind: 'extension_id', source: 'Example Labs', confidence: 'high' } as const;
    const values = [malicious, 'n'.repeat(32)];
    const entries = values.map((value) => ({ ...entry, value }));
    await saveFeed(app.database.db, 'labs', entries, new Date());
    await work.pretendWorker();
  });
  after(() => app.close());

  const trigger = (version: string, more: object = {}) =>
    app.send('POST', path(version), { cookie, json: { extensionId, version, ...more } });

  it('202 with one messageId however many ask at once (row 16)', async () => {
    const callers = await Promise.all(Array.from({ length: 10 }, () => app.signIn('analyst')));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        app.send('POST', path('7.1'), {
          cookie: callers[index % 10] ?? '',
          json: { extensionId, version: '7.1', priority: index % 2 ? 'high' : 'low' },
        }),
      ),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202]);
    assert.equal(new Set(answers.map(({ body }) => body.data['messageId'])).size, 1);
    assert.equal(answers[0]?.body.data['status'], 'processing');
  });

  it('202 and moves the waiting job forward for who asks with more urgency, never back', async () => {
    const urgency = async (priority: string): Promise<unknown> => {
      const { status, body } = await trigger('7.4', { priority });
      assert.equal(status, 202);
      const { rows } = await sql<{ priority: number }>`
        SELECT priority FROM pgboss.job WHERE id = ${String(body.data['messageId'])}::uuid
      `.execute(app.database.db);
      return rows.map((row) => row.priority);
    };
    assert.deepEqual(await urgency('low'), [0]);
    assert.deepEqual(await urgency('high'), [20]);
    assert.deepEqual(await urgency('normal'), [20]);
    assert.equal((await app.send('GET', path('7.4'), { cookie })).body.data['status'], 'queued');
  });

  it('202 for an analysis that waits, and 200 with its report once it is made', async () => {
    assert.equal((await trigger('7.2')).status, 202);
    const waiting = await app.send('GET', path('7.2'), { cookie });
    assert.ok(['queued', 'processing'].includes(String(waiting.body.data['status'])));
    await work.startWorkers();
    const report = await finished('7.2');
    const again = await trigger('7.2');
    assert.equal(again.status, 200);
    assert.equal(again.body.data['status'], 'completed');
    assert.deepEqual(again.body.data['report'], report);
    const forced = await trigger('7.2', { force: true });
    assert.equal(forced.status, 202);
    await finished('7.2');
  });

  async function finished(version: string): Promise<unknown> {
    for (let attempt = 0; attempt < 1_200; attempt += 1) {
      const { body } = await app.send('GET', path(version), { cookie });
      if (body.data['status'] === 'completed') return body.data['report'];
      assert.notEqual(body.data['status'], 'failed', String(body.data['error']));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the analysis did not finish');
  }

  it('400 when path and body disagree', async () => {
    const version = await trigger('7.1', { version: '7.2' });
    assert.equal(version.status, 400);
    assert.equal(version.body.error, 'version must be the same in the path and in the body');
    assert.equal((await trigger('7.1', { extensionId: 'c'.repeat(32) })).status, 400);
  });

  it('400 when a field is missing or not allowed, naming it', async () => {
    const priority = await trigger('7.1', { priority: 'urgent' });
    assert.equal(priority.body.error, 'priority must be one of low, normal, high');
    const missing = await app.send('POST', path('7.1'), { cookie, json: { extensionId } });
    assert.equal(missing.body.error, 'version is required');
    const bodies = ['{"extensionId":', '[]', 'null', '"x"', '{"__proto__":{"x":1}}'];
    for (const body of bodies) {
      const headers = { 'content-type': 'application/json' };
      const answer = await app.send('POST', path('7.1'), { cookie, headers, body });
      assert.equal(answer.status, 400, body);
    }
  });

  it('404 for an unknown version or extension', async () => {
    assert.equal((await trigger('9.9')).status, 404);
    const unknown = 'd'.repeat(32);
    const json = { extensionId: unknown, version: '7.1' };
    assert.equal((await app.send('POST', path('7.1', unknown), { cookie, json })).status, 404);
  });

  it('200 with a report from intelligence for a known malicious id without a package, worker or none', async () => {
    await work.forgetWorkers();
    const cookie = await app.signIn('analyst');
    const json = { extensionId: malicious, version: '1.5', force: true };
    const { status, body } = await app.send('POST', path('1.5', malicious), { cookie, json });
    await work.pretendWorker();
    assert.equal(status, 200, body.error);
    assert.equal(body.data['status'], 'completed');
    const report = body.data['report'] as SecurityReport;
    assert.deepEqual([report.classification, report.risk_level], ['malicious', 'critical']);
    assert.deepEqual(
      report.findings.map(({ id, evidence }) => [id, evidence[0]?.note]),
      [['known-malicious-extension', `Extension ${malicious} is listed by Example Labs`]],
    );
    assert.equal(report.coverage.complete, false);
    const stored = await app.send('GET', path('1.5', malicious), { cookie });
    assert.deepEqual([stored.status, stored.body.error], [404, 'this version was never analysed']);
  });

  it('404 for a known malicious id that the catalogue does not have, or not this version of', async () => {
    const cookie = await app.signIn('analyst');
    for (const id of [malicious, 'n'.repeat(32)]) {
      const json = { extensionId: id, version: '1.6' };
      assert.equal((await app.send('POST', path('1.6', id), { cookie, json })).status, 404);
    }
  });

  it('409 when only metadata of the version is known', async () => {
    const json = { extensionId: metadataOnly, version: '1.0' };
    const answer = await app.send('POST', path('1.0', metadataOnly), { cookie, json });
    assert.equal(answer.status, 409);
  });

  it('429 after 20 in a minute for one account, and not for another', async () => {
    const busy = await app.signIn('analyst');
    const json = { extensionId, version: '9.9' };
    const statuses: number[] = [];
    for (let request = 0; request < 21; request += 1) {
      const answer = await app.send('POST', path('9.9'), { cookie: busy, json });
      statuses.push(answer.status);
      if (request === 0) {
        assert.equal(answer.headers.get('ratelimit'), '"analysis";r=19;t=60');
        assert.equal(answer.headers.get('ratelimit-policy'), '"analysis";q=20;w=60');
      }
      if (request === 20)
        assert.match(answer.headers.get('retry-after') ?? '', /^(?:[1-9]|[1-5]\d|60)$/);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 404), 429]);
    const other = await app.signIn('analyst');
    assert.equal((await app.send('POST', path('9.9'), { cookie: other, json })).status, 404);
  });

  it('503 with Retry-After when no worker is alive', async () => {
    await work.forgetWorkers();
    const answer = await trigger('7.3');
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('retry-after'), '60');
    await work.pretendWorker();
  });
});

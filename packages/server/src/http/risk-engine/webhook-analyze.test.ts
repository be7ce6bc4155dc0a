import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildZip } from '../../../../engine/fixtures/packages/build-zip.ts';
import type { SecurityReport } from '@extaudit/engine';
import { importPackage } from '../../domain/catalogue/import-package.ts';
import { saveFeed } from '../../intel/save-feed.ts';
import { createDestinationGuard } from '../../outbound/guard-destination.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';
import { outgoingProblem } from '../../testing/outgoing-problem.ts';
import {
  startTestReceiver,
  verifiesSpecification,
  verifiesStandardWebhooks,
} from '../../testing/test-receiver.ts';
import type { TestWork } from '../../testing/test-work.ts';

const path = '/api/v1/risk-engine/webhook/analyze';
const extensionId = 'jihgfedcjihgfedcjihgfedcjihgfedc';
const metadataOnly = 'm'.repeat(32);

describe('POST /api/v1/risk-engine/webhook/analyze', () => {
  let app: TestApp;
  let work: TestWork;
  before(async () => {
    app = await startTestApp({ work: true });
    assert.ok(app.work);
    work = app.work;
    for (const version of ['6.1', '6.2', '6.3']) {
      const manifest = { manifest_version: 3, name: 'Hooked', version, permissions: ['cookies'] };
      const bytes = buildZip([{ name: 'manifest.json', contents: JSON.stringify(manifest) }]);
      const source = { kind: 'bytes', bytes, name: 'upload' } as const;
      await importPackage(app.services, source, { id: extensionId });
    }
    await insertTestExtension(app.database.db, { extension_id: metadataOnly, version: '1.0' });
    await work.pretendWorker();
  });
  after(() => app.close());

  /** Of a new account, so that limits do not meet. */
  const newSecret = async (): Promise<string> => {
    const cookie = await app.signIn();
    const { body } = await app.send('POST', '/api/v1/account/webhook-secret', { cookie });
    return String(body.data['secret']);
  };
  const analyze = (secret: string, json: object, from = app) =>
    from.send('POST', path, { headers: { 'x-webhook-secret': secret }, json });

  it('202, and a signed callback with the report when the analysis ends, and another one later', async () => {
    await using receiver = await startTestReceiver();
    const secret = await newSecret();
    const json = { extension_id: extensionId, version: '6.1', callback_url: receiver.url };
    const accepted = await analyze(secret, json);
    assert.equal(accepted.status, 202);
    assert.equal(accepted.body.data['status'], 'queued');
    const analysisId = accepted.body.data['analysis_id'];
    assert.equal(receiver.received.length, 0);
    await work.startWorkers();
    const [callback] = await receiver.until(1);
    assert.ok(callback);
    assert.ok(verifiesSpecification(callback, secret));
    assert.ok(verifiesStandardWebhooks(callback, secret));
    assert.equal(outgoingProblem(callback, 'callback'), undefined);
    const body = JSON.parse(callback.body.toString()) as Record<string, unknown>;
    assert.deepEqual(Object.keys(body), [
      'analysis_id',
      'extension_id',
      'version',
      'status',
      'report',
    ]);
    assert.deepEqual(
      [body['analysis_id'], body['extension_id'], body['version'], body['status']],
      [analysisId, extensionId, '6.1', 'completed'],
    );
    const cookie = await app.signIn('viewer');
    const read = await app.send('GET', `/api/v1/analyses/${String(analysisId)}`, { cookie });
    assert.deepEqual(body['report'], read.body.data['report']);

    const again = await analyze(secret, json);
    assert.equal(again.body.data['analysis_id'], analysisId);
    const [, repeated] = await receiver.until(2);
    assert.deepEqual(repeated?.body, callback.body);
    assert.notEqual(repeated?.headers['webhook-id'], callback.headers['webhook-id']);
  });

  it('202, and a callback that says why when the analysis fails', async () => {
    await using receiver = await startTestReceiver();
    const { db } = app.database;
    const sha256 = 'c'.repeat(64);
    const row = { sha256, format: 'zip', size_bytes: 1 } as const;
    await db.insertInto('package').values(row).execute();
    const lost = { extension_id: 'l'.repeat(32), version: '2.5' };
    const { versionId } = await insertTestExtension(db, lost);
    const update = db.updateTable('version').set({ package_sha256: sha256 });
    await update.where('extension_version_id', '=', versionId).execute();
    const secret = await newSecret();
    const { status } = await analyze(secret, { ...lost, callback_url: receiver.url });
    assert.equal(status, 202);
    const [callback] = await receiver.until(1);
    assert.ok(callback && verifiesSpecification(callback, secret));
    assert.equal(outgoingProblem(callback, 'callback'), undefined);
    const body = JSON.parse(callback.body.toString()) as Record<string, unknown>;
    assert.equal(body['status'], 'failed');
    assert.equal(body['error'], 'the stored package is damaged; upload it again');
    assert.equal('report' in body, false);
  });

  it('202, and a callback with a report from intelligence for a known malicious id without a package', async () => {
    await using receiver = await startTestReceiver();
    const { db } = app.database;
    const malicious = { extension_id: 'n'.repeat(32), version: '1.5' };
    await insertTestExtension(db, malicious);
    const entry = { kind: 'extension_id', source: 'Example Labs', confidence: 'high' } as const;
    const entries = [{ ...entry, value: malicious.extension_id }];
    await saveFeed(db, 'labs', entries, new Date());
    const secret = await newSecret();
    const accepted = await analyze(secret, { ...malicious, callback_url: receiver.url });
    assert.deepEqual([accepted.status, accepted.body.data['status']], [202, 'queued']);
    const [callback] = await receiver.until(1);
    assert.ok(callback && verifiesSpecification(callback, secret));
    assert.equal(outgoingProblem(callback, 'callback'), undefined);
    const body = JSON.parse(callback.body.toString()) as Record<string, unknown>;
    const report = body['report'] as SecurityReport;
    assert.deepEqual([body['status'], report.classification], ['completed', 'malicious']);
    const cookie = await app.signIn('viewer');
    const id = String(accepted.body.data['analysis_id']);
    const read = await app.send('GET', `/api/v1/analyses/${id}`, { cookie });
    assert.deepEqual([read.status, read.body.data['report']], [200, report]);
    const ofVersion = `/api/v1/extensions/${malicious.extension_id}/versions/1.5/analysis`;
    assert.equal((await app.send('GET', ofVersion, { cookie })).status, 404);
    const unknown = await analyze(secret, { ...malicious, version: '1.6' });
    assert.equal(unknown.status, 404);
  });

  it('202 without a callback_url, for one job however many ask', async () => {
    const json = { extension_id: extensionId, version: '6.2' };
    const secrets = await Promise.all(Array.from({ length: 4 }, newSecret));
    const answers = await Promise.all(secrets.map((secret) => analyze(secret, json)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202]);
    assert.equal(new Set(answers.map(({ body }) => body.data['analysis_id'])).size, 1);
  });

  it('400 for a callback URL into a private network, or of another scheme (row 5)', async () => {
    const guarded = await startTestApp({ services: { destinations: createDestinationGuard() } });
    try {
      const urls = [
        'http://0x7f.1/',
        'http://2130706433/',
        'https://[::ffff:7f00:1]/',
        'https://[64:ff9b::7f00:1]/',
        'https://169.254.169.254/',
        'https://[fd00:ec2::254]/',
        'https://localhost./',
        'http://8.8.8.8/',
        'ftp://example.org/',
        'example.org',
      ];
      for (const [index, url] of urls.entries()) {
        // Ten a minute for each account.
        const cookie = await guarded.signIn();
        const made = await guarded.send('POST', '/api/v1/account/webhook-secret', { cookie });
        const json = { extension_id: extensionId, version: '6.1', callback_url: url };
        const answer = await analyze(String(made.body.data['secret']), json, guarded);
        assert.equal(answer.status, 400, urls[index]);
        assert.match(answer.body.error, /^callback_url cannot be used: it /);
      }
    } finally {
      await guarded.close();
    }
  });

  it('400 when a field is missing or not as described', async () => {
    const secret = await newSecret();
    const missing = await analyze(secret, { extension_id: extensionId });
    assert.deepEqual([missing.status, missing.body.error], [400, 'version is required']);
    const wrong = await analyze(secret, { extension_id: 'short', version: '1' });
    assert.equal(
      wrong.body.error,
      "extension_id must be 32 lower-case letters or digits, or a Firefox add-on's own id such as name@example.org",
    );
  });

  it('401 without a secret, with a forged one, and with a session instead', async () => {
    const json = { extension_id: extensionId, version: '6.1' };
    const cookie = await app.signIn();
    assert.equal((await app.send('POST', path, { cookie, json })).status, 401);
    for (const secret of ['x', '', `whsec_${'A'.repeat(43)}=`, 'ä'.repeat(9)]) {
      const headers = { 'x-webhook-secret': secret };
      assert.equal((await app.send('POST', path, { headers, json })).status, 401, secret);
    }
  });

  it('404 for an unknown extension or version', async () => {
    const secret = await newSecret();
    for (const json of [
      { extension_id: extensionId, version: '9.9' },
      { extension_id: 'n'.repeat(32), version: '6.1' },
    ]) {
      assert.equal((await analyze(secret, json)).status, 404);
    }
  });

  it('409 when only metadata of the version is known', async () => {
    const json = { extension_id: metadataOnly, version: '1.0' };
    assert.equal((await analyze(await newSecret(), json)).status, 409);
  });

  it('429 after 10 in a minute for one account', async () => {
    const secret = await newSecret();
    const statuses: number[] = [];
    for (let request = 0; request < 11; request += 1) {
      const json = { extension_id: extensionId, version: '9.9' };
      statuses.push((await analyze(secret, json)).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 404), 429]);
  });

  it('503 with Retry-After when no worker is alive', async () => {
    await work.forgetWorkers();
    const json = { extension_id: extensionId, version: '6.3' };
    const answer = await analyze(await newSecret(), json);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '60']);
    await work.pretendWorker();
  });
});

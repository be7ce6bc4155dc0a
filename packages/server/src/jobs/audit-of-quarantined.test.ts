import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { buildZip } from '../../../engine/fixtures/packages/build-zip.ts';
import { requestAnalysis } from '../domain/analysis/request-analysis.ts';
import { importPackage } from '../domain/catalogue/import-package.ts';
import { findAnalysis } from '../storage/analysis/analysis.ts';
import { saveQuarantine } from '../storage/catalogue/quarantine.ts';
import { findClaims, listUnjudgedPackages } from '../storage/catalogue/version-package.ts';
import { type TestApp, startTestApp } from '../testing/test-app.ts';
import { makeTestExtension } from '../testing/test-extension.ts';
import auditPackage from './audit-package.ts';
import auditVersion from './audit-version.ts';

describe('an audit under way when its package is put into quarantine', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ work: true });
    await app.work?.pretendWorker();
  });
  after(() => app.close());

  const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const take = (bytes: Uint8Array, id?: string) =>
    importPackage(app.services, { kind: 'bytes', bytes, name: 'package' }, id ? { id } : {});

  /** Whose audits end after the package has been put into quarantine. */
  function quarantining(sha256: string) {
    const { db, pool } = app.services;
    const audit: typeof pool.audit = async (source, options) => {
      const audited = await pool.audit(source, options);
      await saveQuarantine(db, { sha256, reason: 'by order', createdAt: new Date() });
      return audited;
    };
    return { ...app.services, pool: { ...pool, audit } };
  }

  it('ends without a report, and says why', async () => {
    const extension = makeTestExtension('Seized');
    const bytes = extension.pack('1.0');
    await take(bytes);
    const request = { extensionId: extension.id, version: '1.0', priority: 'normal' } as const;
    const { id: analysisId } = await requestAnalysis(app.services, request);
    await auditVersion.run({ analysisId }, quarantining(hashOf(bytes)));
    const analysis = await findAnalysis(app.database.db, analysisId);
    assert.deepEqual([analysis?.state, analysis?.report], ['failed', undefined]);
    assert.match(analysis?.reason ?? '', /into quarantine: by order$/);
  });

  it('keeps no verdict on one that only claims the version', async () => {
    const extension = makeTestExtension('Claimed');
    const manifest = { manifest_version: 3, name: 'Planted', version: '1.0' };
    const planted = buildZip([{ name: 'manifest.json', contents: JSON.stringify(manifest) }]);
    await take(extension.pack('1.0'));
    await take(planted, extension.id);
    const { db } = app.database;
    const { extension_version_id: versionId } = await db
      .selectFrom('version')
      .select('extension_version_id')
      .where('extension_id', '=', extension.id)
      .executeTakeFirstOrThrow();
    const unjudged = { versionId, sha256: hashOf(planted) };
    assert.ok(await findClaims(db, versionId, unjudged.sha256));
    await auditPackage.run(unjudged, quarantining(unjudged.sha256));
    const left = await db.transaction().execute((trx) => listUnjudgedPackages(trx, versionId));
    assert.deepEqual(left, [unjudged]);
  });
});

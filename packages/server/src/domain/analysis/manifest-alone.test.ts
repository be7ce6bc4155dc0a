import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { type Analysis, findCurrentAnalysis } from '../../storage/analysis/analysis.ts';
import { listCurrentVerdicts } from '../../storage/analysis/verdict.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';
import { makeTestExtension, type TestExtension } from '../../testing/test-extension.ts';
import { startTestWatch, type TestWatch } from '../../testing/test-watch.ts';
import { detectNow } from '../monitor/detect-now.ts';
import { requestAnalysis } from './request-analysis.ts';
import { requestDueAudits } from './request-due-audits.ts';

const powers = { permissions: ['debugger', 'cookies'], host_permissions: ['<all_urls>'] };

describe('a version of which only the manifest is known', () => {
  let watch: TestWatch;
  let extension: TestExtension;
  let versionId: string;
  before(async () => {
    watch = await startTestWatch();
    await watch.startWorkers();
    extension = makeTestExtension('Heard of');
    const manifest = { manifest_version: 3, name: 'Heard of', version: '1.0', ...powers };
    const known = { extension_id: extension.id, version: '1.0' };
    ({ versionId } = await insertTestExtension(watch.database.db, known, manifest));
  });
  after(() => watch[Symbol.asyncDispose]());

  async function judged(isMeant: (analysis: Analysis) => boolean): Promise<Analysis> {
    for (;;) {
      const analysis = await findCurrentAnalysis(watch.database.db, versionId);
      if (analysis?.report && isMeant(analysis)) return analysis;
      await sleep(50);
    }
  }

  it('is judged by it: incomplete, for the code was not seen', async () => {
    const request = { extensionId: extension.id, version: '1.0', priority: 'normal' } as const;
    assert.equal((await requestAnalysis(watch.services, request)).state, 'queued');
    const { report } = await judged(() => true);
    assert.equal(report?.classification, 'incomplete');
    assert.match(report.coverage.skipped[0]?.why ?? '', /^the code was not seen/);
    assert.match(report.headline, /^It can .*; its code was not seen\.$/);
    assert.ok(report.findings.some(({ id }) => id === 'debugger-permission'));
    const [verdict] = await listCurrentVerdicts(watch.database.db, [extension.id]);
    assert.equal(verdict?.verdict?.classification, 'incomplete');
  });

  it('is judged by its package as soon as that is there, which alarms nobody', async () => {
    const monitorId = await watch.watch(extension.id);
    const bytes = extension.pack('1.0', powers, { 'notes.txt': 'Nothing runs.' });
    await watch.take({ kind: 'bytes', bytes, name: 'upload' });
    await requestDueAudits(watch.services);
    const { report } = await judged((analysis) => analysis.report?.package.sha256 !== '');
    assert.equal(report?.classification, 'clean');
    const { events } = await detectNow(watch.services, monitorId, { secondsMax: 600 });
    assert.deepEqual(
      events.filter(({ eventType }) => eventType === 'security_alert'),
      [],
    );
  });
});

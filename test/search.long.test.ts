import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SecurityReport } from '@extaudit/engine';
import { createTestPool } from '../packages/engine/testing/test-pool.ts';
import { realExtensions } from '../bench/real-extensions.ts';
import { refreshVerdicts } from '../packages/server/src/domain/catalogue/refresh-verdicts.ts';
import { searchCatalogue } from '../packages/server/src/domain/catalogue/search-catalogue.ts';
import {
  insertTestExtension,
  insertTestReport,
} from '../packages/server/src/testing/test-catalogue.ts';
import { withTestDatabase } from '../packages/server/src/testing/test-database.ts';

/** What a report holds that is searched for, by the query that finds it; written apart from what keeps it. */
function queriesOf(report: SecurityReport): readonly string[] {
  const { hosts, apis = [], libraries, flows, findings, scripts } = report;
  return [
    ...hosts.map(({ host }) => `host:${host}`),
    ...apis.map(({ api }) => `api:${api}`),
    ...libraries.map(({ name, version }) => `library:${name}@${version}`),
    ...flows.map(({ source, sink }) => `flow:${source.kind}>${sink.kind}`),
    ...findings.map(({ id }) => `finding:${id}`),
    ...scripts.flatMap(({ file, sha256 }) => [`file:${file}`, `file:${sha256}`]),
  ];
}

test('a search finds exactly the real extensions whose reports hold what is searched for', async () => {
  const reports = new Map<string, SecurityReport>();
  const pool = createTestPool({ processes: 2, auditSecondsMax: 600 });
  try {
    await Promise.all(
      realExtensions().map(async (source, index) => {
        const options = { analyzedAt: '2026-01-01T00:00:00.000Z' };
        const { report } = await pool.audit(source, options);
        reports.set(idOf(index), report);
      }),
    );
  } finally {
    await pool.close();
  }
  await withTestDatabase(async ({ db }) => {
    for (const [extensionId, report] of reports) {
      const { versionId } = await insertTestExtension(db, { extension_id: extensionId });
      await insertTestReport(db, versionId, report);
    }
    await refreshVerdicts(db, new Date());
    const holders = new Map<string, Set<string>>();
    for (const [extensionId, report] of reports) {
      for (const query of queriesOf(report)) {
        holders.set(query, (holders.get(query) ?? new Set()).add(extensionId));
      }
    }
    assert.ok(holders.size > 1_000, `${holders.size} values`);
    for (const [query, expected] of holders) {
      const { items, totalCount } = await searchCatalogue(db, query, { page: 1, pageSize: 100 });
      const found = items.map(({ extension }) => extension.extensionId);
      assert.deepEqual(new Set(found), expected, query);
      assert.deepEqual([found.length, totalCount], [expected.size, expected.size], query);
    }
    // Nothing is found that no report holds.
    for (const kind of ['host', 'api', 'library', 'flow', 'finding']) {
      const values = [...holders.keys()].filter((query) => query.startsWith(`${kind}:`));
      const kept = await db
        .withTables<{ fact_value: { kind: string; value: string } }>()
        .selectFrom('fact_value')
        .select('value')
        .where('kind', '=', kind)
        .execute();
      assert.deepEqual(new Set(kept.map(({ value }) => `${kind}:${value}`)), new Set(values));
    }
  });
});

function idOf(index: number): string {
  return 'p'.repeat(30) + String.fromCodePoint(97 + (index >> 4), 97 + (index & 15));
}

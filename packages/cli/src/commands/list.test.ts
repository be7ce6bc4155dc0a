import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { currentRuleset } from '@extaudit/engine';
import { sampleReport } from '../../../engine/testing/sample-result.ts';
import { refreshVerdicts } from '../../../server/src/domain/catalogue/refresh-verdicts.ts';
import {
  insertTestExtension,
  insertTestReport,
} from '../../../server/src/testing/test-catalogue.ts';
import { withTestDatabase } from '../../../server/src/testing/test-database.ts';
import { runBinary } from '../run-binary.ts';

it('lists and searches the catalogue as a table, CSV and JSON Lines', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-list-'));
  try {
    await withTestDatabase(async ({ url, db }) => {
      const run = (...args: string[]) =>
        runBinary(args, { cwd: folder, env: { DATABASE_URL: url } });
      const audited = { extension_id: 'a'.repeat(32), name: 'Steals\u001b[2J' };
      const { versionId } = await insertTestExtension(db, audited);
      const report = sampleReport({ ruleset_hash: currentRuleset });
      await insertTestReport(db, versionId, report);
      const unknown_fields = ['user_count'];
      await insertTestExtension(db, { extension_id: 'b'.repeat(32), unknown_fields });
      await refreshVerdicts(db, new Date());

      const table = await run('list');
      assert.deepEqual(
        table.stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 6)),
        [
          ['extension_id', 'risk_score', 'risk_level', 'audit_state', 'user_count', 'name'],
          ['a'.repeat(32), '58', 'high', 'audited', '1234', 'Steals\\u{001b}[2J'],
          ['b'.repeat(32), '-', 'unknown', 'unseen', '-', 'Tab Counter'],
          [''],
        ],
      );
      const csv = await run('list', '--risk-level', 'unknown', '--format', 'csv');
      assert.equal(csv.stdout.split('\r\n').length, 3);
      assert.ok(csv.stdout.includes(`\r\n${'b'.repeat(32)},Tab Counter,4.2.0,,unknown,`));
      const one = await run('list', '--limit', '1');
      assert.equal(one.stdout.split('\n').length, 3);
      assert.equal(one.stderr, 'extaudit: more than 1; --limit shows more\n');

      const hits = await run('search', 'host:*.example.org', '--format', 'jsonl');
      const [hit] = hits.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      assert.equal((hit as { extension_id: string }).extension_id, 'a'.repeat(32));
      const summary = await run('report', 'a'.repeat(32), '--format', 'summary');
      assert.equal((JSON.parse(summary.stdout) as { risk_score: number }).risk_score, 58);
      const page = await run('report', 'a'.repeat(32), '4.2.0', '-f', 'html', '-o', 'report.html');
      assert.deepEqual([page.code, page.stdout, page.stderr], [0, '', '']);
      assert.match(await readFile(join(folder, 'report.html'), 'utf8'), /^<!doctype html>/);
      const none = await run('report', 'b'.repeat(32));
      assert.equal(none.code, 1);
      assert.equal(
        none.stderr,
        'extaudit: there is no report on version 4.2.0: only its metadata is known\n',
      );

      const wrong = await run('search', 'hosts:evil.example');
      assert.equal(wrong.code, 1);
      assert.match(wrong.stderr, /^extaudit: q must be words, or begin with one of host:/);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import type { DataOf, operations } from '@extaudit/contract';
import { currentRuleset, firefoxExtensionId } from '@extaudit/engine';
import { sampleReport } from '../../../engine/testing/sample-result.ts';
import { createOwner } from '../../../server/src/domain/auth/create-owner.ts';
import { refreshVerdicts } from '../../../server/src/domain/catalogue/refresh-verdicts.ts';
import { insertAudited } from '../../../server/src/testing/test-audited.ts';
import {
  insertTestExtension,
  insertTestReport,
} from '../../../server/src/testing/test-catalogue.ts';
import { withTestDatabase } from '../../../server/src/testing/test-database.ts';
import { runBinary } from '../run-binary.ts';

type ListedRow = DataOf<typeof operations.listExtensions, 200>;

const email = 'ada@example.org';

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
      await insertTestExtension(db, { extension_id: firefoxExtensionId('fox@example.org') });
      const addOn = await run('report', 'fox@example.org');
      assert.equal(
        addOn.stderr,
        'extaudit: there is no report on version 4.2.0: only its metadata is known\n',
      );
      const none = await run('report', 'b'.repeat(32));
      assert.equal(none.code, 1);
      assert.equal(
        none.stderr,
        'extaudit: there is no report on version 4.2.0: only its metadata is known\n',
      );

      const wrong = await run('search', 'hosts:evil.example');
      assert.equal(wrong.code, 64);
      assert.match(wrong.stderr, /^extaudit: q must be words, or begin with one of host:/);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('lists by what the decisions of an account leave', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-list-'));
  try {
    await withTestDatabase(async ({ url, db }) => {
      const run = (...args: string[]) =>
        runBinary(args, { cwd: folder, env: { DATABASE_URL: url } });
      await createOwner(db, { email, password: 'analytical engine no. 1' });
      for (const [letter, permissions] of Object.entries({
        a: ['debugger', 'proxy'],
        b: ['proxy'],
      })) {
        const manifest = { manifest_version: 3, name: letter, version: '1.0', permissions };
        await insertAudited(db, letter.repeat(32), { manifest });
      }
      await insertTestExtension(db, { extension_id: 'c'.repeat(32) });
      await refreshVerdicts(db, new Date());
      const decided = ['--permission', 'debugger', '--expires', '2999-12-31', '--reason', 'bench'];
      const { code } = await run('decisions', 'add', 'accept', '--email', email, ...decided);
      assert.equal(code, 0);

      const rows = async (...args: string[]): Promise<readonly ListedRow[]> => {
        const { stdout, stderr } = await run('list', '--email', email, '-f', 'jsonl', ...args);
        assert.equal(stderr, '');
        const lines = stdout.split('\n').filter((line) => line !== '');
        return lines.map((line) => JSON.parse(line) as ListedRow);
      };
      const all = await rows('--sort', 'effective_risk_score');
      const [first, , last] = all;
      assert.equal(last?.effective_risk, null);
      const accepted = all.find(({ extension_id: id }) => id.startsWith('a'));
      const [raw = 0, left = 0] = [accepted?.risk?.score, accepted?.effective_risk?.score];
      assert.ok(left < raw, `${left} of ${raw}`);
      assert.deepEqual(
        (await rows('--min-effective-risk-score', `${left}`)).map(
          (row) => row.effective_risk?.score,
        ),
        all.flatMap((row) =>
          row.effective_risk && row.effective_risk.score >= left ? [row.effective_risk.score] : [],
        ),
      );
      assert.deepEqual(await rows('--min-effective-risk-score', `${raw}`), []);
      const level = first?.effective_risk?.level ?? '';
      assert.ok(
        (await rows('--effective-risk-level', level)).every(
          (row) => row.effective_risk?.level === level,
        ),
      );
      assert.deepEqual(await rows('--effective-classification', 'unknown'), [last]);
      const table = await run('list', '--email', email);
      assert.deepEqual(table.stdout.split('\n', 1)[0]?.split(/ {2,}/), [
        'extension_id',
        'risk_score',
        'risk_level',
        'effective_risk_score',
        'effective_classification',
        'user_count',
        'name',
        'headline',
      ]);

      for (const asked of [
        ['--effective-risk-level', 'high'],
        ['--sort', 'effective_risk_score'],
      ]) {
        const alone = await run('list', ...asked);
        assert.deepEqual([alone.code, alone.stdout], [1, '']);
        assert.match(
          alone.stderr,
          /asks for what an account has decided; --email names a member of it/,
        );
      }
      for (const score of ['101', '-1']) {
        const wrong = await run('list', '--email', email, `--min-effective-risk-score=${score}`);
        assert.match(wrong.stderr, /--min-effective-risk-score is ".*"; it must be 0 to 100/);
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

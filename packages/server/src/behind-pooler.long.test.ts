import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig } from './config.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { migrate, readMigrations } from './storage/database/migrate.ts';
import { openServiceBench } from './testing/service-bench.ts';
import { startServiceProcess } from './testing/service-process.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { startTestPooler } from './testing/test-pooler.ts';

describe('behind a pooler in transaction mode', () => {
  it('migrates once, however many processes start, and leaves no lock behind', async () => {
    const database = await createTestDatabase();
    {
      await using pooler = await startTestPooler(database.url);
      const more = [1, 2, 3].map((number) => ({
        name: `999${number}_more`,
        sql: `CREATE TABLE more${number} (n integer)`,
        sha256: `more ${number}`,
      }));
      const wanted = [...(await readMigrations()), ...more];
      for (let round = 0; round < 2; round += 1) {
        const runs = await Promise.all(
          Array.from({ length: 6 }, () => migrate(pooler.url, wanted)),
        );
        const names = round === 0 ? more.map(({ name }) => name) : [];
        assert.deepEqual(runs.flat().toSorted(), names);
      }
    }
    await database.close();
  });

  for (const isDirectNamed of [true, false]) {
    const way = isDirectNamed ? 'told of jobs past it' : 'looking for jobs';
    it(`audits what is uploaded, ${way}, and doctor says so`, async () => {
      await using bench = await openServiceBench();
      const direct = bench.env['DATABASE_URL'] ?? '';
      await using pooler = await startTestPooler(direct);
      const env = {
        ...bench.env,
        DATABASE_URL: pooler.url,
        ...(isDirectNamed && { DATABASE_DIRECT_URL: direct }),
      };
      const checks = await checkDatabase(await loadConfig({ env }));
      assert.deepEqual(
        checks.map(({ subject, state }) => `${subject}: ${state}`),
        [
          'database: fine',
          'clock: fine',
          isDirectNamed ? 'direct database: fine' : 'pooler: warning',
        ],
      );
      await using service = startServiceProcess(env);
      await service.line(/extaudit listens/);
      const analysisId = await bench.askForAudit('a'.repeat(32), 'let tide = 4;');
      const asked = performance.now();
      const { state } = await bench.untilFinished(analysisId, 60);
      assert.equal(state, 'completed');
      assert.ok(performance.now() - asked < 25_000, 'before a poll of 30 s would have found it');
      assert.equal(await service.end('SIGTERM'), 0);
    });
  }

  it('doctor names a direct way that is none', async () => {
    const database = await createTestDatabase();
    {
      await using pooler = await startTestPooler(database.url);
      const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: pooler.url };
      const checks = await checkDatabase(await loadConfig({ env }));
      assert.deepEqual(
        checks.map(({ state }) => state),
        ['fine', 'fine', 'problem'],
      );
    }
    await database.close();
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCatalogue } from '../packages/server/src/catalogue.ts';
import { loadConfig } from '../packages/server/src/config.ts';
import { type Desk, openDesk } from '../packages/server/src/desk.ts';
import { requestAgain } from '../packages/server/src/domain/analysis/request-again.ts';
import { requestFirstAudits } from '../packages/server/src/domain/analysis/request-first-audits.ts';
import { importPackage } from '../packages/server/src/domain/catalogue/import-package.ts';
import { countWaitingAnalyses } from '../packages/server/src/storage/analysis/outdated-report.ts';
import { startServiceProcess } from '../packages/server/src/testing/service-process.ts';
import { withTestDatabase } from '../packages/server/src/testing/test-database.ts';
import { realExtensions } from './real-extensions.ts';

const workersMax = 3;

/** Audits of the real extensions through the queue, by one, two and three worker processes with one audit at a time each. */
export async function benchmarkWorkers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-bench-'));
  try {
    await withTestDatabase(async ({ url }) => {
      const env = { DATABASE_URL: url, EXTAUDIT_DATA_DIR: folder, EXTAUDIT_OFFLINE: 'true' };
      const config = await loadConfig({ env, workingFolder: folder });
      await using catalogue = await openCatalogue(config);
      for (const source of realExtensions()) {
        await importPackage(catalogue, source);
      }
      await using desk = await openDesk(config, catalogue);
      for await (const version of requestFirstAudits(desk)) void version;
      console.log(`workers: one audit at a time each, ${availableParallelism()} cores`);
      let one: number | undefined;
      for (let workers = 1; workers <= workersMax; workers += 1) {
        const { audits, seconds } = await measure(desk, workers, env);
        const rate = audits / seconds;
        one ??= rate;
        const ratio = `${(rate / one).toFixed(2)} times one`;
        console.log(
          `  ${workers}   ${audits} audits in ${seconds.toFixed(1)} s   ${rate.toFixed(2)}/s   ${ratio}`,
        );
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** From when all workers run to when the last audit has ended. */
async function measure(
  desk: Desk,
  workers: number,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly audits: number; readonly seconds: number }> {
  await using processes = new AsyncDisposableStack();
  for (let number = 0; number < workers; number += 1) {
    const settings = { ...env, EXTAUDIT_ROLE: 'worker', EXTAUDIT_AUDIT_PROCESSES: '1' };
    const worker = processes.use(startServiceProcess(settings, { isQuiet: true }));
    await worker.line(/worker is running/);
  }
  // The first time all that was never audited, before anything is measured.
  await untilIdle(desk);
  const started = performance.now();
  let audits = 0;
  for await (const { queued } of requestAgain(desk, ['audited'])) audits = queued;
  await untilIdle(desk);
  return { audits, seconds: (performance.now() - started) / 1_000 };
}

async function untilIdle({ db }: Desk): Promise<void> {
  while ((await countWaitingAnalyses(db)) > 0) await sleep(50);
}

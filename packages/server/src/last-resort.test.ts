import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openServiceBench } from './testing/service-bench.ts';
import { startServiceProcess } from './testing/service-process.ts';

const poison = 'p'.repeat(32);
const innocent = 'i'.repeat(32);

describe('an error that nobody handles', () => {
  it('ends the process with 70 after what runs, and its job is given up after three', async (t) => {
    await using bench = await openServiceBench();
    const env = { ...bench.env, POISON: poison };
    await using first = startServiceProcess(env, { isQuiet: true });
    await first.line(/listens on/);
    // The last one that this process lives to be asked for.
    const other = await bench.askForAudit(innocent, 'let tide = 2;');
    const poisoned = await bench.askForAudit(poison, 'let tide = 1;');
    assert.deepEqual(await once(first.process, 'exit'), [70, null]);
    let ends = 1;
    for (; ends < 3; ends += 1) {
      await using next = startServiceProcess(env, { isQuiet: true });
      assert.deepEqual(await once(next.process, 'exit'), [70, null]);
    }
    await using last = startServiceProcess(env, { isQuiet: true });
    const analysis = await bench.untilFinished(poisoned, 60);
    assert.equal(analysis.state, 'failed');
    assert.match(analysis.reason ?? '', /interrupted too often/);
    assert.equal((await bench.untilFinished(other, 60)).state, 'completed');
    assert.equal(await last.end('SIGTERM'), 0);
    t.diagnostic(`${ends} processes ended with 70, then the audit was given up`);
  });

  it('makes /readyz fail while what runs finishes', async () => {
    await using bench = await openServiceBench();
    const holder = join(bench.env['EXTAUDIT_DATA_DIR'] ?? '', 'held');
    await writeFile(holder, '');
    const env = { ...bench.env, AUDITS_HELD_BY: holder };
    await using service = startServiceProcess(env, { isQuiet: true });
    const base = (await service.line(/listens on/)).split(' ').at(-1) ?? '';
    const running = await bench.askForAudit(innocent, 'let tide = 3;');
    await service.line(/audit is held/);
    const exited = once(service.process, 'exit');
    service.process.kill('SIGUSR2');
    const statuses: number[] = [];
    while (statuses.at(-1) !== 503 && service.process.exitCode === null) {
      statuses.push((await fetch(`${base}/readyz`)).status);
      await sleep(20);
    }
    assert.equal(statuses.at(-1), 503);
    await rm(holder);
    assert.deepEqual(await exited, [70, null]);
    assert.equal((await bench.untilFinished(running, 1)).state, 'completed');
  });

  it('ends the process with 70 where its log cannot be written (row 33)', async () => {
    await using bench = await openServiceBench();
    const launcher = ['sh', '-c', 'exec "$0" "$@" 2>/dev/full'];
    await using service = startServiceProcess(bench.env, { launcher });
    await service.line(/listens on/);
    assert.equal(await service.end('SIGUSR2'), 70);
  });
});

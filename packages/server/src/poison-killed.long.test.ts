import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { openServiceBench } from './testing/service-bench.ts';
import { startServiceProcess } from './testing/service-process.ts';

const poison = 'k'.repeat(32);
const innocent = 'n'.repeat(32);

test('an audit whose process was killed three times is given up, and nothing else with it', async (t) => {
  await using bench = await openServiceBench();
  await using processes = new AsyncDisposableStack();
  const start = (env: Readonly<Record<string, string>>) => {
    return processes.use(startServiceProcess({ ...bench.env, ...env }, { isQuiet: true }));
  };
  const env = { POISON: poison, POISON_KILLS: 'yes' };
  const first = start(env);
  await first.line(/listens on/);
  const poisoned = await bench.askForAudit(poison, 'let ebb = 1;');
  const other = await bench.askForAudit(innocent, 'let ebb = 2;');
  assert.deepEqual(await once(first.process, 'exit'), [null, 'SIGKILL']);
  for (let ends = 1; ends < 3; ends += 1) {
    assert.deepEqual(await once(start(env).process, 'exit'), [null, 'SIGKILL']);
  }
  const started = Date.now();
  const last = start(env);
  const analysis = await bench.untilFinished(poisoned, 120);
  assert.equal(analysis.state, 'failed');
  assert.match(analysis.reason ?? '', /interrupted too often/);
  assert.equal((await bench.untilFinished(other, 60)).state, 'completed');
  assert.equal(await last.end('SIGTERM'), 0);
  t.diagnostic(`given up ${Math.round((Date.now() - started) / 1_000)} s after the third end`);
});

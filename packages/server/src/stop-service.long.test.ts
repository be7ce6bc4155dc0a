import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isRunning } from './storage/system/is-running.ts';
import { openServiceBench } from './testing/service-bench.ts';
import { startServiceProcess } from './testing/service-process.ts';

/** What takes each audit longer than a service may take to stop. */
const heavyScript = Array.from(
  { length: 120_000 },
  (_, index) =>
    `function f${index}(a) { return fetch(a.b${index}, { body: a.c + f${index}(a) }); }`,
).join('\n');

it('SIGTERM with 14 heavy audits on 10 processes: no audit begins any more, exit 0 within 30 s, all go on at the next start (row 38)', async (t) => {
  await using bench = await openServiceBench();
  const env = { ...bench.env, EXTAUDIT_ROLE: 'worker', EXTAUDIT_AUDIT_PROCESSES: '10' };
  await using service = startServiceProcess(env, { isQuiet: true });
  const pid = service.process.pid ?? 0;
  await service.line(/worker is running/);
  const letters = 'abcdefghijklmn';
  for (const letter of letters) await bench.askForAudit(letter.repeat(32), heavyScript);
  for (let tries = 0; auditsOf(pid).length < 10; tries += 1) {
    assert.ok(tries < 600, `${auditsOf(pid).length} audits run`);
    await sleep(100);
  }
  const before = auditsOf(pid);
  const asked = performance.now();
  const ended = service.end('SIGTERM').then((code) => ({ code }));
  const begun = new Set<number>();
  let outcome: { code: number | null } | undefined;
  while (outcome === undefined) {
    for (const child of auditsOf(pid)) if (!before.includes(child)) begun.add(child);
    outcome = await Promise.race([ended, sleep(50).then(() => undefined)]);
  }
  const seconds = (performance.now() - asked) / 1_000;
  t.diagnostic(`exit ${outcome.code} ${seconds.toFixed(1)} s after the signal`);
  assert.equal(outcome.code, 0);
  assert.ok(seconds < 30, `${seconds} s`);
  assert.deepEqual([...begun], []);
  assert.deepEqual(before.filter(isRunning), []);

  const { rows } = await sql<{ state: string; left: number }>`
    SELECT state::text, retry_limit - retry_count AS left FROM pgboss.job WHERE name = 'audit-version'`.execute(
    bench.db,
  );
  const waiting = rows.filter(({ state }) => state !== 'completed');
  assert.ok(waiting.length > 0);
  // The interruption has cost none of them an attempt: the next run of what had begun counts as one more.
  for (const { state, left } of waiting) assert.equal(left, state === 'retry' ? 4 : 3, state);
  await using next = startServiceProcess(env, { isQuiet: true });
  await next.line(/audit begins/);
  assert.equal(await next.end('SIGTERM'), 0);
});

/** Ids of the processes that audit for this one. */
function auditsOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return listed
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) => Number(parent) === pid && args.join(' ').includes('audit-child'),
    )
    .map(([child]) => Number(child));
}

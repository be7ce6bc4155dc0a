import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';
import { gatherIntelligence } from '../intelligence/intelligence.ts';
import { createChildPool } from './child-pool.ts';

const intelligence = gatherIntelligence([
  { kind: 'extension_id', value: 'f'.repeat(32), confidence: 'high', source: 'flood warnings' },
]);

// An error that nobody listens for would end this process.
it('a child that was killed while idle fails no request, however many messages it misses', async () => {
  const pool = createChildPool({ processes: 1, memoryMegabytesMax: 256 });
  const source = { kind: 'bytes', name: 'notes.txt', bytes: Buffer.from('ebb') } as const;
  const request = { kind: 'summarise', source } as const;
  assert.equal((await pool.run(request, { seconds: 60 })).kind, 'refused');
  // Before this process can learn of it.
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const [, pid, parent] of processes.matchAll(/^ *(\d+) +(\d+) .*audit-child\.[jt]s/gm)) {
    if (Number(parent) === process.pid) process.kill(Number(pid), 'SIGKILL');
  }
  // Its socket is closed by then.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  const outcome = await pool.run(request, { seconds: 60 }, intelligence);
  assert.equal(outcome.kind, 'refused');
  await pool.close();
});

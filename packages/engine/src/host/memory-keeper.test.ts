import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';

const module = new URL('memory-keeper.ts', import.meta.url).href;

/** Megabytes on the heap once 150 MB of objects were made and let go and the keeper was called. */
function heapAfterGarbage(...flags: readonly string[]): number {
  const script = `
    const { createMemoryKeeper } = await import(${JSON.stringify(module)});
    const keep = createMemoryKeeper();
    let tides = Array.from({ length: 1_500_000 }, (_, at) => ({ at, ebb: [at] }));
    tides = undefined;
    keep();
    console.log(process.memoryUsage().heapUsed / 1e6);`;
  const given = [...flags, '--max-semi-space-size=8', '--input-type=module', '--eval', script];
  return Number(execFileSync(process.execPath, given, { encoding: 'utf8' }));
}

it('sweeps what one script left behind before the next one is parsed', () => {
  const swept = heapAfterGarbage('--expose-gc');
  assert.ok(swept < 30, `${swept}`);
});

it('leaves a process alone that was started without the flag', () => {
  const left = heapAfterGarbage();
  assert.ok(left > 60, `${left}`);
});

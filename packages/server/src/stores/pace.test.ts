import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPace } from './pace.ts';

describe('a pace', () => {
  it('lets one receiver have its requests evenly, however many want them at once', async () => {
    let time = 5_000;
    const waited: number[] = [];
    const pace = createPace({
      perSecondMax: 4,
      now: () => time,
      sleep: async (milliseconds) => waited.push(milliseconds),
    });
    await Promise.all([pace.turn('a'), pace.turn('a'), pace.turn('a'), pace.turn('b')]);
    assert.deepEqual(waited, [250, 500]);
    time += 600;
    await pace.turn('a');
    assert.deepEqual(waited, [250, 500, 150]);
    time += 10_000;
    await pace.turn('a');
    assert.equal(waited.length, 3);
  });

  it('really waits', async () => {
    const pace = createPace({ perSecondMax: 20 });
    const started = performance.now();
    for (let count = 0; count < 4; count += 1) await pace.turn('a');
    assert.ok(performance.now() - started >= 145);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playMorning } from './testing/analyst-morning.ts';

test("an analyst's morning: 30 ids of 100 machines in, each with a grade or a reason, and after the night's update one message", async (t) => {
  const { rows, reasons, requestSeconds, waitSeconds } = await playMorning({
    machines: 100,
    ids: 30,
    real: 1,
    inStore: 3,
    addOns: 2,
    malicious: 2,
    shown: 4,
  });
  t.diagnostic(`${requestSeconds.toFixed(1)} s of requests, ${waitSeconds.toFixed(1)} s of audits`);
  assert.equal(rows, 30);
  assert.deepEqual(reasons, { not_in_store: 18 });
});

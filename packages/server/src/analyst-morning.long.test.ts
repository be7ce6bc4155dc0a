import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playMorning } from './testing/analyst-morning.ts';

test("an analyst's morning: 400 ids of 2,000 machines in, each with a grade or a reason, in under a minute but for audits", async (t) => {
  const { rows, reasons, requestSeconds, waitSeconds } = await playMorning({
    machines: 2_000,
    ids: 400,
    real: 14,
    inStore: 20,
    addOns: 20,
    malicious: 10,
    shown: 200,
  });
  t.diagnostic(`${requestSeconds.toFixed(1)} s of requests, ${waitSeconds.toFixed(1)} s of audits`);
  assert.equal(rows, 400);
  assert.deepEqual(reasons, { not_in_store: 136 });
  assert.ok(requestSeconds < 60, `${requestSeconds} s`);
});

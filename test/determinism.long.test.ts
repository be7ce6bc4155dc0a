import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertSameReports,
  closePools,
  largerBytes,
  openPools,
  realTwins,
} from './determinism/twins.ts';

test('an audit is deterministic over larger real extensions', async (t) => {
  const pools = openPools();
  t.after(() => closePools(pools));
  // The few that are larger still hold the same kinds of code.
  const twins = await realTwins({ bytesMin: largerBytes, bytesMax: 1_500_000 });
  assert.ok(twins.length > 4, `${twins.length}`);
  for (const each of twins) await assertSameReports(pools, [each]);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundledIntelligence } from '@extaudit/engine/intelligence';
import { runBinary } from '../run-binary.ts';

const fixture = join(
  import.meta.dirname,
  '../../../engine/fixtures/rules/publisher/known-malicious-extension/ignores-other-key',
);

test('scan uses the bundled intelligence, and names it in tool and report', async () => {
  const hash = bundledIntelligence()?.hash;
  assert.match(hash ?? '', /^[0-9a-f]{64}$/);
  assert.deepEqual(await hashesOf(), [hash, hash]);
});

test('scan --no-intel uses none', async () => {
  assert.deepEqual(await hashesOf('--no-intel'), ['none', 'none']);
});

async function hashesOf(...flags: string[]): Promise<readonly (string | undefined)[]> {
  const { stdout } = await runBinary(['scan', fixture, '--format', 'json', '--quiet', ...flags]);
  const { tool, results } = JSON.parse(stdout) as {
    tool: { intel_hash: string };
    results: { report: { intel_hash: string } }[];
  };
  return [tool.intel_hash, results[0]?.report.intel_hash];
}

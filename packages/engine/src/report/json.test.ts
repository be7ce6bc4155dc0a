import assert from 'node:assert/strict';
import { it } from 'node:test';
import { jsonReport } from './json.ts';
import { sampleResult } from '../../testing/sample-result.ts';
import type { Tool } from './tool.ts';

it('is one versioned document with the tool, reports and failures', () => {
  const tool: Tool = {
    name: 'extaudit',
    version: '4.5.6',
    ruleset_version: '9.8.7',
    ruleset_hash: 'cd'.repeat(32),
    intel_hash: 'none',
  };
  const failed = { target: 'x', error: { code: 'not-found', message: 'There is no such file.' } };
  const text = jsonReport([sampleResult(), failed], tool);
  assert.ok(text.endsWith('}\n'));
  assert.deepEqual(JSON.parse(text), {
    schema_version: 1,
    tool,
    results: [sampleResult(), failed],
  });
});

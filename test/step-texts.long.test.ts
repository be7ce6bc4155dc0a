import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOnlyWords, fixtures } from './step-texts/assert-only-words.ts';

test('a report of any fixture keeps its class, findings and flows when every step is called something else', async () => {
  const flows = await assertOnlyWords(fixtures());
  assert.ok(flows > 250, `the fixtures hold ${flows} flows`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOnlyWords, fixtures, popups } from './step-texts/assert-only-words.ts';

test('a report keeps its class, findings and flows when every step is called something else', async () => {
  // The others follow in step-texts.long.test.ts.
  const few = fixtures().filter((_, position) => position % 3 === 0);
  const flows = await assertOnlyWords([...few, ...popups]);
  assert.ok(flows > 80, `the fixtures hold ${flows} flows`);
});

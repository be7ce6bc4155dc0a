import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Offsets } from './offsets.ts';

test('keeps every offset in its order, however many there are', () => {
  const offsets = new Offsets();
  const given = Array.from({ length: 1_000 }, (_, index) => index * 4_000_000);
  for (const offset of given) offsets.push(offset);
  assert.equal(offsets.length, 1_000);
  assert.deepEqual(
    given.map((_, index) => offsets.at(index)),
    given,
  );
});

test('knows nothing behind the last offset', () => {
  const offsets = new Offsets();
  offsets.push(7);
  assert.equal(offsets.at(1), undefined);
  assert.equal(offsets.at(500), undefined);
});

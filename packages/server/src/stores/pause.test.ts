import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseSeconds } from './pause.ts';

test('a pause doubles with each failure, with up to 20 % more by chance, up to six hours', () => {
  assert.deepEqual(
    [1, 2, 3, 9, 10, 1_000].map((failures) => pauseSeconds(failures, undefined, 0)),
    [60, 120, 240, 15_360, 21_600, 21_600],
  );
  assert.deepEqual([pauseSeconds(1, undefined, 1), pauseSeconds(3, undefined, 0.5)], [72, 264]);
});

test('a pause is as long as the store asks for, within bounds', () => {
  assert.equal(pauseSeconds(1, 777, 1), 777);
  assert.equal(pauseSeconds(4, 5, 0), 480);
  assert.equal(pauseSeconds(1, 1_000_000_000, 0), 21_600);
});

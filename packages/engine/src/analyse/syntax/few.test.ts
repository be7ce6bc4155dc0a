import assert from 'node:assert/strict';
import { test } from 'node:test';
import { added, appended, listOf, noneYet, onlyOf } from './few.ts';
import type { Few } from './few.ts';

const [first, second, third] = [{ name: 'first' }, { name: 'second' }, { name: 'third' }];

test('none, one and many are listed in the order in which they came', () => {
  let few: Few<{ name: string }> = undefined;
  assert.deepEqual(listOf(few), []);
  few = added(few, first);
  assert.deepEqual(listOf(few), [first]);
  few = added(added(few, second), third);
  assert.deepEqual(listOf(few), [first, second, third]);
});

test('one alone is told from none and from several', () => {
  assert.equal(onlyOf(undefined), undefined);
  assert.equal(onlyOf(added(undefined, first)), first);
  assert.equal(onlyOf(added(added(undefined, first), second)), undefined);
});

test('appending leaves the empty list, which all share, as it is', () => {
  const list = appended(appended(appended(noneYet, first), second), third);
  assert.deepEqual(list, [first, second, third]);
  assert.equal(noneYet.length, 0);
});

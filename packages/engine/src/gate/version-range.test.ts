import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseVersionRange } from './version-range.ts';

for (const [range, version, isIn] of [
  ['1.4', '1.4', true],
  ['1.4', '1.4.0', true],
  ['=1.4', '1.4.1', false],
  ['>=1.4 <2', '1.10', true],
  ['>=1.4 <2', '2.0', false],
  ['>1.4', '1.4.0.1', true],
  ['<=1.4', '1.5', false],
  ['<2', 'one', false],
] as const) {
  test(`${version} is ${isIn ? '' : 'not '}in "${range}"`, () => {
    assert.equal(parseVersionRange(range)?.(version), isIn);
  });
}

test('what names no versions is no range', () => {
  for (const text of [
    '>2 <1',
    '>1.4 <1.4.0',
    '=1 =2',
    '1.4 >=2',
    '',
    '^1.4',
    '1.x',
    '>= 1.4',
    '1.4 - 2',
    '>=1.4,<2',
    '1.',
  ]) {
    assert.equal(parseVersionRange(text), undefined, text);
  }
});

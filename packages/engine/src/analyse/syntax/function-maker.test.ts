import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const kindsOf = (source: string): readonly string[] =>
  factsOf(source).dynamicCode.map(({ kind }) => kind);

describe('code that is run by a constructor of functions', () => {
  const makers: readonly string[] = [
    'const F = (function () {}).constructor;',
    'const F = (() => {}).constructor;',
    'const F = Object.getPrototypeOf(async function () {}).constructor;',
    'const F = (async () => {}).__proto__.constructor;',
    'const F = [].filter.constructor;',
    'const F = ({}).constructor.constructor;',
    'const { constructor: F } = () => {};',
  ];
  for (const maker of makers)
    it(`is found behind ${maker}`, () => {
      assert.deepEqual(kindsOf(`${maker} new F(text)()`), ['function-constructor']);
      assert.deepEqual(kindsOf(`${maker} F('a', text)(1)`), ['function-constructor']);
    });

  const others: readonly string[] = [
    'const F = page.constructor;',
    'const F = Object.getPrototypeOf(page).constructor;',
    'const { maker: F } = () => {};',
    'const F = [].length;',
  ];
  for (const other of others)
    it(`is not behind ${other}`, () => assert.deepEqual(kindsOf(`${other} new F(text)`), []));

  it('is not where functions are only compared with one', () => {
    const code = 'const F = (async () => {}).constructor; export const is = (f) => f instanceof F';
    assert.deepEqual(kindsOf(code), []);
  });
});

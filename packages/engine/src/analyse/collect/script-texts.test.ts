import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

describe('the texts of a package', () => {
  const facts = factsOf(`importScripts('z.js'); on('one', () => {\n  on('two', () => 'three') })`, {
    'z.js': `two('one', '${'x'.repeat(400)}'); eval("'one'")`,
  });

  it('are told by what they say, with their places', () => {
    const [one] = facts.strings.matching((text) => text === 'one');
    assert.deepEqual(one, {
      text: 'one',
      at: { file: 'worker.js', line: 1, column: 27 },
      within: [],
    });
  });

  it('are told with the functions around, outermost first', () => {
    const [outer, inner] = ['two', 'three'].map(
      (wanted) => facts.strings.matching((text) => text === wanted)[0]?.within,
    );
    assert.equal(inner?.length, 2);
    assert.deepEqual(outer, inner.slice(0, 1));
  });

  it('share the list of functions around, which may be long', () => {
    const { strings } = factsOf(`on('ebb', () => ['flow', 'tide'])`);
    const [flow, tide] = strings.matching((text) => text === 'flow' || text === 'tide');
    assert.equal(flow?.within.length, 1);
    assert.equal(flow.within, tide?.within);
  });

  it('are those of the files asked for', () => {
    const found = facts.strings.matching(
      (text) => text === 'one',
      (file) => file === 'z.js',
    );
    assert.deepEqual(new Set(found.map(({ at }) => at.file)), new Set(['z.js']));
  });

  it('are kept to 300 characters', () => {
    const [long] = facts.strings.matching((text) => text.startsWith('xx'));
    assert.equal(long?.text.length, 300);
  });
});

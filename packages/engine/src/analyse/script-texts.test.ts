import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Lines } from './lines.ts';
import { Scope } from './scopes.ts';
import { ScriptTexts } from './script-texts.ts';

describe('the texts of a package', () => {
  const scope = new Scope(undefined, undefined, false);
  const texts = new ScriptTexts();
  texts.add('a.js', textsOf('one', 'two'), new Lines('a.js', 'one\ntwo'));
  texts.add('b.js', textsOf('two', 'x'.repeat(400)), new Lines('b.js', 'two\nxxx'));

  it('are told by what they say, with their places, in the order of the scripts', () => {
    assert.deepEqual(
      texts.matching((text) => text === 'two'),
      [
        { text: 'two', at: { file: 'a.js', line: 2, column: 1 }, within: [] },
        { text: 'two', at: { file: 'b.js', line: 1, column: 1 }, within: [] },
      ],
    );
  });

  it('are those of the files asked for', () => {
    const found = texts.matching(
      (text) => text.length === 3,
      (file) => file === 'b.js',
    );
    assert.deepEqual(
      found.map(({ at }) => at.file),
      ['b.js'],
    );
  });

  it('are kept to 300 characters', () => {
    const lengths = texts.matching((text) => text.startsWith('x')).map(({ text }) => text.length);
    assert.deepEqual(lengths, [300]);
  });

  /** Each on a line of its own. */
  function textsOf(...all: readonly string[]) {
    return all.map((text, index) => ({ text, start: index * 4, scope }));
  }
});

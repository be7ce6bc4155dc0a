import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Collector } from './collector.ts';

describe('syntax trees that are kept until all scripts are read', () => {
  it('are not those of code in the texts of a script whose own is not', () => {
    const facts = new Collector();
    const bundle = { source: ' '.repeat(300_000), outer: undefined };
    assert.equal(facts.keep(bundle, true), false);
    // The scopes of the text lead into the bundle's tree, which would stay in memory with them.
    const text = { source: 'send(data)', outer: bundle as never };
    assert.equal(facts.keep(text, true), false);
    assert.equal(facts.keep({ source: 'send(more)', outer: text as never }, true), false);
  });

  it('are those of code in the texts of a script whose own is', () => {
    const facts = new Collector();
    const page = { source: ' '.repeat(2_000), outer: undefined };
    assert.equal(facts.keep(page, true), true);
    assert.equal(facts.keep({ source: 'send(data)', outer: page as never }, true), true);
  });
});

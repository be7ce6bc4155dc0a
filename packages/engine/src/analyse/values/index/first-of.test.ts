import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstOf } from './first-of.ts';

describe('firstOf', () => {
  it('hands back a list that is short enough without copying it', () => {
    const list = ['tide', 'ebb', 'flood'];
    assert.equal(firstOf(list, 3), list);
  });

  it('cuts a longer list, and leaves that as it is', () => {
    const list = ['tide', 'ebb', 'flood'];
    assert.deepEqual(firstOf(list, 2), ['tide', 'ebb']);
    assert.equal(list.length, 3);
  });
});

import { tags } from '@extaudit/contract';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type GuideCheck, checkApiGuide } from '../scripts/api-guide.ts';
import { sameShape, shortened } from '../scripts/api-guide/guide.ts';

describe('docs/api-guide.md', () => {
  let check: GuideCheck;
  before(async () => {
    check = await checkApiGuide();
  });

  it('prints what it says, and what the contract allows, in one shell against a real service', () => {
    assert.equal(check.problems.join('\n\n'), '');
  });

  it('has an example for every group of operations', () => {
    const shown = new Set(check.called.map(({ tag }) => tag));
    assert.deepEqual([...shown].toSorted(), [...tags].toSorted());
  });
});

describe('answers of the guide', () => {
  it('differ when a field is missing, new or of another type', () => {
    const answer = { id: 'x', list: [{ n: 1 }], none: null };
    assert.ok(sameShape(answer, { none: null, list: [], id: 'y' }));
    assert.ok(!sameShape(answer, { id: 'x', list: [{ n: '1' }], none: null }));
    assert.ok(!sameShape(answer, { id: 'x', list: [] }));
    assert.ok(!sameShape(answer, { ...answer, more: 1 }));
    assert.ok(!sameShape(answer, { ...answer, none: 'some' }));
  });

  it('show no secret and no long list', () => {
    const token = `exta_${'a'.repeat(22)}.${'b'.repeat(43)}`;
    assert.deepEqual(shortened({ token, list: [1, 2] }), { token: 'exta_a…', list: [1] });
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { align, type AlignedSide } from './align.ts';

/** `a  b!  -`: rows as their texts, changed ones with `!`, gaps as `-`. */
function shown({ rows, changed }: AlignedSide, texts: readonly string[]): string {
  return [...rows]
    .map((row, at) => (row < 0 ? '-' : `${texts[row]}${changed[at] === 1 ? '!' : ''}`))
    .join(' ');
}

function sides(before: string, after: string): readonly unknown[] {
  const [old, now] = [before.split(' '), after.split(' ')];
  const alignment = align(old, now);
  assert.ok(alignment);
  return [shown(alignment.before, old), shown(alignment.after, now), alignment.parts];
}

it('what is the same stands at the same height, with gaps beside what only one has', () => {
  assert.deepEqual(sides('a b c', 'a x y c d'), ['a b! - c -', 'a x! y! c d!', [1, 4]]);
  assert.deepEqual(sides('a b c d', 'a d'), ['a b! c! d', 'a - - d', [1]]);
  assert.deepEqual(sides('a b', 'a b'), ['a b', 'a b', []]);
});

it('texts that have too little in common are not compared to the end', () => {
  assert.equal(align(['a', 'b', 'c'], ['x', 'y', 'z'], 5), undefined);
  assert.notEqual(align(['a', 'b', 'c'], ['x', 'y', 'z'], 6), undefined);
});

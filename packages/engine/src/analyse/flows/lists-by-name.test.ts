import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListsByName } from './lists-by-name.ts';

test('names that begin, end and are as long alike are told apart', () => {
  const lists = new ListsByName((value: number) => value);
  lists.add('send', 7);
  lists.add('shed', 8);
  lists.add('', 9);
  lists.add('send', 10);
  assert.deepEqual(lists.get('send'), [7, 10]);
  assert.deepEqual(lists.get('shed'), [8]);
  assert.deepEqual(lists.get(''), [9]);
  assert.deepEqual(lists.get('seed'), []);
});

test('what nobody asks about is not made', () => {
  const shown: string[] = [];
  const lists = new ListsByName((value: string) => {
    shown.push(value);
    return value.toUpperCase();
  });
  lists.add('fetch', 'first');
  lists.add('open', 'second');
  assert.deepEqual(lists.get('open'), ['SECOND']);
  assert.deepEqual(lists.get('open'), ['SECOND']);
  assert.deepEqual(shown, ['second']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListsByKey } from './lists-by-key.ts';

test('values are told by their keys, both in the order they were added', () => {
  const [tide, ebb] = [{ name: 'tide' }, { name: 'ebb' }];
  const lists = new ListsByKey<object, number, string>([7, 3], (height) => `${height} m`);
  lists.addItem(tide, 0);
  lists.addItem(ebb, 1);
  lists.add(tide, 5);
  assert.deepEqual([...lists.keys()], [tide, ebb]);
  assert.deepEqual(lists.get(tide), ['7 m', '5 m']);
  assert.deepEqual(lists.get(ebb), ['3 m']);
  assert.deepEqual(lists.get({ name: 'tide' }), []);
});

test('values of a key are made once, and those of others not at all', () => {
  const made: number[] = [];
  const lists = new ListsByKey<string, number, number>([7, 3], (height) => {
    made.push(height);
    return height * 2;
  });
  lists.addItem('tide', 0);
  lists.addItem('ebb', 1);
  assert.equal(lists.get('ebb'), lists.get('ebb'));
  assert.deepEqual(made, [3]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListsByName } from './lists-by-name.ts';

interface Boat {
  readonly name: string | undefined;
  readonly length: number;
}

const lengthOf = ({ length }: Boat): number => length;

test('names that begin, end and are as long alike are told apart', () => {
  const lists = new ListsByName<Boat, number>([], ({ name }) => name, lengthOf);
  lists.add('send', { name: undefined, length: 7 });
  lists.add('sead', { name: undefined, length: 8 });
  lists.add('', { name: undefined, length: 9 });
  lists.add('send', { name: undefined, length: 10 });
  assert.deepEqual(lists.get('send'), [7, 10]);
  assert.deepEqual(lists.get('sead'), [8]);
  assert.deepEqual(lists.get(''), [9]);
  assert.deepEqual(lists.get('seed'), []);
});

test('items and others of a name stand in the order they were added', () => {
  const items = [
    { name: 'tern', length: 11 },
    { name: undefined, length: 12 },
    { name: 'tern', length: 13 },
  ];
  const lists = new ListsByName(items, ({ name }: Boat) => name, lengthOf);
  lists.addItem(0);
  lists.addItem(1);
  lists.add('tern', items[1]!);
  lists.addItem(2);
  lists.add('gull', items[2]!);
  assert.deepEqual(lists.get('tern'), [11, 12, 13]);
  assert.deepEqual(lists.get('gull'), [13]);
});

test('what nobody asks about is not made', () => {
  const shown: string[] = [];
  const lists = new ListsByName(
    ['fetch', 'open'],
    (name: string) => name,
    (name) => {
      shown.push(name);
      return name.toUpperCase();
    },
  );
  lists.addItem(0);
  lists.addItem(1);
  assert.deepEqual(lists.get('open'), ['OPEN']);
  assert.deepEqual(lists.get('open'), ['OPEN']);
  assert.deepEqual(shown, ['open']);
});

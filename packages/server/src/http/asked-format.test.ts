import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@extaudit/contract';
import { askedFormat } from './asked-format.ts';

const list = operations.listExtensions;
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

for (const [accept, format] of [
  [undefined, 'json'],
  ['*/*', 'json'],
  [browser, 'json'],
  ['text/csv', 'csv'],
  ['Text/CSV; charset=utf-8', 'csv'],
  ['text/*', 'csv'],
  ['application/json;q=0.5, application/x-ndjson', 'jsonl'],
  ['application/json;q=0, */*', 'csv'],
  ['application/json;q=nonsense, text/csv;q=0.1', 'csv'],
] as const) {
  test(`Accept: ${accept} asks for ${format}`, () => {
    assert.equal(askedFormat(list, {}, accept), format);
  });
}

test('format decides whatever Accept says', () => {
  assert.equal(askedFormat(list, { format: 'jsonl' }, 'text/csv'), 'jsonl');
});

test('406 where Accept names none of the forms', () => {
  assert.throws(() => askedFormat(list, {}, 'text/html'), { code: 'not_acceptable' });
  assert.throws(() => askedFormat(list, {}, ''), { code: 'not_acceptable' });
});

test('operations with one form give it to everybody', () => {
  assert.equal(askedFormat(operations.getExtension, {}, 'text/html'), 'json');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('cells are quoted where they must be, and what is not known is empty', () => {
  const line = csvLine(['a', 'b,c', 'say "no"', 'two\r\nlines', null, 7, -1.5, false]);
  assert.equal(line, 'a,"b,c","say ""no""","two\nlines",,7,-1.5,false\r\n');
});

const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '\u200B=1',
  '\uFEFF=1',
  '\uFF1D1',
  '=HYPERLINK("https://evil.example","x")',
];
for (const formula of formulas) {
  test(`a spreadsheet takes ${JSON.stringify(formula)} for a text`, () => {
    assert.match(csvLine([formula]), /^"'/);
  });
}

test('control characters do not reach whoever reads it', () => {
  assert.equal(csvLine(['a\u0000b\u001b[31mc\u0085d']), 'a b [31mc d\r\n');
});

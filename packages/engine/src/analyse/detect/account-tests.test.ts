import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const own = 'DE89370400440532013000';

function isForAnother(code: string): boolean {
  const { placedAccounts } = factsOf(
    `const own = '${own}'; for (const field of document.querySelectorAll('input')) { const text = field.value; ${code} }`,
  );
  assert.ok(placedAccounts.some(({ texts }) => texts.includes(own)));
  return placedAccounts.some((each) => each.isForAnother === true);
}

const tests: Readonly<Record<string, string>> = {
  'its start': `if (text.startsWith('DE')) field.value = own;`,
  'a part of it': `if (text.slice(0, 2) === 'DE') field.value = own;`,
  'its first letters': `if (text[0] === 'D' && text.charAt(1) === 'E') field.value = own;`,
  'its length': `if (text.trim().length === 22) field.value = own;`,
  'the length of the own one': `if (text.length === own.length) field.value = own;`,
  'a helper': `const isOne = (each) => each.length > 21 && each.indexOf('DE') === 0; if (isOne(text)) field.value = own;`,
  'a test that goes on with the next': `if (!text.startsWith('DE')) continue; field.value = own;`,
  'a choice': `field.value = text.startsWith('DE') ? own : text;`,
  'a test by and': `text.length === 22 && (field.value = own);`,
};

const others: Readonly<Record<string, string>> = {
  'no test': `field.value = own;`,
  'the name of the field': `if (field.name === 'iban') field.value = own;`,
  'another start': `if (text.startsWith('FR')) field.value = own;`,
  'a country': `const country = document.body.lang; if (country === 'DE') field.value = own;`,
  'the language of the browser': `if (navigator.language.startsWith('DE')) field.value = own;`,
  'a list of countries': `if (['DE', 'AT'].includes(field.name)) field.value = own;`,
  'another length': `if (text.length === 5) field.value = own;`,
  'whether it is empty': `if (text.length === 0) field.value = own;`,
  'a test that does something else': `if (text.startsWith('DE')) console.log(text); field.value = own;`,
};

describe('an account of the code is put in for what looks like one, by', () => {
  for (const [name, code] of Object.entries(tests)) it(name, () => assert.ok(isForAnother(code)));
});

describe('it is put in for nothing of the kind, by', () => {
  for (const [name, code] of Object.entries(others)) it(name, () => assert.ok(!isForAnother(code)));
});

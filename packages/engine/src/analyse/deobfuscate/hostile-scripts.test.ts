import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

/** CPU seconds that reading one script made to cost time may take, on a machine that does other things too. */
const secondsMax = 4;

const decoders: readonly (readonly [string, string])[] = [
  [
    'a rotation that never ends',
    `var w = [${"'one', 'two', 'three', ".repeat(2_000)}]; (function (a, n) { while (true) { try { if (parseInt(a[0]) === n) break; a.push(a.shift()); } catch (e) { a.push(a.shift()); } } })(w, 5); var d = i => w[i]; fetch(d(0)); fetch(d(1));`,
  ],
  [
    'a rotation that grows its array',
    `var w = ['one', 'two']; (function (a) { while (true) { a.push(a.shift()); a.push(a.concat(a)); } })(w); fetch(w[0]);`,
  ],
  ['a decoder that calls itself', 'function d(x) { return d(x + 1) + d(x); } fetch(d(1));'],
  [
    'a decoder that never ends',
    'function d(x) { for (;;) { try { while (x) {} } catch (e) {} } return x; } fetch(d(1)); fetch(d(2));',
  ],
  ['a text that doubles', "function d(x) { for (;;) x += x; return x; } fetch(d('ab'));"],
  [
    'a text that is copied in each step',
    "function d(x) { var s = x.repeat(500000), n = 0; for (;;) { s = s.toUpperCase().toLowerCase(); n += s.charCodeAt(5); } return s; } fetch(d('ab'));",
  ],
  [
    'a list that doubles',
    'function d(x) { var a = [x]; for (;;) a = a.concat(a); return a; } fetch(d(1));',
  ],
  [
    'a list that holds itself',
    "function d(x) { var a = [x]; a.push(a, a, a); return '' + a; } fetch(d('ab'));",
  ],
  [
    'a list of lists of lists',
    "function d(x) { var a = [x]; for (var i = 0; i < 60; i++) a = [a, a, a]; return JSON.stringify(a) + a; } fetch(d('ab'));",
  ],
  [
    'lists without end',
    'function d(x) { var all = []; for (;;) all.push(new Array(100000)); return all; } fetch(d(1));',
  ],
  [
    'a pattern that backtracks',
    "function d(x) { return x.replace(/(a+)+$/, 'b') + new RegExp('a?'.repeat(40) + 'a{40}').test(x) + /a*a*a*b/.test(x); } fetch(d('" +
      'a'.repeat(5_000) +
      "!'));",
  ],
  [
    'a replacement that grows',
    "function d(x) { for (;;) x = x.replace(/./g, '$&$&'); return x; } fetch(d('ab'));",
  ],
  [
    'a packer of many words',
    `eval(function (p, a, c, k, e, d) { while (c--) if (k[c]) p = p.replace(new RegExp('\\\\b' + c.toString(a) + '\\\\b', 'g'), k[c]); return p; }('${'0 1 2 '.repeat(20_000)}', 36, 1e9, '${'x|'.repeat(9_000)}'.split('|'), 0, {}))`,
  ],
  [
    'large texts decoded again and again',
    `var b = '${'QUJD'.repeat(200_000)}'; function d(x) { var n = 0; for (;;) n += atob(b).length + decodeURIComponent(b).length + unescape(b).length; return n; } fetch(d(1));`,
  ],
  ['brackets alone, by the megabyte', `window[${'(![]+[])[+[]]+'.repeat(60_000)}[]]()`],
  [
    'functions made from texts',
    "function d(x) { for (;;) x = Function('a', 'return a' + ' + 1'.repeat(3000))(x); return x; } fetch(d(1));",
  ],
  ['a text that runs itself', "var s = 'eval(s); fetch(s)'; eval(s);"],
  [
    'a text that runs two of itself',
    `var s = 'eval(s + "' + 'x'.repeat(5) + '"); eval(s);eval(s);eval(s);eval(s)'; eval(s);`,
  ],
  [
    'texts by the megabyte',
    `var s = '/*${'long '.repeat(60_000)}*/ f(1);'; ${'eval(s);'.repeat(300)}`,
  ],
  [
    'an order that contradicts itself',
    'function d(x) { var n = 0; return Array.from({ length: 20000 }, () => x).sort(() => (n = -n || 1)); } fetch(d(1));',
  ],
  [
    'debugger statements in a function that is handed on',
    `function f() {${'debugger;'.repeat(40_000)}} ${'g(f);'.repeat(40_000)}`,
  ],
  [
    'names that are written and changed again and again',
    `var o = {}; ${'o = {};'.repeat(40_000)} ${'o.x = 5;'.repeat(40_000)}`,
  ],
  ['names of parts within parts that are run', nestedParts()],
  [
    'names that objects have anyway',
    "function d(x) { var o = { __proto__: 5 }; o['__proto__'] = x; o.constructor.prototype.polluted = x; [].constructor.prototype.polluted = x; return o[x] + o.toString + o.hasOwnProperty(x); } fetch(d('__proto__'));",
  ],
];

/** Forty names of which each is written eight times, with a part that holds those before it. */
function nestedParts(): string {
  const names = Array.from({ length: 40 }, (_, index) => `a${index}`);
  const innermost = `[${'tide.ebb,'.repeat(2_200)} 7]`;
  const parts = Array.from({ length: 8 }, () => names)
    .flat()
    .reduce((inner, name) => `(${name}=[${inner}])`, innermost);
  const calls = Array.from({ length: 20 }, (_, index) => `eval(h${index}(${names.join()}));`);
  return `var ${names.join()};${parts};${calls.join('')}`;
}

describe('a script made to cost time', () => {
  for (const [what, source] of decoders) {
    it(`by ${what} is read within seconds`, () => {
      const start = process.cpuUsage();
      const facts = factsOf(source);
      const { user, system } = process.cpuUsage(start);
      assert.ok((user + system) / 1e6 < secondsMax, `${(user + system) / 1e6} s`);
      assert.ok(facts.skipped.length <= 1);
      assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
    });
  }

  it('takes no more in a hundred copies than a package may', () => {
    const copies = Array.from({ length: 100 }, (_, index): [string, string] => [
      `copy-${index}.js`,
      'function d(x) { for (;;) x += 1; return x; } fetch(d(1)); fetch(d(2)); fetch(d(3));',
    ]);
    const worker = `importScripts(${copies.map(([file]) => `'${file}'`).join()})`;
    const start = process.cpuUsage();
    const facts = factsOf(worker, Object.fromEntries(copies));
    const { user, system } = process.cpuUsage(start);
    assert.ok((user + system) / 1e6 < 12);
    assert.equal(facts.skipped.length, 100);
  });
});

/** What each step of a decoder that never ends adds to what it keeps; each took more than 900 MB once. */
const keepers: readonly (readonly [string, string])[] = [
  ['objects within objects', 'kept = { of: kept };'],
  ['functions with their variables', 'kept = wrap(kept);'],
  ['lists within lists', 'kept = [x, kept];'],
  ['pairs of long lists', 'kept = [Array.from({ length: 100000 }).entries(), kept];'],
  ['lists out of JSON', "kept = [JSON.parse('[' + '[],'.repeat(9000) + '1]'), kept];"],
];

describe('a script made to fill memory', () => {
  for (const [what, step] of keepers) {
    it(`with ${what} is read with a heap of 450 MB`, () => {
      // A decoder that has given an answer is given more steps for the next one.
      const decoder = `function wrap(w) { return () => w; } function d(x) { if (x === 7) return 'tide'; var kept = null; for (;;) ${step} return kept; }`;
      const source = `${decoder} fetch(d(7)); fetch(d(7)); fetch(d(8));`;
      const module = new URL('../../../testing/facts-of.ts', import.meta.url).href;
      const script = `const { factsOf } = await import(${JSON.stringify(module)}); console.log(factsOf(${JSON.stringify(source)}).skipped[0].why);`;
      const given = ['--max-old-space-size=450', '--input-type=module', '--eval', script];
      const why = execFileSync(process.execPath, given, { encoding: 'utf8' });
      assert.equal(why, 'takes too many steps to decode\n');
    });
  }
});

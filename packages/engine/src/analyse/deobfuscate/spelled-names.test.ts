import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

describe('a call', () => {
  const cases: readonly [string, string][] = [
    [String.raw`window['\x66\x65\x74\x63\x68']('\u0068ttps://a.attacker.dev/')`, 'a.attacker.dev'],
    ["var _0x1 = ['fetch', 'https://b.attacker.dev/']; window[_0x1[0]](_0x1[1])", 'b.attacker.dev'],
    ["self['fe' + 'tch'](['https:/', 'c.attacker.dev', 'x'].join('/'))", 'c.attacker.dev'],
    ["self[`fe${'tch'}`](`https://${['d', 'attacker', 'dev'].join('.')}`)", 'd.attacker.dev'],
    ["Reflect.get(window, 'fetch')('https://e.attacker.dev')", 'e.attacker.dev'],
    ["Reflect.apply(fetch, null, ['https://f.attacker.dev'])", 'f.attacker.dev'],
    ["(0, window.fetch)('https://g.attacker.dev')", 'g.attacker.dev'],
    ["const { fetch: get } = globalThis; get('https://h.attacker.dev')", 'h.attacker.dev'],
    ["Function('return this')()['fetch']('https://i.attacker.dev')", 'i.attacker.dev'],
    [
      "(function () { return this || window; })()['fetch']('https://j.attacker.dev')",
      'j.attacker.dev',
    ],
    ["(() => globalThis)()['fetch']('https://k.attacker.dev')", 'k.attacker.dev'],
    [
      'const o = JSON.parse(\'{"u": ["https://l.attacker.dev"]}\'); fetch(o.u[0])',
      'l.attacker.dev',
    ],
    [
      "window[(15).toString(36) + 'etch']('https://' + (22).toString('36') + '.attacker.dev')",
      'm.attacker.dev',
    ],
    [
      "const p = { c: (f, x) => f(x), d(f, x) { return p.c(f, x); } }; p.d(fetch, 'https://n.attacker.dev')",
      'n.attacker.dev',
    ],
    ["const w = 'ved.rekcatta.o//:sptth'; fetch([...w].reverse().join(''))", 'o.attacker.dev'],
    [
      "fetch(String.fromCharCode(...'104,116,116,112,115,58,47,47,112,46,105,111'.split(',').map(Number)))",
      'p.io',
    ],
    [
      "const t = { d(x) { let r = ''; for (const c of x) r = c + r; return r; } }; fetch(t.d('ved.rekcatta.q//:sptth'))",
      'q.attacker.dev',
    ],
    [
      "let key; function host(i) { if (!key) key = ['s', 'r']; return 'https://' + key[i] + '.attacker.dev'; } fetch(host(1))",
      'r.attacker.dev',
    ],
    [
      "function d(s) { var r = ''; for (var i = s.length; i--; ) r += s[i]; return r; } fetch(d('ved.rekcatta.s//:sptth'))",
      's.attacker.dev',
    ],
  ];
  for (const [source, host] of cases) {
    it(`to ${host} is seen in ${source}`, () => {
      assert.deepEqual(
        factsOf(source).endpoints.map((endpoint) => endpoint.host),
        [host],
      );
    });
  }

  const open: readonly string[] = [
    "function host() { return ['a', 'b'][Math.floor(Math.random() * 2)] + '.attacker.dev'; } fetch('https://' + host())",
    "function host() { return Date.now() > 5 ? 'a.dev' : 'b.dev'; } fetch('https://' + host())",
    "let n = 0; function next() { n++; return 'h' + n + '.dev'; } fetch('https://' + next())",
    "let u = 'https://a.dev/'; function later() { u = 'https://b.dev/' + atob('eA=='); } fetch(u)",
    "const list = ['https://a.dev']; window.add = x => { list[0] = x; }; function at(i) { const j = i; return list[j]; } fetch(at(0))",
  ];
  for (const source of open) {
    it(`is not given a host that only running it would tell: ${source}`, () => {
      assert.deepEqual(
        factsOf(source).endpoints.map((endpoint) => endpoint.host),
        [undefined],
      );
    });
  }
});

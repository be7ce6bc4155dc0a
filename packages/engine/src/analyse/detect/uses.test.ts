import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const called = (source: string): string[] =>
  factsOf(source).uses.flatMap(({ path, access }) => (access === 'call' ? [path] : []));

describe('uses of extension APIs', () => {
  const spellings: readonly [string, string][] = [
    ['an alias', 'const c = chrome; c.cookies.getAll({})'],
    ['destructuring', 'const { cookies } = chrome; cookies.getAll({})'],
    [
      'nested destructuring with a default',
      'const { cookies: { getAll } = {} } = chrome; getAll({})',
    ],
    ['a fallback', 'const b = globalThis.browser ?? chrome; b.cookies.getAll({})'],
    [
      'a feature test',
      "var api = typeof browser !== 'undefined' ? browser : chrome; api.cookies.getAll({})",
    ],
    ['a computed global', "e = window['chr' + 'ome']; e['cook' + 'ies'].getAll({})"],
    ['call', 'chrome.cookies.getAll.call(chrome.cookies, {})'],
    ['apply', 'chrome.cookies.getAll.apply(null, [{}])'],
    ['bind', 'const all = chrome.cookies.getAll.bind(chrome.cookies); all({})'],
    [
      'an argument of a function called in place',
      '(function (w) { w.cookies.getAll({}) })(chrome)',
    ],
    ['a property of an object', 'const api = { jar: chrome.cookies }; api.jar.getAll({})'],
    ['a property assigned once', 'const api = {}; api.jar = chrome.cookies; api.jar.getAll({})'],
    ['the global object by Function', "Function('return this')().chrome.cookies.getAll({})"],
    [
      'a polyfill module',
      "import browser from 'webextension-polyfill'; browser.cookies.getAll({})",
    ],
    [
      'a member of this',
      'class A { constructor() { this.api = chrome } go() { this.api.cookies.getAll({}) } }',
    ],
    ['a bundled polyfill', 'const r = n(3150); r.a.cookies.getAll({})'],
    ['optional chaining', 'chrome?.cookies?.getAll({})'],
    ['the comma operator', '(0, chrome.cookies.getAll)({})'],
    ['the object of a callee', 'Object(chrome.cookies.getAll)({})'],
    [
      'a method of this by its name in brackets',
      "class A { constructor() { this.all = chrome.cookies.getAll } go() { this['all']({}) } }",
    ],
  ];
  for (const [name, source] of spellings) {
    it(`are seen through ${name}`, () => {
      assert.ok(called(source).includes('chrome.cookies.getAll'), called(source).join());
    });
  }

  it('are not seen where a local name hides the global', () => {
    assert.deepEqual(called('function f(chrome) { chrome.tabs.create({}) }'), []);
    assert.deepEqual(
      called('const chrome = unknown(); { chrome.tabs.create({}) }'),
      ['unknown'].slice(1),
    );
  });

  it('carry folded arguments, place and functions around', () => {
    const [use] = factsOf("\n  function f() { chrome.tabs.create({ url: 'a' + 1 }) }").usesOf(
      'chrome.tabs.create',
    );
    assert.deepEqual(use?.at, { file: 'worker.js', line: 2, column: 18 });
    assert.equal(use.within.length, 1);
    assert.deepEqual(use.arguments, [
      {
        kind: 'object',
        properties: new Map([['url', { kind: 'string', text: 'a1', exact: true }]]),
      },
    ]);
  });

  it('say what is chosen at run time by a star', () => {
    assert.deepEqual(called('chrome[space][method](value)'), ['chrome.*.*']);
  });
});

describe('uses of web globals', () => {
  it('are cut to the part that is the browser’s own', () => {
    const [use] = factsOf("document.cookie.split(';')").uses;
    assert.deepEqual([use?.path, use?.access], ['document.cookie', 'read']);
  });

  it('tell writes from reads', () => {
    const [use] = factsOf("location.href = 'https://a.dev/'").uses;
    assert.deepEqual([use?.path, use?.access], ['location.href', 'write']);
  });
});

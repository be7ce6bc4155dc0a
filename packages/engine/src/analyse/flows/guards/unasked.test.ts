import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

const send = "navigator.sendBeacon('https://in.a.dev/v', location.href)";
const isSent = (code: string): boolean =>
  flowsBetween({ 'content.js': code }).some((flow) => flow.startsWith('tabs content.js > network'));

const unasked = [
  send,
  `if (self === top) ${send}`,
  `(async () => { const { id } = await chrome.storage.local.get('id'); ${send} })()`,
  `chrome.storage.local.get('id', () => { ${send} })`,
  `function report() { ${send} } setInterval(report, 900)`,
  `const report = () => { ${send} }; setTimeout(() => report(), 3000)`,
  `window.addEventListener('load', () => { ${send} })`,
  `document.addEventListener('DOMContentLoaded', report); function report() { ${send} }`,
  `const s = new WebSocket('wss://in.a.dev'); s.onopen = () => s.send(location.href)`,
  `window.onpopstate = () => { ${send} }`,
  `$(document).ready(function () { ${send} })`,
  `new MutationObserver(() => { ${send} }).observe(document, { childList: true })`,
  `const plain = history.pushState; history.pushState = function (...given) { plain.apply(this, given); ${send} }`,
  `class Visits { constructor() { this.start() } start() { this.report() } report() { ${send} } } new Visits()`,
  `let last; setInterval(() => { if (location.href !== last) { last = location.href; ${send} } }, 500)`,
  `if (location.href.startsWith('http')) ${send}`,
  `if (location.hostname !== 'my.a.dev') ${send}`,
];
const asked = [
  `document.addEventListener('click', () => { ${send} })`,
  `button.onclick = () => { ${send} }`,
  `$('#save').click(() => { ${send} })`,
  `document.addEventListener('keydown', (e) => { if (e.key === 'F2') { ${send} } })`,
  `chrome.runtime.onMessage.addListener(() => { ${send} })`,
  `function make(run) { button.addEventListener('click', run) } make(() => { ${send} })`,
  `start().catch(() => { ${send} })`,
  `function never() { ${send} }`,
];
const limited = [
  `if (location.hostname === 'shop.dev') ${send}`,
  `if (location.hostname.endsWith('.shop.dev')) { ${send} }`,
  `(() => { if (!/video\\.dev$/.test(location.host)) return; ${send} })()`,
  `(() => { if (location.host !== 'shop.dev') return; ${send} })()`,
  `const shops = ['a.dev', 'b.dev']; if (shops.includes(location.hostname)) ${send}`,
  `const isShop = () => ['a.dev', 'b.dev'].includes(location.hostname); if (isShop()) ${send}`,
  `const known = shops.some((shop) => location.host.endsWith(shop)); if (known) ${send}`,
  `switch (location.hostname) { case 'shop.dev': ${send} }`,
  `if (document.querySelector('.cart')) ${send}`,
  `chrome.storage.local.get('consent', ({ consent }) => { if (consent) ${send} })`,
];

describe('the address of a page is sent', () => {
  for (const code of unasked) it(`unasked: ${code}`, () => assert.ok(isSent(code)));
  for (const code of asked) it(`when the user asks: ${code}`, () => assert.ok(!isSent(code)));
  for (const code of limited) it(`on certain pages: ${code}`, () => assert.ok(!isSent(code)));
});

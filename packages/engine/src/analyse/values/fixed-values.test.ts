import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

describe('what a request sends is told to be fixed', () => {
  const fixed: readonly string[] = [
    "'v=1'",
    'JSON.stringify({ when: Date.now(), day: new Date().toISOString() })',
    'JSON.stringify({ n: all.length, has: Boolean(all[0]), none: !all[0] })',
    'JSON.stringify({ many: all.length > 9 ? 1 : 0, listed: all.includes(x) })',
    '`count=${all.length}&version=${chrome.runtime.getManifest().version}`',
    'JSON.stringify({ id: chrome.runtime.id, language: navigator.language })',
  ];
  for (const body of fixed)
    it(`where all of it is known: ${body}`, () => assert.equal(isFixedBody(body), true));

  const others: readonly string[] = [
    'all',
    'JSON.stringify(all)',
    'JSON.stringify({ n: all.length, first: all[0].value })',
    'all.join()',
    'encode(all.length)',
    'JSON.stringify({ ...all })',
    'JSON.stringify({ [all]: 1 })',
    'location.href',
  ];
  for (const body of others)
    it(`and not where something is not: ${body}`, () => assert.equal(isFixedBody(body), false));

  it('through variables that are only ever given such values', () => {
    const count = 'let n = 0; for (const each of all) n++;';
    assert.equal(isFixedBody('JSON.stringify({ n })', count), true);
    assert.equal(isFixedBody('JSON.stringify({ n })', `${count} n = all;`), false);
    assert.equal(isFixedBody('JSON.stringify(list)', 'const list = []; list.push(all);'), false);
    assert.equal(isFixedBody('a', 'let a = 1; a += a;'), true);
  });

  it('whatever sends it, headers and address counted', () => {
    const sent = "navigator.sendBeacon('https://a.dev/', 'x=2')";
    assert.equal(factsOf(sent).endpoints[0]?.isFixed, true);
    const xhr = "const r = new XMLHttpRequest(); r.open('POST', 'https://a.dev/');";
    assert.equal(factsOf(`${xhr} r.send('x=2')`).endpoints[0]?.isFixed, true);
    assert.equal(factsOf(`${xhr} r.send('x=2'); r.send(jar)`).endpoints[0]?.isFixed, undefined);
    const header = "fetch('https://a.dev/', { method: 'PUT', body: '1', headers: { jar } })";
    assert.equal(factsOf(header).endpoints[0]?.isFixed, undefined);
    assert.equal(
      factsOf("new Image().src = 'https://a.dev/?' + jar").endpoints[0]?.isFixed,
      undefined,
    );
  });

  it('in bounded time where variables lead in circles', () => {
    const circle = Array.from(
      { length: 400 },
      (_, at) => `let v${at} = v${(at + 7) % 400} + v${(at + 1) % 400};`,
    );
    assert.equal(isFixedBody('v0', circle.join('')), false);
  });
});

function isFixedBody(body: string, before = ''): boolean {
  const source = `function send(all, x) { ${before} fetch('https://a.dev/c', { method: 'POST', body: ${body} }); }`;
  return factsOf(source).endpoints[0]?.isFixed === true;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

/** The first host that a script asks, when a decoder makes it by a replacement. */
function decodedHost(text: string, pattern: string, replacement: string): string | undefined {
  const decoder = `function d(x, y) { var out = ''; for (var i = 0; i < 1; i++) out += x.replace(${pattern}, y); return out; }`;
  const facts = factsOf(`${decoder} fetch('https://' + d('${text}', '${replacement}') + '/p');`);
  return facts.endpoints[0]?.host;
}

for (const [text, pattern, replacement, host] of [
  ['nad.ve', '/(.)(.)d/', '$2$1d', 'and.ve'],
  ['ab.dev', '/a(b)/', '$1$12', 'bb2.dev'],
  ['ab.dev', '/(a)b/', '$01b$&', 'abab.dev'],
] as const) {
  test(`replaces ${pattern} in ${text} by ${replacement} as browsers do`, () => {
    assert.equal(decodedHost(text, pattern, replacement), host);
  });
}

test('a reference without its group, behind which the place and the text stand, is plain text', () => {
  for (const replacement of ['$0', '$2', '$3', '$20']) {
    const facts = factsOf(
      `function d(x, y) { var out = ''; for (var i = 0; i < 1; i++) out += x.replace(/(a)b/, y); return out; } fetch('https://b.dev/' + d('abc', '${replacement}') + '/p');`,
    );
    assert.equal(facts.endpoints[0]?.url.kind, 'string');
    assert.ok(
      JSON.stringify(facts.endpoints[0]?.url).includes(`/${'abc'.replace(/(a)b/, replacement)}/`),
    );
  }
});

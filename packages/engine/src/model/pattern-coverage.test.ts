import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coversPattern, PatternIndex } from './pattern-coverage.ts';

const patterns = ['*', 'http', 'https', 'HTTPS', 'file', 'chrome'].flatMap((scheme) =>
  [
    '*',
    '*.com',
    '*.example.com',
    'example.com',
    'a.b.example.com',
    '*.b.example.com',
    'com',
  ].flatMap((host) =>
    ['', ':*', ':8080'].flatMap((port) =>
      ['/*', '/a/*', '/a'].map((path) => `${scheme}://${host}${port}${path}`),
    ),
  ),
);

describe('which match patterns cover another', () => {
  it('those of every site, of a domain around it, of all ports and of all paths', () => {
    const wide: readonly (readonly [string, string])[] = [
      ['<all_urls>', 'https://a.example.com/x'],
      ['*://*/*', 'https://example.com/*'],
      ['*://*.com/*', '*://*.example.com/*'],
      ['*://*.example.com/*', 'http://example.com/a'],
      ['https://example.com/*', 'https://example.com:8080/*'],
      ['https://example.com:*/*', 'https://example.com:8080/*'],
    ];
    for (const [one, other] of wide) {
      assert.ok(coversPattern(one, other), `${one} ${other}`);
      assert.ok(!coversPattern(other, one), `${other} ${one}`);
    }
    for (const [one, other] of [
      ['*://*/*', 'file:///a'],
      ['*://example.com/*', '*://*.example.com/*'],
      ['*://*.ample.com/*', '*://example.com/*'],
      ['not a pattern', 'not a pattern'],
    ] as const) {
      assert.ok(!coversPattern(one, other), `${one} ${other}`);
    }
  });

  it('the same together as each alone', () => {
    const some = patterns.filter((_, at) => at % 3 === 0);
    const index = new PatternIndex(some);
    for (const pattern of patterns) {
      const alone = some.some((wide) => coversPattern(wide, pattern));
      assert.equal(index.covers(pattern), alone, pattern);
    }
  });

  it('of 30,000 among 30,000, also where they differ only in how they are written', () => {
    const numbers = Array.from({ length: 30_000 }, (_, number) => number);
    const many = new PatternIndex(numbers.map((number) => `*://*.site-${number}.example/*`));
    assert.equal(
      numbers.filter((number) => many.covers(`https://www.site-${number * 2}.example/a`)).length,
      15_000,
    );
    const cased = (number: number): string =>
      number.toString(2).padStart(15, '0').replaceAll('0', 'a').replaceAll('1', 'A');
    const alike = new PatternIndex(numbers.map((number) => `http://${cased(number)}.example/*`));
    assert.ok(numbers.every((number) => !alike.covers(`https://${cased(number)}.example/*`)));
  });
});

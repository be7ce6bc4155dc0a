import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extensionOf } from '../../../testing/build-extension.ts';
import { factsOf } from '../../../testing/facts-of.ts';
import { analyse } from '../analyse.ts';

describe('what the bounds of a script cut', () => {
  const followed = 'the search for flows in it ended at its bound, so that some may be missing';
  const kept = 'holds more facts than are kept; the first ones were';
  const scripts: readonly [string, string, string][] = [
    ['sinks past the first 1,500', 'fetch(address);\n'.repeat(1_501), followed],
    [
      'values that leave it past the first 500',
      'chrome.runtime.sendMessage({ tide });\n'.repeat(501),
      followed,
    ],
    ['texts past the first 50,000', `tides = [${'"ebb",'.repeat(50_001)}];`, kept],
    [
      'code in texts past the first 2,000',
      'eval("chrome.tabs.reload()");'.repeat(2_001),
      'holds more code in texts than is read',
    ],
  ];
  for (const [what, source, why] of scripts)
    it(`is skipped: ${what}`, () => {
      const { skipped } = factsOf(source);
      const reasons = skipped.map(({ what, why }) => `${what} ${why}`);
      assert.ok(reasons.includes(`worker.js ${why}`), reasons.join('\n'));
    });

  it('is only limited: addresses past the first 2,000', () => {
    const { skipped, limited } = factsOf(`tides = [${'"https://tides.io/",'.repeat(2_001)}];`);
    assert.deepEqual(skipped, []);
    assert.ok(limited.some(({ why }) => why.startsWith('it names more addresses')));
  });

  it('is only limited in a copy of a library', () => {
    const banner = '/*! jQuery v3.7.1 */';
    const { skipped, limited } = factsOf(`${banner}\n${'fetch(address);\n'.repeat(1_501)}`);
    assert.deepEqual([skipped, limited.length], [[], 1]);
  });

  it('is skipped: facts of a page past the first 1,000', () => {
    const page = '<p onclick="go()">'.repeat(1_001);
    const { skipped, html } = analyse(extensionOf({}, { 'page.html': page }));
    const gap = { what: 'page.html', why: kept, missing: ['pages'] };
    assert.deepEqual([skipped, html.length], [[gap], 1_000]);
  });
});

describe('a value of a script whose syntax tree was not kept', () => {
  const manifest = { background: { scripts: ['vendor.js', 'main.js'] } };
  const share = 'function tide() { return localStorage.getItem("tide"); }';
  const large = `${share}\n/* ${'-'.repeat(260_000)} */`;
  const use = 'fetch(`https://tides.test/?${tide()}`);';

  it('is named as limited when another script sends it', () => {
    const files = { 'vendor.js': large, 'main.js': use };
    const { limited, skipped } = analyse(extensionOf(manifest, files));
    assert.deepEqual(limited, [
      {
        what: 'vendor.js',
        why: 'other scripts use data of it that was not followed there',
        missing: ['flows'],
        isLimit: true,
      },
    ]);
    assert.deepEqual(skipped, []);
  });

  it('is not when none does, or when the tree was kept', () => {
    const unused = analyse(extensionOf(manifest, { 'vendor.js': large, 'main.js': 'tide();' }));
    assert.deepEqual(unused.limited, []);
    const small = analyse(extensionOf(manifest, { 'vendor.js': share, 'main.js': use }));
    assert.deepEqual(small.limited, []);
    assert.equal(small.flows.length, 1);
  });
});

describe('an unusually long way of data', () => {
  it('is named as limited, and leaves the analysis complete', () => {
    const hops = Array.from({ length: 130 }, (_, at) => `const tide${at + 1} = tide${at};`);
    const { limited, skipped } = factsOf(
      `const tide0 = document.cookie;\n${hops.join('\n')}\nfetch('https://tides.test', { method: 'POST', body: tide130 });`,
    );
    assert.deepEqual(limited, [
      {
        what: 'worker.js',
        why: 'single values in it have ways too long to follow; all others were followed',
        missing: ['flows'],
        isLimit: true,
      },
    ]);
    assert.deepEqual(skipped, []);
  });
});

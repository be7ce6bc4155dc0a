import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuSeconds } from '../../model/cpu-seconds.ts';
import { extensionOf } from '../../../testing/build-extension.ts';
import { networkRuleOf, staticNetworkRules } from './network-rules.ts';

const at = { file: 'sw.js', line: 8, column: 3 };

function factsOf(rules: string) {
  const rule_resources = [{ id: 'r', enabled: false, path: '/rules/r.json' }];
  return staticNetworkRules(
    extensionOf({ declarative_net_request: { rule_resources } }, { 'rules/r.json': rules }),
  );
}

test('a rule that strips a security header is told with its place', () => {
  const { rules, skipped } = factsOf(`[
  {"id": 4, "action": {"type": "modifyHeaders",
    "responseHeaders": [{"header": "Content-Security-Policy", "operation": "remove"},
                        {"header": "X-Own", "operation": "set", "value": "1"}],
    "requestHeaders": [{"header": "Origin", "operation": "append", "value": "x"}]},
   "condition": {"resourceTypes": ["main_frame"]}}]`);
  assert.deepEqual(skipped, []);
  assert.deepEqual(rules, [
    {
      origin: 'static',
      at: { file: 'rules/r.json', line: 2, column: 3 },
      action: 'modifyHeaders',
      removedRequestHeaders: [],
      removedResponseHeaders: ['content-security-policy'],
      changedRequestHeaders: ['origin'],
      changedResponseHeaders: ['x-own'],
      weakenedResponseHeaders: ['content-security-policy'],
      addedParameters: [],
      isBroad: true,
      condition: 'resourceTypes: main_frame',
    },
  ]);
});

test('rules that block an update service, a store or a security vendor are kept', () => {
  const { rules } = factsOf(
    '[{"action":{"type":"block"},"condition":{"urlFilter":"||ads.test^"}},' +
      '{"action":{"type":"block"},"condition":{"requestDomains":["a.test","www.VirusTotal.com"]}},' +
      '{"action":{"type":"block"},"condition":{"regexFilter":"^https://clients2\\\\.google\\\\.com/"}}]',
  );
  assert.deepEqual(
    rules.map(({ protectedSite }) => protectedSite),
    ['virustotal.com', 'clients2.google.com'],
  );
});

test('rules that only block or allow are counted, not kept', () => {
  const { rules, counts } = factsOf(
    '[{"action":{"type":"block"}},{"action":{"type":"block"}},{"action":{"type":"redirect","redirect":{"url":"https://x.test/"}}}]',
  );
  assert.equal(rules[0]?.redirectUrl, 'https://x.test/');
  assert.deepEqual(counts, [
    { file: 'rules/r.json', action: 'block', count: 2 },
    { file: 'rules/r.json', action: 'redirect', count: 1 },
  ]);
});

for (const [condition, isBroad] of [
  [{}, true],
  [{ urlFilter: '*' }, true],
  [{ urlFilter: '|http*' }, true],
  [{ urlFilter: '||shop.test^' }, false],
  [{ urlFilter: 'https://shop.test/pay' }, false],
  [{ urlFilter: '*://*/ads' }, true],
  [{ regexFilter: '.*' }, true],
  [{ regexFilter: '^https://www\\.shop\\.test/' }, false],
  [{ requestDomains: ['shop.test'] }, false],
  [{ requestDomains: Array.from({ length: 21 }, (_, index) => `h${index}.test`) }, true],
  [{ initiatorDomains: [] }, true],
] as const) {
  test(`${JSON.stringify(condition).slice(0, 60)} is ${isBroad ? 'broad' : 'narrow'}`, () => {
    const rule = networkRuleOf({ action: { type: 'redirect' }, condition }, 'dynamic', at);
    assert.equal(rule?.isBroad, isBroad);
  });
}

test('every way to redirect names its target', () => {
  const target = (redirect: object) =>
    networkRuleOf(
      JSON.parse(JSON.stringify({ action: { type: 'redirect', redirect } })),
      'dynamic',
      at,
    )?.redirectUrl;
  assert.equal(target({ regexSubstitution: 'https://a.test/\\1' }), 'https://a.test/\\1');
  assert.equal(target({ extensionPath: '/a.js' }), '/a.js');
  assert.equal(target({ transform: { scheme: 'https', host: 'b.test' } }), 'https://b.test/');
  assert.equal(target({ transform: { query: '' } }), undefined);
});

test('what is no rule is undefined', () => {
  for (const value of [
    null,
    4,
    'x',
    [],
    {},
    { action: 'block' },
    { action: { type: 'explode' } },
  ]) {
    assert.equal(networkRuleOf(value, 'dynamic', at), undefined);
  }
});

test('missing and malformed files are skipped with the reason, what came before is kept', () => {
  const missing = extensionOf({
    declarative_net_request: { rule_resources: [{ path: 'gone.json' }, 7, { path: 3 }] },
  });
  assert.match(staticNetworkRules(missing).skipped[0]?.why ?? '', /the package lacks it/);
  const broken = factsOf('[{"action":{"type":"redirect"}},\n {"action":{"type":"odd"}}, nope]');
  assert.equal(broken.rules.length, 1);
  assert.deepEqual(
    broken.skipped.map(({ why }) => why),
    ['line 2, column 29: "null" was expected here', '1 rules have no known action'],
  );
  assert.match(factsOf('{}').skipped[0]?.why ?? '', /a list was expected/);
});

test('300,000 rules are read within 5 s of processor time, kept rules are bounded', () => {
  const rule = (type: string, index: number) =>
    `{"id":${index},"priority":1,"action":{"type":"${type}"},"condition":{"urlFilter":"||host${index}.test^","resourceTypes":["script","image"]}}`;
  const list = (type: string) =>
    `[${Array.from({ length: 300_000 }, (_, index) => rule(type, index)).join(',\n')}]`;
  const blocks = list('block');
  const expected = [{ file: 'rules/r.json', action: 'block', count: 300_000 }];
  const seconds = cpuSeconds(() => assert.deepEqual(factsOf(blocks).counts, expected));
  assert.ok(seconds < 5, `${seconds} s`);
  const redirects = factsOf(list('redirect'));
  assert.equal(redirects.rules.length, 2_000);
  assert.match(redirects.skipped[0]?.why ?? '', /298000 are not/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuSeconds } from '../../model/cpu-seconds.ts';
import { extensionOf } from '../../../testing/build-extension.ts';
import { cspFacts } from './csp.ts';

const mv2 = (content_security_policy: string) =>
  cspFacts(extensionOf({ manifest_version: 2, content_security_policy }));
const shown = (policy: string) =>
  mv2(policy).map(({ kind, directive, value }) => [kind, directive, value].join(' ').trim());

for (const [policy, expected] of [
  ["script-src 'self'; object-src 'self'", []],
  ["script-src 'self' 'wasm-unsafe-eval'; object-src 'none'", []],
  ["script-src 'self' 'unsafe-eval'; object-src 'self'", ["unsafe-eval script-src 'unsafe-eval'"]],
  [
    "script-src 'self' https://cdn.test; object-src 'self'",
    ['remote-script-host script-src https://cdn.test'],
  ],
  [
    "script-src 'self' https://ajax.googleapis.com 'unsafe-eval'; object-src 'self'",
    [
      'remote-script-host script-src https://ajax.googleapis.com',
      "unsafe-eval script-src 'unsafe-eval'",
      'bypass-host script-src https://ajax.googleapis.com',
    ],
  ],
  [
    "script-src 'self' http://localhost:8097; object-src 'self'",
    [
      'remote-script-host script-src http://localhost:8097',
      'insecure-source script-src http://localhost:8097',
    ],
  ],
  ["script-src * 'self'; object-src 'none'", ['wildcard script-src *']],
  ["script-src https: 'self'; object-src 'none'", ['scheme-source script-src https:']],
  ["img-src 'self'", ['missing-directive object-src', 'missing-directive script-src']],
  ["script-src 'self'; object-src 'none'; skript-src x", ['syntax skript-src']],
] as const) {
  test(`${policy} gives ${expected.length} facts`, () => {
    assert.deepEqual(shown(policy), expected);
  });
}

test("the browser's default policies give no facts", () => {
  assert.deepEqual(cspFacts(extensionOf({ sandbox: { pages: ['a.html'] } })), []);
});

test('the sandbox policy is told apart, with the place of its text', () => {
  const extension = extensionOf({
    content_security_policy: { sandbox: "sandbox allow-scripts; script-src 'unsafe-inline'" },
  });
  const fact = cspFacts(extension).find(({ kind }) => kind === 'unsafe-inline');
  assert.equal(fact?.policy, 'sandbox');
  assert.deepEqual(fact.at, extension.manifest.locate(['content_security_policy', 'sandbox']));
});

test('a source that is no URL hides no other fact', () => {
  assert.ok(
    shown("script-src http://[ 'unsafe-eval'; object-src *").includes('wildcard object-src *'),
  );
});

test('a policy of a megabyte is evaluated in bounded time', () => {
  const sources = Array.from({ length: 50_000 }, (_, index) => `https://h${index}.test`).join(' ');
  const seconds = cpuSeconds(() => assert.ok(mv2(`script-src ${sources}`).length > 100));
  assert.ok(seconds < 3, `${seconds} s`);
});

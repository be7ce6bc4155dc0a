import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CspPolicy } from '../model/extension.ts';
import { allowsScript } from './csp-sources.ts';

describe('allowsScript', () => {
  const cases: readonly [policy: string, url: string, allowed: boolean][] = [
    ["script-src 'self'", 'https://cdn.lib-host.net/a.js', false],
    ["script-src 'self' https://cdn.lib-host.net", 'https://cdn.lib-host.net/a.js', true],
    ["script-src 'self' https://cdn.lib-host.net", 'http://cdn.lib-host.net/a.js', false],
    ['script-src https://*.lib-host.net', 'https://cdn.lib-host.net/a.js', true],
    ['script-src https://*.lib-host.net', 'https://lib-host.net/a.js', false],
    ['script-src https:', 'https://lib-host.net/a.js', true],
    ["script-src 'self'; script-src-elem *", 'https://lib-host.net/a.js', true],
    ["default-src 'none'", 'https://lib-host.net/a.js', false],
    ["object-src 'self'", 'https://lib-host.net/a.js', true],
  ];
  for (const [policy, url, allowed] of cases) {
    it(`${policy} ${allowed ? 'lets' : 'keeps'} ${url} ${allowed ? 'in' : 'out'}`, () => {
      assert.equal(allowsScript(parse(policy), url), allowed);
    });
  }
});

function parse(text: string): CspPolicy {
  const directives = new Map(
    text.split('; ').map((part): [string, string[]] => {
      const [name = '', ...values] = part.split(' ');
      return [name, values];
    }),
  );
  return { text, declared: true, at: { file: 'manifest.json', line: 3, column: 5 }, directives };
}

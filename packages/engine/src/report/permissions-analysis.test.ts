import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HostBreadth, Permissions } from '../model/extension.ts';
import { analysePermissions } from './permissions-analysis.ts';

describe('analysePermissions', () => {
  const riskyRows = [
    [['webRequest'], ['<all_urls>'], 'high'],
    [['cookies'], ['<all_urls>'], 'high'],
    [['nativeMessaging'], ['<all_urls>'], 'critical'],
    [['management'], [], 'high'],
    [['debugger'], [], 'critical'],
    [['proxy'], [], 'high'],
  ] as const;
  for (const [api, hosts, risk] of riskyRows) {
    const names = [...api, ...hosts];
    it(`reports ${names.join(' with ')} as ${risk}`, () => {
      const { dangerous_combinations: found } = analysePermissions(permissions(api, hosts));
      assert.deepEqual(found, [{ permissions: names, risk }]);
    });
  }

  it('takes every spelling of all hosts for all hosts', () => {
    const { dangerous_combinations: found } = analysePermissions(
      permissions(['cookies'], ['*://*/*']),
    );
    assert.deepEqual(found, [{ permissions: ['cookies', '*://*/*'], risk: 'high' }]);
  });

  it('does not report powers over one site', () => {
    const analysis = analysePermissions(
      permissions(['webRequest', 'cookies', 'nativeMessaging'], ['https://example.com/*']),
    );
    assert.deepEqual(analysis.dangerous_combinations, []);
    assert.equal(analysis.host_permissions_scope, 'specific');
  });

  it('counts API and host permissions', () => {
    const analysis = analysePermissions(
      permissions(['storage', 'cookies'], ['<all_urls>', 'https://example.com/*']),
    );
    assert.equal(analysis.total_permissions, 4);
    assert.equal(analysis.high_risk_permissions, 2);
    assert.equal(analysis.host_permissions_scope, 'all_urls');
  });
});

function permissions(api: readonly string[], hosts: readonly string[]): Permissions {
  const at = { file: 'manifest.json', line: 2, column: 3 };
  const breadthOf = (text: string): HostBreadth =>
    text === '<all_urls>' || text === '*://*/*' ? 'all-urls' : 'specific';
  const hostPermissions = hosts.map((text) => ({
    at,
    pattern: {
      text,
      schemes: ['https'],
      host: '*',
      includesSubdomains: true,
      path: '/*',
      breadth: breadthOf(text),
    },
  }));
  const isBroad = hosts.some((text) => breadthOf(text) === 'all-urls');
  return {
    api: api.map((name) => ({ name, at })),
    optionalApi: [],
    hosts: hostPermissions,
    optionalHosts: [],
    unknown: [],
    warnings: [],
    hostBreadth: isBroad ? 'all-urls' : hosts.length > 0 ? 'specific' : 'none',
    has: (name) => api.includes(name),
  };
}

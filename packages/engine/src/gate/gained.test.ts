import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../model/extension.ts';
import { gainedSince } from './gained.ts';
import { emptySurface, type Surface } from './surface.ts';

const cookiesSent = {
  rule: 'cookies-sent',
  severity: 'critical',
  confidence: 'high',
  source: 'cookies',
  sink: 'network',
  receiver: 'a.tides.dev',
  context: 'service-worker',
} as const;
const flow = {
  direction: 'theft',
  source: 'cookies',
  sink: 'network',
  host: 'a.tides.dev',
} as const;

function gained(before: Partial<Surface>, after: Partial<Surface>): readonly string[] {
  return gainedSince({ ...emptySurface, ...before }, { ...emptySurface, ...after }).map(
    ({ kind, name }) => `${kind} ${name}`,
  );
}

const gainedInManifest = (before: JsonObject, after: JsonObject): readonly string[] =>
  gained({ manifest: before }, { manifest: after });

describe('what a version gains', () => {
  it('is everything that the earlier one lacks, of every kind', () => {
    const after: Partial<Surface> = {
      manifest: {
        manifest_version: 3,
        permissions: ['debugger'],
        optional_permissions: ['proxy'],
        content_scripts: [{ matches: ['https://a.dev/*'] }],
      },
      findings: [cookiesSent],
      flows: [flow],
      hosts: ['a.tides.dev'],
      receivers: ['a.tides.dev'],
    };
    assert.deepEqual(gained({ signing_keys: ['k'] }, after), [
      'finding cookies-sent',
      'flow cookies > network',
      'permission debugger',
      'optional-permission proxy',
      'site https://a.dev/*',
      'warning Access the page debugger backend',
      'warning Read and change all your data on all websites',
      'host a.tides.dev',
      'receiver a.tides.dev',
      'signing-key none',
    ]);
    assert.deepEqual(gained(after, after), []);
    assert.deepEqual(gained(after, {}), []);
  });

  it('is a finding of the same rule with another receiver, flow or context', () => {
    for (const over of [
      { receiver: 'b.tides.dev' },
      { source: 'history' },
      { context: 'content-script' },
    ] as const) {
      const findings = [cookiesSent, { ...cookiesSent, ...over }];
      assert.deepEqual(gained({ findings: [cookiesSent] }, { findings }), ['finding cookies-sent']);
    }
  });

  it('is a finding that grew in severity, or whose check is gone, and no step that a build may bring', () => {
    const from = (over: object) =>
      gained({ findings: [{ ...cookiesSent, ...over }] }, { findings: [cookiesSent] });
    assert.equal(from({ severity: 'high' }).length, 1);
    assert.equal(from({ confidence: 'low' }).length, 1);
    assert.equal(from({ confidence: 'medium' }).length, 0);
  });

  it('is no narrower site, and nothing that becomes optional', () => {
    const wide = { manifest_version: 3, host_permissions: ['<all_urls>'], permissions: ['tabs'] };
    assert.deepEqual(
      gainedInManifest(wide, { ...wide, host_permissions: ['https://a.dev/*'] }),
      [],
    );
    assert.deepEqual(
      gainedInManifest(wide, {
        manifest_version: 3,
        optional_permissions: ['tabs'],
        optional_host_permissions: ['*://a.dev/*'],
      }),
      [],
    );
    assert.deepEqual(
      gainedInManifest(
        { manifest_version: 3, optional_permissions: ['debugger'] },
        { manifest_version: 3, permissions: ['debugger'] },
      ),
      [
        'permission debugger',
        'warning Access the page debugger backend',
        'warning Read and change all your data on all websites',
      ],
    );
  });

  it('is a wider site, a subdomain and another scheme', () => {
    const of = (pattern: string): JsonObject => ({
      manifest_version: 3,
      host_permissions: [pattern],
    });
    for (const [before, after] of [
      ['https://a.dev/*', 'https://*.a.dev/*'],
      ['https://a.dev/*', '*://a.dev/*'],
      ['https://a.dev/x/*', 'https://a.dev/*'],
      ['https://a.dev/*', 'https://nota.dev/*'],
    ] as const) {
      assert.ok(gainedInManifest(of(before), of(after)).includes(`permission ${after}`), after);
    }
  });

  it('is a replaced search engine, which is no permission', () => {
    const override = { search_provider: { search_url: 'https://find.tides.dev/?q=%s' } };
    const manifest = { manifest_version: 3, chrome_settings_overrides: override };
    assert.deepEqual(gainedInManifest({ manifest_version: 3 }, manifest), [
      'warning Change your search settings to: find.tides.dev',
    ]);
  });
});

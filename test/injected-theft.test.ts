// The snippets that `npm run updates` hides in honest packages are found where they stand, and say what a monitor would.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { buildZip } from '../packages/engine/fixtures/packages/build-zip.ts';
import { createTestPool } from '../packages/engine/testing/test-pool.ts';
import type { PackageSource } from '../packages/engine/src/unpack/source.ts';
import { injectTheft, withSnippet, type Injection } from '../scripts/updates/inject-theft.ts';
import { securityAlert } from '../scripts/updates/security-alert.ts';

suite('a snippet in the middle of a script', () => {
  const cases: readonly [string, string, string][] = [
    ['between statements', 'first();second();third();', 'first();;X;second();third();'],
    [
      'in the module of a bundle',
      '(()=>{var m={7:e=>{one();two();three();four()}};m[7]()})()',
      '(()=>{var m={7:e=>{one();two();;X;three();four()}};m[7]()})()',
    ],
    [
      'not behind a return, before a directive or deeper than a module',
      '"use strict";a();!function(){!function(){return b;c();!function(){d();e();f()}()}()}()',
      '"use strict";a();!function(){!function(){;X;return b;c();!function(){d();e();f()}()}()}()',
    ],
    ['of nothing', '', ';X;'],
  ];
  for (const [where, script, expected] of cases) {
    test(`stands ${where}`, () => assert.equal(withSnippet(script, 'X'), expected));
  }
});

suite('an update', () => {
  const pool = createTestPool({ processes: 1 });
  after(() => pool.close());
  const analyzedAt = '2031-07-08T09:10:11.000Z';
  const auditOf = (files: ReadonlyMap<string, Uint8Array>) =>
    pool.audit(zipOf(files), { analyzedAt });

  test('of honest code raises no security alert', async () => {
    const [before, now] = [await auditOf(honest('1.2')), await auditOf(honest('1.3'))];
    assert.equal(now.summary.version, '1.3');
    assert.deepEqual(securityAlert(before, now), []);
  });

  for (const theft of ['cookies', 'keys'] as const) {
    for (const form of ['plain', 'obfuscated'] as const) {
      test(`with a snippet that steals ${theft}, ${form}, does`, async () => {
        const before = await auditOf(honest('1.2'));
        const injected = injectTheft(honest('1.2'), before, { theft, form });
        assert.equal(injected?.script, theft === 'cookies' ? 'worker.js' : 'content.js');
        const now = await auditOf(injected.files);
        assert.ok(securityAlert(before, now).length > 0);
        const asked = now.summary.permissions;
        assert.deepEqual(
          asked,
          theft === 'cookies' ? ['<all_urls>', 'alarms', 'cookies'] : ['alarms'],
        );
      });
    }
  }

  test('needs a script that runs where the theft works', async () => {
    const files = new Map([...honest('1.2')].filter(([name]) => name !== 'worker.js'));
    const injection: Injection = { theft: 'cookies', form: 'plain' };
    assert.equal(injectTheft(files, await auditOf(files), injection), undefined);
  });
});

function honest(version: string): ReadonlyMap<string, Uint8Array> {
  const manifest = {
    manifest_version: 3,
    name: 'Tide table',
    version,
    permissions: ['alarms'],
    background: { service_worker: 'worker.js' },
    content_scripts: [{ matches: ['https://tides.dev/*'], js: ['content.js'] }],
  };
  const texts = {
    'manifest.json': JSON.stringify(manifest),
    'worker.js':
      'chrome.alarms.create("tide",{periodInMinutes:7});console.log("ready");console.log(8);',
    'content.js': 'document.title="Tides";console.log("shown");document.body.hidden=false;',
  };
  const encoder = new TextEncoder();
  return new Map(Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)]));
}

function zipOf(files: ReadonlyMap<string, Uint8Array>): PackageSource {
  const entries = [...files].map(([name, contents]) => ({ name, contents }));
  return { kind: 'bytes', name: 'extension.zip', bytes: buildZip(entries) };
}

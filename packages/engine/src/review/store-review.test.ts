import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildZip } from '../../fixtures/packages/build-zip.ts';
import { audit } from '../audit.ts';
import { rules } from '../rules/index.ts';
import type { StoreProfile } from '../vocabulary.ts';
import { chromeStore } from './chrome-store.ts';
import { firefoxAmo } from './firefox-amo.ts';
import { reviewFor } from './store-review.ts';

const sound = {
  manifest_version: 3,
  name: 'Tide table',
  version: '4.1',
  description: 'Shows when the tide comes in.',
  icons: { 128: 'tide.png' },
};

async function review(
  profile: StoreProfile,
  manifest: object,
  files: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const texts = { 'manifest.json': JSON.stringify(manifest, null, 2), 'tide.png': '', ...files };
  const bytes = buildZip(Object.entries(texts).map(([name, contents]) => ({ name, contents })));
  const source = { kind: 'bytes', bytes, name: 'tides.zip' } as const;
  const { report, summary } = await audit(source, { analyzedAt: '2026-01-01T00:00:00Z' });
  const { issues } = reviewFor(profile, report, summary.manifestRaw, Object.keys(texts));
  return issues.map(({ code, outcome, at }) => `${outcome} ${code} ${at?.file}:${at?.line}`);
}

describe('the review of the Chrome Web Store', () => {
  it('has nothing to say of a sound package', async () => {
    assert.deepEqual(await review('chrome-store', sound), []);
  });

  it('rejects remotely hosted code as Blue Argon, with its line', async () => {
    const manifest = { ...sound, background: { service_worker: 'w.js' } };
    const script = '\nimportScripts("https://cdn.tides.dev/a.js");';
    assert.ok(
      (await review('chrome-store', manifest, { 'w.js': script })).includes(
        'rejected Blue Argon w.js:2',
      ),
    );
  });

  it('rejects permissions that nothing uses as Purple Potassium, with their line', async () => {
    const manifest = {
      ...sound,
      permissions: ['storage', 'history'],
      background: { service_worker: 'w.js' },
    };
    const issues = await review('chrome-store', manifest, {
      'w.js': 'chrome.storage.local.get();',
    });
    assert.ok(
      issues.some((issue) => /^rejected Purple Potassium manifest\.json:1\d$/.test(issue)),
      String(issues),
    );
  });

  it('rejects files that the manifest names and the package lacks as Yellow Magnesium', async () => {
    const manifest = {
      ...sound,
      action: { default_popup: 'popup.html', default_icon: { 16: '/tide.png' } },
    };
    assert.deepEqual(await review('chrome-store', manifest), [
      'rejected Yellow Magnesium manifest.json:10',
    ]);
  });

  it('rejects a script that the package lacks once, where the manifest names it', async () => {
    const scripts = [{ matches: ['https://tides.example/*'], js: ['lost.js'] }];
    const manifest = { ...sound, content_scripts: scripts };
    for (const [profile, code] of [
      ['chrome-store', 'Yellow Magnesium'],
      ['firefox-amo', 'MANIFEST_CONTENT_SCRIPT_FILE_NOT_FOUND'],
    ] as const) {
      const issues = await review(profile, manifest);
      const rejected = issues.filter((issue) => /lost|manifest\.json:1[4-9]/.test(issue));
      assert.deepEqual(rejected, [`rejected ${code} manifest.json:15`]);
    }
  });

  it('rejects scripts that cannot be read as Yellow Magnesium', async () => {
    const manifest = { ...sound, background: { service_worker: 'w.js' } };
    assert.deepEqual(await review('chrome-store', manifest, { 'w.js': 'const = ;' }), [
      'rejected Yellow Magnesium w.js:1',
    ]);
  });

  it('takes no Manifest V2, no long description and no package without an icon', async () => {
    const { icons: _icons, ...plain } = sound;
    assert.deepEqual(
      await review('chrome-store', { ...plain, manifest_version: 2, description: 'x'.repeat(133) }),
      [
        'rejected upload refused manifest.json:2',
        'rejected upload refused manifest.json:5',
        'asked-about Yellow Zinc manifest.json:1',
      ],
    );
  });
});

describe('the review of addons.mozilla.org', () => {
  const gecko = { id: 'tides@tides.dev', data_collection_permissions: { required: ['none'] } };
  const firefox = { ...sound, browser_specific_settings: { gecko } };

  it('has nothing to say of a sound package', async () => {
    assert.deepEqual(await review('firefox-amo', firefox), []);
  });

  it('names what its linter refuses by the codes of the linter', async () => {
    assert.deepEqual(
      await review(
        'firefox-amo',
        { ...sound, background: { service_worker: 'w.js' } },
        { 'w.js': '' },
      ),
      [
        'rejected ADDON_ID_REQUIRED manifest.json:1',
        'rejected BACKGROUND_SERVICE_WORKER_NOFALLBACK manifest.json:10',
        'asked-about MISSING_DATA_COLLECTION_PERMISSIONS manifest.json:1',
      ],
    );
    const own = { gecko: { ...gecko, update_url: 'https://tides.dev/updates.json' } };
    assert.deepEqual(
      await review('firefox-amo', {
        ...sound,
        browser_specific_settings: own,
        icons: { 128: 'ebb.png' },
      }),
      [
        'rejected MANIFEST_UPDATE_URL manifest.json:17',
        'rejected MANIFEST_ICON_NOT_FOUND manifest.json:7',
      ],
    );
  });

  it('asks about what its linter warns of', async () => {
    const manifest = { ...firefox, background: { scripts: ['b.js'] } };
    const script =
      'chrome.storage.local.get("t", ({ t }) => eval(t));\naddEventListener("hashchange", (e) => setTimeout("tick(" + e.newURL + ")", 5));';
    const issues = await review('firefox-amo', manifest, { 'b.js': script });
    assert.ok(issues.includes('asked-about DANGEROUS_EVAL b.js:1'), String(issues));
    assert.ok(issues.includes('asked-about NO_IMPLIED_EVAL b.js:2'), String(issues));
  });
});

for (const { store, findings } of [chromeStore, firefoxAmo]) {
  it(`the profile of ${store} names rules that exist`, () => {
    const ids = new Set(rules.map(({ id }) => id));
    assert.deepEqual(
      Object.keys(findings).filter((id) => !ids.has(id)),
      [],
    );
  });
}

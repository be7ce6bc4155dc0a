import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from './cpu-seconds.ts';
import { unpack } from '../unpack/unpack.ts';
import { modelExtension } from './model-extension.ts';
import { extensionOf } from '../../testing/build-extension.ts';

const installed = (folder: string) =>
  fileURLToPath(new URL(`../../../../node_modules/${folder}/extensions/`, import.meta.url));

test('all 14 store-signed packages are understood under their own id', async () => {
  const folder = installed('@tomjs/electron-devtools-files');
  const files = readdirSync(folder).filter((file) => file.endsWith('.crx'));
  assert.equal(files.length, 14);
  for (const file of files) {
    const extension = modelExtension(await unpack({ kind: 'file', path: folder + file }));
    assert.deepEqual(extension.id, { value: file.slice(0, 32), origin: 'signature' });
    assert.equal(extension.manifest.manifestVersion, 3);
    assert.ok(!extension.manifest.name.includes('__MSG_'));
    assert.deepEqual(extension.permissions.unknown, []);
    assert.deepEqual(extension.manifest.warnings, []);
    assert.ok(extension.contexts.some(({ kind }) => kind === 'devtools-page'));
    const scripts = extension.contexts.flatMap((context) => context.scripts);
    assert.ok(scripts.some((script) => extension.package.files.has(script)));
  }
});

test('unpacked folders of both manifest versions are understood', async () => {
  for (const alias of ['electron-devtools-vendor-1', 'electron-devtools-vendor-3']) {
    for (const name of readdirSync(installed(alias))) {
      const path = installed(alias) + name;
      const extension = modelExtension(await unpack({ kind: 'directory', path }));
      assert.match(extension.id.value, /^[a-p]{32}$/);
      assert.ok(extension.contexts.length > 0);
    }
  }
});

test("a folder's id comes from the manifest's key", async () => {
  const path = `${installed('electron-devtools-vendor-1')}redux-devtools`;
  assert.deepEqual(modelExtension(await unpack({ kind: 'directory', path })).id, {
    value: 'lmhkpmbekcpmknklioeibfkpmmfibljd',
    origin: 'manifest-key',
  });
});

test('without a usable key the id comes from the contents', () => {
  const { id } = extensionOf({ key: 'no base64!' });
  assert.equal(id.origin, 'content');
  assert.match(id.value, /^[a-p]{32}$/);
  assert.notEqual(id.value, extensionOf({ key: 'no base64?' }).id.value);
});

test('versions of a Firefox add-on without a key are one extension, by its gecko id', () => {
  const gecko = { gecko: { id: 'uBlock0@raymondhill.net' } };
  const geckoId = gecko.gecko.id;
  const expected = { value: 'popaaoheffilpibnlggmlkhmnplpmmok', origin: 'gecko-id', geckoId };
  for (const version of ['1.0', '2.0']) {
    const { id } = extensionOf({ version, browser_specific_settings: gecko });
    assert.deepEqual(id, expected);
    assert.deepEqual(extensionOf({ version, applications: gecko }).id, expected);
  }
  for (const id of ['no id', 7, `${'a'.repeat(90)}@b`]) {
    const none = extensionOf({ browser_specific_settings: { gecko: { id } } });
    assert.equal(none.id.origin, 'content');
  }
});

test('contexts follow manifest and HTML, scripts in order', () => {
  const { contexts } = extensionOf(
    {
      background: { service_worker: 'sw.js', scripts: ['firefox.js'] },
      action: { default_popup: '/ui/popup.html?tab=1' },
      devtools_page: 'dev.html',
      sandbox: { pages: ['box/*.html'] },
      content_scripts: [{ matches: ['https://a.test/*'], js: ['c.js'] }],
    },
    {
      'ui/popup.html':
        '<script src="../lib/one.js"></script><SCRIPT SRC=two.js?v=3></SCRIPT><script src="https://cdn.test/x.js"></script><script type="text/template" src="t.js"></script>',
      'dev.html': '<script type=module src="/dev%20tools.js"></script>',
      'box/a.html': '',
      'other.htm': '<script src="chrome-extension://__MSG_@@extension_id__/own.js"></script>',
    },
  );
  const shown = contexts.map(({ kind, page, scripts }) => [kind, page, ...scripts]);
  assert.deepEqual(shown, [
    ['service-worker', undefined, 'sw.js'],
    ['background-page', undefined, 'firefox.js'],
    ['content-script', undefined, 'c.js'],
    ['extension-page', 'ui/popup.html', 'lib/one.js', 'ui/two.js'],
    ['devtools-page', 'dev.html', 'dev tools.js'],
    ['sandbox-page', 'box/a.html'],
    ['extension-page', 'other.htm', 'own.js'],
  ]);
});

test("the effective CSP is the manifest's or the browser's default", () => {
  const mv2 = extensionOf({
    manifest_version: 2,
    content_security_policy: "Script-Src 'self' https://cdn.test; script-src 'none'; object-src *",
  });
  assert.ok(mv2.csp.extensionPages.declared);
  assert.deepEqual(mv2.csp.extensionPages.directives.get('script-src'), [
    "'self'",
    'https://cdn.test',
  ]);
  const mv3 = extensionOf({ content_security_policy: { sandbox: "script-src 'unsafe-eval'" } });
  assert.ok(!mv3.csp.extensionPages.declared);
  assert.deepEqual(mv3.csp.extensionPages.directives.get('script-src'), ["'self'"]);
  assert.ok(mv3.csp.sandbox.declared);
});

test('a page of 300,000 unclosed elements is read in linear time', () => {
  const html = '<a>'.repeat(300_000) + '</b>'.repeat(300_000);
  const seconds = cpuSeconds(() => extensionOf({}, { 'deep.html': html }));
  assert.ok(seconds < 3, `${seconds} s`);
});

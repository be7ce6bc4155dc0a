import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionOf } from '../../testing/build-extension.ts';

const permissionsOf = (manifest: object) => extensionOf(manifest).permissions;
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
const texts = (list: readonly { readonly pattern: { readonly text: string } }[]) =>
  list.map(({ pattern }) => pattern.text);

test("MV2's hosts are taken out of permissions", () => {
  const permissions = permissionsOf({
    manifest_version: 2,
    permissions: ['tabs', 'https://a.test/*', 'nonsense', { fileSystem: ['write'] }],
    optional_permissions: ['cookies', '*://*/*'],
  });
  assert.deepEqual(names(permissions.api), ['tabs', 'fileSystem.write']);
  assert.deepEqual(texts(permissions.hosts), ['https://a.test/*']);
  assert.deepEqual(names(permissions.optionalApi), ['cookies']);
  assert.deepEqual(texts(permissions.optionalHosts), ['*://*/*']);
  assert.deepEqual(
    permissions.unknown.map(({ text }) => text),
    ['nonsense'],
  );
  assert.equal(permissions.hostBreadth, 'specific');
  assert.ok(permissions.has('tabs'));
  assert.ok(!permissions.has('cookies'));
});

test("MV3's hosts have keys of their own, and one in permissions is unknown", () => {
  const permissions = permissionsOf({
    permissions: ['scripting', 'https://b.test/*'],
    host_permissions: ['https://*.a.test/*', 'broken'],
    optional_host_permissions: ['https://c.test/*'],
  });
  assert.deepEqual(texts(permissions.hosts), ['https://*.a.test/*']);
  assert.deepEqual(texts(permissions.optionalHosts), ['https://c.test/*']);
  assert.deepEqual(
    permissions.unknown.map(({ text }) => text),
    ['https://b.test/*', 'broken'],
  );
});

test('content script matches count as host access', () => {
  const permissions = permissionsOf({
    content_scripts: [{ matches: ['*://*.co.uk/*'], js: ['a.js'] }],
  });
  assert.equal(permissions.hostBreadth, 'public-suffix');
  assert.deepEqual(permissions.warnings, ['Read and change all your data on all websites']);
});

test('permissions that only Firefox or Thunderbird know are known', () => {
  const { unknown, api } = permissionsOf({ permissions: ['menus', 'messagesRead', 'menu'] });
  assert.deepEqual(names(api), ['menus', 'messagesRead']);
  assert.deepEqual(
    unknown.map(({ text }) => text),
    ['menu'],
  );
});

test('every entry knows its place', () => {
  const { api } = permissionsOf({ permissions: ['tabs', 'history'] });
  assert.notEqual(api[1]?.at.column, api[0]?.at.column);
  assert.equal(
    api[1]?.warning,
    'Read and change your browsing history on all your signed-in devices',
  );
});

for (const [what, manifest, warnings] of [
  [
    'the debugger warns of itself and of all websites',
    { permissions: ['debugger'] },
    ['Access the page debugger backend', 'Read and change all your data on all websites'],
  ],
  [
    'all websites swallow tabs and webNavigation',
    { permissions: ['tabs', 'webNavigation', 'bookmarks'], host_permissions: ['<all_urls>'] },
    ['Read and change all your data on all websites', 'Read and change your bookmarks'],
  ],
  [
    'tabs with sessions read the history of all devices',
    { permissions: ['sessions', 'tabs'] },
    ['Read your browsing history on all your signed-in devices'],
  ],
  [
    'reading and writing the clipboard are one warning',
    { permissions: ['clipboardWrite', 'clipboardRead'] },
    ['Read and modify data you copy and paste'],
  ],
  [
    'one host is named, without its port',
    { host_permissions: ['https://mail.test:8080/*'] },
    ['Read and change your data on mail.test'],
  ],
  [
    'two hosts are named in order, subdomains as all sites',
    { host_permissions: ['https://b.test/*', 'https://*.a.test/*'] },
    ['Read and change your data on all a.test sites and b.test'],
  ],
  [
    'three hosts are named',
    { host_permissions: ['https://c.test/*', 'https://b.test/*', 'https://a.test/*'] },
    ['Read and change your data on a.test, b.test, and c.test'],
  ],
  [
    'four hosts are a number of websites',
    { host_permissions: ['a', 'b', 'c', 'd'].map((host) => `https://${host}.test/*`) },
    ['Read and change your data on a number of websites'],
  ],
  [
    'hosts that differ by registry are named once, com before others',
    { host_permissions: ['https://shop.de/*', 'https://shop.com/*'] },
    ['Read and change your data on shop.com'],
  ],
  [
    'a developer tools page reaches all websites',
    { devtools_page: 'd.html' },
    ['Read and change all your data on all websites'],
  ],
  [
    'settings overrides name their host',
    {
      chrome_url_overrides: { newtab: 'n.html' },
      chrome_settings_overrides: { homepage: 'https://www.start.test/' },
    },
    ['Replace the page you see when opening a new tab', 'Change your home page to: start.test'],
  ],
  [
    'a USB device without a name is a device',
    { permissions: [{ usbDevices: [{ vendorId: 7 }] }] },
    ['Access any device via USB'],
  ],
  ['storage and alarms warn of nothing', { permissions: ['storage', 'alarms', 'activeTab'] }, []],
] as const) {
  test(`warnings: ${what}`, () => {
    assert.deepEqual(permissionsOf(manifest).warnings, warnings);
  });
}

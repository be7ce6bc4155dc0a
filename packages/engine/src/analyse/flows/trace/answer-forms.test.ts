import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

const content = `
  window.addEventListener('message', function (event) {
    chrome.runtime.sendMessage(event.data, function (answer) { window.postMessage({ answer: answer }, '*'); });
  });`;
const manifest = {
  manifest_version: 2,
  background: { scripts: ['worker.js'] },
  content_scripts: [{ matches: ['<all_urls>'], js: ['content.js'] }],
};
const flowsWith = (body: string): readonly string[] =>
  flowsBetween(
    {
      'content.js': content,
      'worker.js': `chrome.runtime.onMessage.addListener(function (m, from, done) { ${body}; return true; });`,
    },
    manifest,
  );
const request = 'page-message content.js > network worker.js (exposure,';
const answer = 'network-response worker.js > page-message content.js (remote-control,';
const has = (flows: readonly string[], start: string): boolean =>
  flows.some((flow) => flow.startsWith(start));

describe('answers to a page about what it asked for', () => {
  const forms: readonly [string, string][] = [
    ['an option that is sendResponse', '$.ajax({ url: m.url, success: done })'],
    ['a callback that is sendResponse', 'jQuery.get(m.url, done)'],
    ['done(sendResponse)', '$.get(m.url).done(done)'],
    ['always', "$.ajax(m.url, { type: 'POST' }).always(function (text) { done(text); })"],
    [
      'a request that is handed to a callback',
      `(function load(how, url, act) { var x = new XMLHttpRequest(); x.onload = function () { act(x); }; x.open(how, url); x.send(); })
        ('GET', m.url, function (x) { done(x.responseText); })`,
    ],
  ];
  for (const [what, body] of forms) {
    it(`are followed through ${what}`, () => {
      const flows = flowsWith(body);
      assert.ok(has(flows, request), flows.join());
      assert.ok(has(flows, answer), flows.join());
    });

    it(`say nothing of the page's choice where the address is fixed: ${what}`, () => {
      assert.equal(has(flowsWith(body.replace('m.url', "'https://a.dev/news'")), request), false);
    });
  }

  it('are none where an option is only told that it is over', () => {
    const flows = flowsWith('$.ajax({ url: m.url, beforeSend: done })');
    assert.equal(has(flows, answer), false);
  });
});

describe('options that are written one by one', () => {
  it('lead to a download of the address', () => {
    const flows = flowsWith(
      'var o = { saveAs: false }; o.url = m.url; chrome.downloads.download(o)',
    );
    assert.ok(has(flows, 'page-message content.js > download worker.js (exposure,'), flows.join());
  });

  it('lead to none where only the name of the file is the page’s', () => {
    const flows = flowsWith(
      "var o = { url: 'https://a.dev/f' }; o.filename = m.name; chrome.downloads.download(o)",
    );
    assert.equal(has(flows, 'page-message content.js > download'), false);
  });
});

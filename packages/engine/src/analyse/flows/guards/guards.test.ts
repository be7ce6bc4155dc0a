import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

const listen = (body: string): string =>
  `chrome.runtime.onMessageExternal.addListener((m, sender, reply) => { ${body} chrome.cookies.getAll({ domain: m.of }, reply); return true })`;
const exposure = (confidence: string): string =>
  `cookies worker.js > external-response worker.js (exposure, ${confidence})`;
const id = 'aaaabbbbccccddddeeeeffffgggghhhh';

describe('answers to other extensions and pages', () => {
  const checks: readonly string[] = [
    `if (sender.id !== '${id}') return;`,
    `if (!['${id}'].includes(sender.id)) return;`,
    `const known = new Set(['${id}']); if (!known.has(sender.id)) return false;`,
    `if (['${id}'].indexOf(sender.id) === -1) return;`,
    `if (['${id}'].indexOf(sender.id) < 0) return;`,
    `if (!['${id}'].some((each) => each === sender.id)) return;`,
    "if (new URL(sender.url).hostname !== 'own.a.dev') return;",
    "const from = new URL(sender.url); if (from.origin !== 'https://own.a.dev') return;",
    "const { hostname } = new URL(sender.url); if (hostname !== 'own.a.dev') return;",
    "const from = new URL(sender.url).host; if (from !== 'own.a.dev') return;",
  ];
  for (const check of checks)
    it(`are unlikely to be anyone's after ${check}`, () => {
      assert.deepEqual(flowsBetween({ 'worker.js': listen(check) }), [exposure('low')]);
    });

  const noChecks: readonly string[] = [
    '',
    `if (m.id !== '${id}') return;`,
    'if (sender.frameId !== 0) return;',
    `if (['${id}'].indexOf(sender.id) !== -1) return;`,
    "const from = new URL(m.url); if (from.origin !== 'https://own.a.dev') return;",
  ];
  for (const check of noChecks)
    it(`are anyone's after ${check === '' ? 'no check' : check}`, () => {
      assert.deepEqual(flowsBetween({ 'worker.js': listen(check) }), [exposure('high')]);
    });

  it('on a port are guarded by who opened it', () => {
    const port = (check: string): string =>
      `chrome.runtime.onConnectExternal.addListener((port) => { ${check} chrome.cookies.getAll({}, (c) => port.postMessage(c)) })`;
    const check = `if (port.sender.id !== '${id}') return;`;
    assert.deepEqual(flowsBetween({ 'worker.js': port(check) }), [exposure('low')]);
    assert.deepEqual(flowsBetween({ 'worker.js': port('') }), [exposure('high')]);
  });
});

describe('what a page says', () => {
  const worker = `chrome.runtime.onMessage.addListener((m, s, reply) => { fetch(m.url).then((x) => x.json()).then(reply); return true })`;
  const flow = 'page-message content.js > network worker.js (exposure';
  const passed = (code: string): boolean =>
    flowsBetween({
      'content.js': `window.addEventListener('message', (e) => { ${code} })`,
      'worker.js': worker,
    })
      .join('\n')
      .includes(flow);

  const checked: readonly string[] = [
    "const u = new URL(e.data.url); if (u.origin !== 'https://a.dev') return; chrome.runtime.sendMessage({ url: u.href })",
    "const u = new URL(e.data.url); if (!['a.dev'].includes(u.hostname)) return; chrome.runtime.sendMessage({ url: e.data.url })",
    "if (new URL(e.data.url).host === 'a.dev') chrome.runtime.sendMessage({ url: e.data.url })",
    "const { origin } = new URL(e.data.url); if (origin === 'https://a.dev') chrome.runtime.sendMessage({ url: e.data.url })",
    "if (['https://a.dev'].includes(e.data.url)) chrome.runtime.sendMessage({ url: e.data.url })",
  ];
  for (const code of checked)
    it(`goes no further than its host was looked at by ${code}`, () => assert.ok(!passed(code)));

  const unchecked: readonly string[] = [
    'chrome.runtime.sendMessage({ url: e.data.url })',
    "const u = new URL(e.data.url); if (u.protocol !== 'https:') return; chrome.runtime.sendMessage({ url: u.href })",
    "const u = new URL(e.data.from); if (u.origin !== 'https://a.dev') return; chrome.runtime.sendMessage({ url: e.data.url })",
    "if (e.data.type === 'get') chrome.runtime.sendMessage({ url: e.data.url })",
  ];
  for (const code of unchecked) it(`goes on by ${code}`, () => assert.ok(passed(code)));

  // Without an end this takes all memory: the test would not come back.
  const circles: readonly string[] = [
    'var held = held + held + e.data.url;',
    'var held = { first: held, second: held, url: e.data.url };',
    'var held = `${other}${other}${e.data.url}`; var other = `${held}${held}`;',
  ];
  for (const circle of circles)
    it(`goes on where it is made of itself: ${circle}`, () => {
      const code = `if (e.data.type === 'get') { ${circle} chrome.runtime.sendMessage({ url: held }) }`;
      assert.ok(passed(code));
    });
});

describe('a helper that is called', () => {
  const flows = (calls: string): readonly string[] =>
    flowsBetween({
      'worker.js': `function run(code) { eval(code) }
        chrome.runtime.onMessageExternal.addListener((m, sender, respond) => { ${calls} });`,
    });
  const told = (confidence: string): readonly string[] => [
    `external-message worker.js > code-execution worker.js (exposure, ${confidence})`,
  ];

  it('only behind a look at the sender is guarded', () => {
    assert.deepEqual(flows(`if (sender.id === 'abc') run(m.code)`), told('low'));
    assert.deepEqual(
      flows(`chrome.storage.local.get({ known: [] }, (kept) => {
        if (kept.known.indexOf(sender.id) !== -1) run(m.code);
        else ask(sender.id).then((id) => { if (id === sender.id) run(m.code) });
      })`),
      told('low'),
    );
  });

  it('by any other way is not', () => {
    assert.deepEqual(flows(`if (sender.id === 'abc') run(m.code); run(m.code)`), told('high'));
    assert.deepEqual(
      flows(`if (sender.id === 'abc') run(m.code); setTimeout(() => run(m.code), 9)`),
      told('high'),
    );
    assert.deepEqual(
      flows(`chrome.storage.local.get({ bad: [] }, (kept) => {
        if (kept.bad.indexOf(sender.id) !== -1) respond(false); else run(m.code);
      })`),
      told('high'),
    );
  });
});

describe('a script that imports others', () => {
  it('hands what strangers say to functions of its own', () => {
    assert.deepEqual(
      flowsBetween({
        'worker.js': `importScripts('elsewhere.js'); function run(code) { eval(code) }
          chrome.runtime.onMessageExternal.addListener((m) => run(m));`,
      }),
      ['external-message worker.js > code-execution worker.js (exposure, high)'],
    );
  });
});

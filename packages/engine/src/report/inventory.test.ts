import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { extensionOf } from '../../testing/build-extension.ts';
import { packed } from '../../testing/packer.ts';
import { analyse } from '../analyse/analyse.ts';
import { apisOf, requestRulesOf, scriptsOf } from './inventory.ts';

test("scripts tell where they run, and a library's copy and a script that is minified from the publisher's own", () => {
  const files = {
    'w.js': 'go();\n',
    'old.js': 'unused();\n',
    'min.js': `f(${'g(1),'.repeat(400)}h())`,
    'jq.js': '/*! jQuery v3.4.1 | (c) JS Foundation */\nwindow.x = 1;',
    'pop.html': '<script src="min.js"></script><script src="jq.js"></script><script>a()</script>',
  };
  const extension = extensionOf(
    { background: { service_worker: 'w.js' }, action: { default_popup: 'pop.html' } },
    files,
  );
  const found = scriptsOf(analyse(extension), extension.package.files).map(
    ({ file, contexts, library, minified }) => [file, contexts.join('+'), library, minified],
  );
  assert.deepEqual(found, [
    ['jq.js', 'extension-page', 'jquery 3.4.1', false],
    ['min.js', 'extension-page', null, true],
    ['old.js', '', null, false],
    ['w.js', 'service-worker', null, false],
    ['pop.html', 'extension-page', null, false],
  ]);
});

test('scripts tell how they are obfuscated', () => {
  const code = packed('var x = 5; alert(x); go(x, document.title);');
  const extension = extensionOf({ background: { service_worker: 'w.js' } }, { 'w.js': code });
  const [script] = scriptsOf(analyse(extension), extension.package.files);
  assert.deepEqual(script?.obfuscation, ['packer']);
  assert.equal(script?.sha256, createHash('sha256').update(code).digest('hex'));
});

test('each API that code uses is named once, with its first use', () => {
  const files = {
    'w.js': 'browser.cookies.getAll({});\nchrome.cookies.getAll({});',
    'x.js': 'document.cookie;\nchrome.tabs.create({});',
  };
  const background = { scripts: ['w.js', 'x.js'] };
  const extension = extensionOf({ manifest_version: 2, background }, files);
  assert.deepEqual(apisOf(analyse(extension)), [
    { api: 'chrome.cookies.getAll', file: 'w.js', line: 1, uses: 2 },
    { api: 'chrome.tabs.create', file: 'x.js', line: 2, uses: 1 },
    { api: 'document.cookie', file: 'x.js', line: 1, uses: 1 },
  ]);
});

test('request rules are counted by where they come from and what they do', () => {
  const rules = [
    { id: 1, action: { type: 'block' }, condition: { urlFilter: 'ads' } },
    { id: 2, action: { type: 'block' }, condition: { urlFilter: 'more' } },
    { id: 3, action: { type: 'allow' }, condition: { urlFilter: 'good' } },
  ];
  const files = {
    'rules.json': JSON.stringify(rules),
    'w.js': `chrome.declarativeNetRequest.updateDynamicRules({ addRules: [{ id: 7, action: { type: 'redirect', redirect: { url: 'https://a.dev' } }, condition: { urlFilter: 'x' } }] })`,
  };
  const manifest = {
    background: { service_worker: 'w.js' },
    declarative_net_request: {
      rule_resources: [{ id: 'r', enabled: true, path: 'rules.json' }],
    },
  };
  assert.deepEqual(requestRulesOf(analyse(extensionOf(manifest, files))), [
    { origin: 'static', file: 'rules.json', action: 'block', count: 2 },
    { origin: 'static', file: 'rules.json', action: 'allow', count: 1 },
    { origin: 'dynamic', file: 'w.js', action: 'redirect', count: 1 },
  ]);
});

import { testBorders } from '../../../../testing/test-borders.ts';
import type { Border } from '../../../../testing/test-borders.ts';

const toBackground = { from: 'content.js', to: 'worker.js', runs: ['page', 'own'] } as const;
const toPage = { from: 'worker.js', to: 'content.js', runs: ['own', 'page'] } as const;
const brings = "chrome.offscreen.createDocument({ url: 'offscreen.html', reasons: ['BLOBS'] });";
const hear = (use: (data: string) => string, key: string): string =>
  `chrome.runtime.onMessage.addListener((m) => { if (m.type === '${key}') { ${use('m.data')} } })`;
const say = (around: (use: string) => string, key: string): string =>
  around(`chrome.runtime.sendMessage({ type: '${key}', data: $ })`);
const answer = (around: (use: string) => string, key: string): string =>
  `chrome.runtime.onMessage.addListener((m, s, reply) => { if (m.get === '${key}') { ${around('reply({ data: $ })')}; return true } })`;

const borders: readonly Border[] = [
  { ...toBackground, name: 'a message', leave: say, enter: hear },
  {
    ...toPage,
    name: 'a message to a tab',
    leave: (around, key) => around(`chrome.tabs.sendMessage(6, { type: '${key}', data: $ })`),
    enter: hear,
  },
  {
    ...toPage,
    name: 'the answer to a message',
    leave: answer,
    enter: (use, key) =>
      `chrome.runtime.sendMessage({ get: '${key}' }, (back) => { ${use('back.data')} })`,
  },
  {
    ...toBackground,
    name: 'the answer of a tab',
    leave: answer,
    enter: (use, key) =>
      `chrome.tabs.sendMessage(6, { get: '${key}' }, (back) => { ${use('back.data')} })`,
  },
  {
    ...toBackground,
    name: 'a long-lived port',
    leave: (around, key) =>
      `const port = chrome.runtime.connect({ name: '${key}' }); ${around('port.postMessage({ data: $ })')}`,
    enter: (use, key) =>
      `chrome.runtime.onConnect.addListener((port) => { if (port.name === '${key}') port.onMessage.addListener((m) => { ${use('m.data')} }) })`,
  },
  {
    ...toPage,
    name: 'a long-lived port, backwards',
    leave: (around, key) =>
      `chrome.runtime.onConnect.addListener((port) => { if (port.name !== '${key}') return; ${around('port.postMessage({ data: $ })')} })`,
    enter: (use, key) =>
      `const port = chrome.runtime.connect({ name: '${key}' }); port.onMessage.addListener((m) => { ${use('m.data')} })`,
  },
  {
    name: 'a message to an offscreen page',
    from: 'worker.js',
    to: 'offscreen.js',
    runs: ['own', 'own'],
    files: { 'offscreen.html': '<script src="offscreen.js"></script>' },
    leave: (around, key) => `${brings} ${say(around, key)}`,
    enter: hear,
  },
  {
    name: 'a message of a page of the developer tools',
    from: 'devtools.js',
    to: 'worker.js',
    runs: ['own', 'own'],
    files: { 'devtools.html': '<script src="devtools.js"></script>' },
    manifest: { devtools_page: 'devtools.html' },
    leave: say,
    enter: hear,
  },
  {
    name: 'a message of a script that is put into a tab',
    from: 'put.js',
    to: 'worker.js',
    runs: ['page', 'own'],
    leave: say,
    enter: (use, key) =>
      `chrome.action.onClicked.addListener(({ id }) => chrome.scripting.executeScript({ target: { tabId: id }, files: ['put.js'] })); ${hear(use, key)}`,
  },
  {
    name: 'a message of webextension-polyfill',
    ...toBackground,
    leave: (around, key) => around(`browser.runtime.sendMessage({ type: '${key}', data: $ })`),
    enter: (use, key) =>
      `browser.runtime.onMessage.addListener(async ({ type, data }) => { if (type === '${key}') { ${use('data')} } })`,
  },
];

testBorders(borders);

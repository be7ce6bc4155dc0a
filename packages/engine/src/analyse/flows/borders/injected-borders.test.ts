import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';
import { sinkSamples, sourceSamples } from '../../../../testing/kind-samples.ts';
import { sinkTraits } from '../../facts/sink-traits.ts';

const ofPages = sinkSamples.filter(
  ({ runs, kind }) => runs !== 'own' && kind !== 'page-message' && !sinkTraits[kind].isOfServers,
);
const told = (use: string): string =>
  `chrome.runtime.onMessageExternal.addListener((told) => { ${use} })`;

describe('over the arguments of a function that is put into a page', () => {
  for (const { kind, code } of ofPages) {
    it(`external-message is followed to ${kind}`, () => {
      const flow = `external-message worker.js > ${kind} worker.js`;
      const flows = (used: string): string => {
        const put = `chrome.scripting.executeScript({ target: { tabId: 4 }, func: (given, plain) => { ${code.replace('$', () => used)} }, args: [told.text, 'plain'] })`;
        return flowsBetween({ 'worker.js': told(put) }).join('\n');
      };
      assert.ok(flows('given').includes(flow), `none: ${flows('given')}`);
      assert.ok(!flows('plain').includes(flow), `one of the other argument: ${flows('plain')}`);
    });
  }
});

describe('over what comes back from a page', () => {
  const ways: readonly (readonly [string, string, string])[] = [
    [
      'by chrome.scripting',
      'chrome.scripting.executeScript({ target: { tabId: 4 }, func: () => document.body.innerText }, (back) => { $ })',
      'back[0].result',
    ],
    [
      'by chrome.tabs',
      "chrome.tabs.executeScript({ code: 'document.body.innerText' }, (back) => { $ })",
      'back[0]',
    ],
    [
      'by the developer tools',
      "chrome.devtools.inspectedWindow.eval('document.body.innerText', (back) => { $ })",
      'back',
    ],
  ];
  const { code } = sinkSamples.find(({ kind }) => kind === 'network')!;
  for (const [what, way, data] of ways) {
    it(`${what}, page-content is followed to network`, () => {
      const flows = (used: string): string =>
        flowsBetween({
          'worker.js': way.replace('$', () => code.replace('$', () => used)),
        }).join('\n');
      const flow = 'page-content worker.js > network worker.js';
      assert.ok(flows(data).includes(flow), `none: ${flows(data)}`);
      assert.ok(!flows("'done'").includes(flow), `one without data: ${flows("'done'")}`);
    });
  }
});

describe('over external borders', () => {
  const asked: readonly (readonly [string, string, string])[] = [
    [
      'an answer',
      'chrome.runtime.onMessageExternal.addListener((m, s, reply) => { $; return true })',
      'reply',
    ],
    ['a port', 'chrome.runtime.onConnectExternal.addListener((port) => { $ })', 'port.postMessage'],
  ];
  const exposed = sourceSamples.filter(
    ({ kind, runs, to }) => runs === 'own' && to === undefined && kind !== 'external-message',
  );
  for (const [what, around, give] of asked) {
    for (const { kind, around: read, data } of exposed) {
      it(`${kind} reaches whoever asks by ${what}`, () => {
        const flows = (used: string): string =>
          flowsBetween({
            'worker.js': around.replace('$', () => read.replace('$', () => `${give}(${used})`)),
          }).join('\n');
        const flow = `${kind} worker.js > external-response worker.js`;
        assert.ok(flows(data).includes(flow), `none: ${flows(data)}`);
        assert.ok(!flows("'known'").includes(flow), `one without data: ${flows("'known'")}`);
      });
    }
  }
});

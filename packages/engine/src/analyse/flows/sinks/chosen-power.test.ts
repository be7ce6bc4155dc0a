import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

const listen = (body: string): string =>
  `chrome.runtime.onMessageExternal.addListener(function (m, from, reply) { ${body} });`;

describe('methods of the browser that are chosen at run time', () => {
  it('are a power of who names the namespace', () => {
    const worker = listen(
      'var act = chrome[m.api][m.method]; act.apply(chrome[m.api], m.args.concat(reply));',
    );
    assert.deepEqual(flowsBetween({ 'worker.js': worker }), [
      'external-message worker.js > script-injection worker.js (exposure, high)',
    ]);
  });

  it('are a power of who names the method', () => {
    assert.deepEqual(flowsBetween({ 'worker.js': listen('chrome.bookmarks[m.method](m.id);') }), [
      'external-message worker.js > bookmarks-write worker.js (exposure, high)',
    ]);
  });

  it('are none where the extension names them', () => {
    const worker = `const call = (api, method, given) => chrome[api][method](given);
      ${listen("call('i18n', 'getMessage', m.name);")}`;
    assert.deepEqual(flowsBetween({ 'worker.js': worker }), []);
  });
});

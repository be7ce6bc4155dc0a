import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const go = "chrome.tabs.update(tab.id, { url: 'https://far.example/' })";

function conditionsOf(source: string): readonly boolean[] {
  return factsOf(source).navigations.map(({ isConditional }) => isConditional);
}

describe('navigations', () => {
  const unasked: readonly [string, string][] = [
    ['a listener', `chrome.tabs.onCreated.addListener((tab) => ${go})`],
    ['a loaded tab', `f((id, info, tab) => { if (info.status === 'complete') ${go} })`],
    ['a page that is there', `f((id, info, tab) => { if (info.url && !tab.pendingUrl) ${go} })`],
    ['a tab that is there', `f((tab) => { if (!tab || tab.id < 0) return; ${go} })`],
    ['all tabs', `f(() => chrome.tabs.query({}, (tabs) => tabs.forEach((tab) => ${go})))`],
    ['a function that is called', `f((tab) => run(tab)); function run(tab) { ${go} }`],
  ];
  for (const [name, source] of unasked)
    it(`are unconditional for ${name}`, () => assert.deepEqual(conditionsOf(source), [false]));

  const asked: readonly [string, string][] = [
    ['the address', `f((tab) => { if (tab.url.includes('shop')) ${go} })`],
    ['the address, before', `f((tab) => { if (tab.url !== old) return; ${go} })`],
    ['a list', `f((tab) => named.filter((name) => tab.url === name).forEach(() => ${go}))`],
    ['the state of the extension', `f((tab) => enabled && ${go})`],
    ['the caller', `f((tab) => { if (known.has(tab.url)) run(tab) }); function run(tab) { ${go} }`],
    [
      'the caller’s case',
      `f((tab) => { switch (tab.url) { case 'x': run(tab) } }); function run(tab) { ${go} }`,
    ],
  ];
  for (const [name, source] of asked)
    it(`are conditional where something is asked about ${name}`, () =>
      assert.deepEqual(conditionsOf(source), [true]));

  it('are conditional where the top of the script asks', () => {
    const source = "if (location.hostname === 'a.example') location.href = 'https://b.example/'";
    assert.deepEqual(conditionsOf(source), [true]);
  });

  it('are none where the host is not known', () => {
    assert.deepEqual(conditionsOf('location.href = wanted; location.assign("/own")'), []);
  });

  it('happen at the start unless an event is waited for', () => {
    const source = `
      (() => { location.href = 'https://a.example/' })();
      addEventListener('click', () => { location.href = 'https://b.example/' });`;
    const starts = factsOf(source).navigations.map(({ isAtStart }) => isAtStart);
    assert.deepEqual(starts, [true, false]);
  });
});

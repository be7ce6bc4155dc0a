import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../testing/facts-of.ts';

const kindsOf = (source: string): string[] => factsOf(source).pageChanges.map(({ kind }) => kind);

describe('changes to elements of a page', () => {
  const changing: readonly [string, string][] = [
    ['an element by its id', "document.getElementById('a').setAttribute('onclick', code)"],
    ['a variable', "const a = form.querySelector('a'); a.setAttribute('ONCLICK', code)"],
    [
      'each of a list',
      "root.querySelectorAll('a').forEach((a) => a.setAttribute('onclick', code))",
    ],
    [
      'a loop',
      "for (const a of document.getElementsByTagName('a')) a.setAttribute('onclick', code)",
    ],
    ['one of a list', "document.querySelectorAll('a')[3].setAttribute('onclick', code)"],
    ['a selection of jQuery', "$('#a').parent().attr('onclick', code)"],
  ];
  for (const [name, source] of changing)
    it(`are seen for ${name}`, () => assert.deepEqual(kindsOf(source), ['event-handler']));

  const others: readonly [string, string][] = [
    ['a created element', "document.createElement('a').setAttribute('onclick', code)"],
    ['an element made by jQuery', "$('<a>').attr('onclick', code)"],
    ['another attribute', "document.getElementById('a').setAttribute('once', code)"],
    ['an attribute that is read', "$('#a').attr('onclick')"],
    ['a number of its own', 'const state = {}; state.volume = Math.random()'],
  ];
  for (const [name, source] of others)
    it(`are none for ${name}`, () => assert.deepEqual(kindsOf(source), []));

  it('tell values by chance from chosen ones, through variables', () => {
    const source = `
      const player = document.querySelector('video');
      const share = Math.random();
      const at = player.duration * share;
      player.currentTime = at;
      player.playbackRate = chosen;`;
    const found = factsOf(source).pageChanges.map(({ isRandom }) => isRandom);
    assert.deepEqual(found, [true, false]);
  });

  it('say which functions lead to them', () => {
    const { pageChanges, uses } = factsOf(`
      setInterval(tick, 800);
      function tick() { jump(document.querySelector('video')) }
      function jump() { document.querySelector('audio').volume = 0.4 }`);
    const timer = uses.find(({ path }) => path === 'setInterval');
    const [handed] = timer?.arguments ?? [];
    assert.ok(handed?.kind === 'function' && pageChanges[0]?.reachedFrom.includes(handed.id));
  });
});

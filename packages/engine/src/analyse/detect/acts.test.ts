import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const erase = 'chrome.history.deleteAll();';

const forced: readonly string[] = [
  erase,
  `function sweep() { ${erase} } sweep();`,
  `class Sweeper { start() { ${erase} } } new Sweeper().start();`,
  `class Sweeper { on() { ${erase} } } const sweeper = new Sweeper(); sweeper.on();`,
  `const sweeper = { start: () => { ${erase} } }; sweeper.start();`,
  `const sweep = async () => { await 0; ${erase} }; sweep();`,
];

const asked: readonly string[] = [
  `chrome.action.onClicked.addListener(() => { ${erase} });`,
  `class Sweeper { start() { ${erase} } } chrome.action.onClicked.addListener(() => new Sweeper().start());`,
  `function sweep() { ${erase} } chrome.action.onClicked.addListener(sweep);`,
];

describe('what a script changes of the user’s', () => {
  for (const code of forced)
    it(`happens as it starts: ${code}`, () => {
      const [act] = factsOf(code).acts;
      assert.equal(act?.path, 'chrome.history.deleteAll');
      assert.equal(act.isAtStart, true);
      assert.equal(act.isConditional, false);
    });
  for (const code of asked)
    it(`does not happen as it starts: ${code}`, () => {
      assert.equal(factsOf(code).acts[0]?.isAtStart, false);
    });

  it('hangs on what is asked before', () => {
    const code = `chrome.storage.local.get('on', ({ on }) => { if (on) { ${erase} } });`;
    assert.equal(factsOf(code).acts[0]?.isConditional, true);
  });

  it('is told with what stands in the code', () => {
    const [act] = factsOf("chrome.bookmarks.update('7', { url: 'https://go.tide.dev/' });").acts;
    assert.deepEqual(act?.arguments[0], { kind: 'string', text: '7', exact: true });
  });
});

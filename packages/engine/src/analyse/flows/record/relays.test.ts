import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../../testing/facts-of.ts';

const jobs = 'https://jobs.a-site.net';
const bring = (answer: string): string =>
  `fetch('${jobs}/done', { method: 'POST', body: ${answer} })`;

const relayed: readonly string[] = [
  `const job = await (await fetch('${jobs}/next')).json(); ${bring('await (await fetch(job.url)).text()')};`,
  `const original = window.fetch; window.fetch = async (...asked) => { const job = await (await original('${jobs}/next')).json(); ${bring('await (await original(job.url)).text()')}; return original(...asked); };`,
];

const ofPage: readonly string[] = [
  `const original = window.fetch; window.fetch = async (...asked) => { const answer = await original(...asked); const data = await answer.clone().json(); ${bring('await (await original(data.captions.url)).text()')}; return answer; };`,
  `const { open } = XMLHttpRequest.prototype; XMLHttpRequest.prototype.open = function (how, where) { this.addEventListener('load', () => { const data = JSON.parse(this.responseText); fetch(data.captions.url).then((each) => each.text()).then((text) => ${bring('text')}); }); return open.apply(this, arguments); };`,
  `const data = await (await fetch('/api/player')).json(); ${bring('await (await fetch(data.captions.url)).text()')};`,
  `const data = await (await fetch(location.origin + '/api/player')).json(); ${bring('await (await fetch(data.captions.url)).text()')};`,
];

describe('what a server has fetched for it', () => {
  for (const code of relayed)
    it(`is told: ${code}`, () => assert.equal(factsOf(code).relays.length, 1));

  for (const code of ofPage)
    it(`is none where the page names it: ${code}`, () =>
      assert.deepEqual(factsOf(code).relays, []));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const one = 'https://go.klick.dev/a';
const two = 'https://go.klick.dev/b';
const table = `const links = { 'a.dev': '${one}', 'b.dev': '${two}' };`;
const list = `const shops = [{ at: /a/, link: '${one}' }, { at: /b/, link: '${two}' }];`;
const frame = "const frame = document.createElement('iframe'); frame.hidden = true;";

const listed: readonly string[] = [
  `${table} ${frame} frame.src = links[location.host];`,
  `${table} ${frame} frame.setAttribute('src', links[location.host]);`,
  `${table} ${frame} const link = links[location.host] ?? ''; if (link) frame.src = link;`,
  `${table} ${frame} function show(link) { frame.src = link; } show(links[location.host]);`,
  `${table} ${frame} frame.src = Object.entries(links).find(([host]) => host === location.host)[1];`,
  `${list} ${frame} frame.src = shops.find(({ at }) => at.test(location.host)).link;`,
  `${list} ${frame} for (const host of shops.filter(({ at }) => at.test(location.host)).slice(0, 1)) frame.src = host.link;`,
  `${list} ${frame} shops.filter(({ at }) => at.test(location.host)).forEach((shop) => { frame.src = shop.link; });`,
  `${list} ${frame} const { link } = shops.find(({ at }) => at.test(location.host)); frame.src = link;`,
  `${list} ${frame} function show({ link }) { frame.src = link; } show(shops.find(({ at }) => at.test(location.host)));`,
  `const links = new Map([['a.dev', '${one}'], ['b.dev', '${two}']]); ${frame} frame.src = links.get(location.host);`,
  `class Visit { links = { 'a.dev': '${one}', 'b.dev': '${two}' }; make() { ${frame} frame.src = this.links[location.host]; } } new Visit().make();`,
  `const links = new Map([['a.dev', '${one}'], ['b.dev', '${two}']]); class Visit { constructor(host) { this.link = links.get(host); } make() { ${frame} frame.src = this.link; } } new Visit(location.host).make();`,
];

const others: readonly string[] = [
  `${table} ${frame} frame.src = chrome.runtime.getURL(links[location.host]);`,
  `${frame} frame.src = { 'a.dev': 'a.html', 'b.dev': 'b.html' }[location.host];`,
  `${table} ${frame} frame.title = links[location.host];`,
  `${table} ${frame} frame.src = settings[location.host];`,
];

describe('what a script loads of a table', () => {
  for (const code of listed)
    it(`is told with the addresses in it: ${code}`, () => {
      const [load] = factsOf(code).listedLoads;
      assert.deepEqual(load?.urls, [one, two]);
      assert.equal(load.via, 'frame');
      assert.equal(load.isUnseen, true);
      assert.equal(load.isAtStart, true);
    });
  for (const code of others)
    it(`is none: ${code}`, () => {
      assert.deepEqual(factsOf(code).listedLoads, []);
    });
});

const hiding: readonly string[] = [
  "frame.style.display = 'none';",
  "frame.style.cssText = 'position: absolute; left: -4000px';",
  "frame.setAttribute('style', 'opacity: 0; width: 90px');",
  "frame.style.setProperty('visibility', 'hidden');",
  "Object.assign(frame.style, { width: '1px' });",
  'Object.assign(frame, { hidden: true });',
  'frame.height = 0;',
  'frame.style.opacity = 0.01;',
];

const hidingLater: readonly string[] = [
  "frame.style.display = 'none'; function show() { frame.style.display = 'block'; }",
  "frame.style.width = '360px'; frame.style.width = '0';",
  "frame.style.cssText = 'opacity: 0; width: 1px'; onclick = () => { frame.style.width = '200px'; };",
  "frame.hidden = true; frame.style.cssText = 'width: 300px';",
  "const sheet = '.tide-k { opacity: 0 }'; frame.className = 'tide-k';",
  "const sheet = '#tide-k, #tide-l { left: -9999px }'; frame.id = 'tide-k';",
  "const sheet = 'a { color: teal } iframe.tide-k { visibility: hidden }'; frame.classList.add('tide-k', 'tide-x');",
  "const sheet = '.tide-k { opacity: 0 }'; frame.className = 'tide-k'; frame.id = 'tide-x';",
];

const showing: readonly string[] = [
  "frame.style.display = 'none'; onclick = () => { frame.style.display = 'block'; };",
  "frame.style.cssText = 'display: none; width: 400px'; onclick = () => { frame.style.display = 'block'; };",
  "frame.style.width = '0'; frame.onload = () => { frame.style.width = '360px'; };",
  "frame.width = 0; frame.style.width = '360px';",
  "frame.style.cssText = 'width: 0; height: 0'; onmessage = ({ data }) => { frame.style.cssText = `width: 360px; height: ${data.height}px`; };",
  "const sheet = '.tide-closed { display: none }'; frame.className = 'tide-closed'; onclick = () => frame.classList.toggle('tide-closed');",
  "const sheet = '.tide-open { width: 300px } .tide-x { display: none }'; frame.className = 'tide-open';",
  "frame.style.display = 'block';",
  "frame.style.cssText = 'left: -4px; width: 100px; opacity: 0.5';",
  "frame.style.setProperty('opacity', '0.9');",
  'frame.hidden = false;',
  'frame.height = 10;',
  "other.style.display = 'none';",
];

describe('a frame of a script', () => {
  const hiddenBy = (code: string): string | undefined =>
    factsOf(
      `const frame = document.createElement('iframe'); ${code} frame.src = 'https://go.klick.dev/';`,
    ).endpoints[0]?.hiddenBy;
  for (const code of [...hiding, ...hidingLater])
    it(`is hidden: ${code}`, () => {
      assert.notEqual(hiddenBy(code), undefined);
    });
  for (const code of showing)
    it(`is shown: ${code}`, () => {
      assert.equal(hiddenBy(code), undefined);
    });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

/** What stands before the address that a link had in the one that it gets; undefined where it is no part. */
function before(code: string): string | undefined {
  const { linkChanges } = factsOf(
    `document.addEventListener('click', ({ target }) => { const link = target.closest('a'); ${code} });`,
  );
  const wrapped = linkChanges.find((change) => change.wrapped !== undefined)?.wrapped;
  if (wrapped === undefined) return undefined;
  return wrapped.before.kind === 'string' ? wrapped.before.text : '';
}

const start = 'https://go.a.dev/?to=';

const wrapping: Readonly<Record<string, string>> = {
  'a sum': `link.href = '${start}' + encodeURIComponent(link.href);`,
  'a template': `link.href = \`${start}\${link.href}\`;`,
  'a name that it is taken out by': `const { href } = link; link.href = '${start}' + href;`,
  'a list': `link.href = ['${start}', link.href].join('');`,
  'a method': `link.href = '${start}'.concat(link.href);`,
  'an attribute': `link.setAttribute('href', '${start}' + link.getAttribute('href'));`,
  'a property of jQuery': `$(link).attr('href', '${start}' + $(link).attr('href'));`,
  'an address that gets a parameter': `const to = new URL('https://go.a.dev/'); to.searchParams.append('to', link.href); link.href = to.href;`,
  'parameters that are made of an object': `link.href = '${start.slice(0, -3)}' + new URLSearchParams({ to: link.href });`,
  'a helper': `const lead = (to) => '${start}' + to; link.href = lead(link.href);`,
  'a helper that changes the link': `const lead = (a, to) => { a.href = '${start}' + to; }; lead(link, link.href);`,
  'a helper that is handed what it gave': `const lead = (by, to) => by + to; link.href = lead('${start}', lead('', link.href));`,
  'a class': `class Lead { constructor(to) { this.to = to; } of(a) { return this.to + a.href; } } link.href = new Lead('${start}').of(link);`,
};

const others: Readonly<Record<string, string>> = {
  'the address of the page': `link.href = '${start}' + location.href;`,
  'an address as it is': `link.href = link.href;`,
  'a parameter of the address': `link.href = '${start}' + new URL(link.href).searchParams.get('v');`,
  'what a helper takes out of it': `const id = (to) => new URL(to).pathname; link.href = '${start}' + id(link.href);`,
  'another link': `const other = document.querySelector('.mine'); other.href = '${start}' + link.href;`,
  'a link that is made': `const other = document.createElement('a'); other.href = '${start}' + link.href;`,
};

describe('the address that a link had is a part of its new one by', () => {
  for (const [name, code] of Object.entries(wrapping))
    it(name, () => assert.match(before(code) ?? 'none', /^https:\/\/go\.a\.dev\/\?(?:.*to=)?$/));
});

describe('it is none in', () => {
  for (const [name, code] of Object.entries(others))
    it(name, () => assert.equal(before(code), undefined));
});

it('helpers that call themselves in many ways are left soon', () => {
  const again = (ways: number): string =>
    Array.from({ length: ways }, (_, at) => `if (to.a${at}) return lead(by${at} + to);`).join(' ');
  const lead = (ways: number): string =>
    `function lead(to) { if (to.z) return to; ${again(ways)} } link.href = lead(link.href);`;
  const started = performance.now();
  before(lead(6));
  assert.ok(performance.now() - started < 3000);
});

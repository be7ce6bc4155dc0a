import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLinks } from '../build/links.ts';
import { refuseLostAnchors } from '../build/refuse-lost-anchors.ts';
import { slug } from '../build/slug.ts';

describe('links of the guide', () => {
  const links = createLinks(new Set(['docs/README.md', 'docs/rules/README.md', 'docs/scoring.md']));

  it('between documents are links between pages, relative to the page', () => {
    const asked = [
      ['scoring.md', 'docs/README.md', 'scoring.html'],
      ['../scoring.md#points', 'docs/rules/README.md', '../scoring.html#points'],
      ['../README.md', 'docs/rules/README.md', '../index.html'],
      ['rules/README.md', 'docs/README.md', 'rules/index.html'],
      ['#here', 'docs/README.md', '#here'],
      ['https://example.org/a.md', 'docs/README.md', 'https://example.org/a.md'],
      ['openapi.json', 'docs/README.md', '../../openapi.json'],
    ] as const;
    for (const [href, source, page] of asked) assert.equal(links.resolve(href, source), page);
  });

  it('to recipes are links to copies of them', () => {
    assert.equal(
      links.resolve('../deploy/Dockerfile', 'docs/README.md'),
      'files/deploy/Dockerfile',
    );
    assert.deepEqual([...links.files], ['deploy/Dockerfile']);
  });

  it('that lead nowhere, or into sources, end the build', () => {
    for (const href of ['missing.md', '../packages/engine/src/audit.ts', '../../outside.md']) {
      assert.throws(() => links.resolve(href, 'docs/README.md'), /is no page of the guide/);
    }
  });

  it('to anchors that are not there end the build', () => {
    const target = { place: 'a.html', html: '<h2 id="there">There</h2>' };
    const page = (href: string) => ({ place: 'b/c.html', html: `<a href="${href}">x</a>` });
    refuseLostAnchors([target, page('../a.html#there')]);
    assert.throws(() => refuseLostAnchors([target, page('../a.html#gone')]), /no such anchor/);
    assert.throws(() => refuseLostAnchors([target, page('#gone')]), /no such anchor/);
  });

  it('find headings under the anchors that GitHub gives them', () => {
    assert.equal(slug('1. Close the gate in CI'), '1-close-the-gate-in-ci');
    assert.equal(slug('Members, who cannot sign-in?'), 'members-who-cannot-sign-in');
    assert.equal(slug('What `/metrics` tells'), 'what-metrics-tells');
  });
});

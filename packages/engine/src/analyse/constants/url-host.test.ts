import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hostOfText, urlOrigin } from './url-host.ts';

describe('an address without a scheme, or with odd slashes', () => {
  const page = 'https://page.dev/';
  const odd = [
    '//in.a.dev/x',
    '/\t/in.a.dev/x',
    '/\\in.a.dev/x',
    '///in.a.dev/x',
    'https:\\\\in.a.dev/x',
  ];
  for (const text of odd)
    it(`leads where browsers go: ${JSON.stringify(text)}`, () => {
      assert.equal(hostOfText(text, true), new URL(text, page).host);
      assert.equal(urlOrigin({ kind: 'string', text, exact: true }), 'remote');
    });

  it('stays in the package or page', () => {
    for (const text of ['/in.a.dev/x', 'in.a.dev/x', './/in.a.dev']) {
      assert.equal(hostOfText(text, true), undefined);
      assert.equal(urlOrigin({ kind: 'string', text, exact: true }), 'package');
    }
  });
});

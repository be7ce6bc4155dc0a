import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionOf } from '../../../testing/build-extension.ts';
import { cpuSeconds } from '../../model/cpu-seconds.ts';
import { readPages } from './html.ts';

const formsOf = (html: string) =>
  readPages(extensionOf({}, { 'ui/page.html': html })).facts.filter(
    ({ kind }) => kind === 'password-form',
  );
const password = '<input type=password name=p>';

test('forms that send a password to a server are told with their address', () => {
  const html = `<form action="https://in.a.test/x"><label>${password}</label></form>
    <form action="//in.b.test/y">${password}${password}</form>`;
  assert.deepEqual(
    formsOf(html).map(({ value, at }) => [value, at.line]),
    [
      ['https://in.a.test/x', 1],
      ['//in.b.test/y', 2],
    ],
  );
});

test('forms without a password, and those that stay in the package, are not', () => {
  const html = `<form action="https://a.test/x"><input type=email></form>${password}
    <form action="save.html">${password}</form><form>${password}</form>`;
  assert.deepEqual(
    formsOf(`<form>${password}</form>${html}`.replace(`</form>${password}`, '</form>')),
    [],
  );
});

const brandOf = (text: string) =>
  formsOf(`<h1>${text}</h1><form action="https://in.a.test/x">${password}</form>`)[0]?.brand;

test('a page that calls itself the sign-in of a service is told with its name', () => {
  assert.equal(brandOf('Google Sign in'), 'google');
  assert.equal(brandOf('Log in to your PayPal account'), 'paypal');
  assert.equal(brandOf('Microsoft account: sign-in'), 'microsoft');
  for (const other of ['Sign in to Page Notes', 'Sign in with Google', 'Google Maps notes', ''])
    assert.equal(brandOf(other), undefined);
});

test('takes time linear in the page', () => {
  const html = `<form action="https://a.test">${password}${'>google '.repeat(60_000)}`;
  assert.ok(cpuSeconds(() => formsOf(html)) < 2);
});

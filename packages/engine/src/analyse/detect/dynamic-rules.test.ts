import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

function openParts(rules: string): readonly string[] {
  const { openRules } = factsOf(
    `fetch(address).then((answer) => answer.json()).then((list) => { ${rules} });`,
  );
  return openRules.flatMap(({ open }) => open);
}

const add = (rules: string): string =>
  `chrome.declarativeNetRequest.updateDynamicRules({ addRules: ${rules} });`;
const led = `{ id: 4, action: { type: 'redirect', redirect: { url: list.to } } }`;

const redirects: Readonly<Record<string, string>> = {
  'a literal': add(`[${led}]`),
  'a rule for each': add(
    `list.map((each) => ({ action: { type: 'redirect', redirect: { url: each } } }))`,
  ),
  'a list that is filled': `const rules = []; rules.push(${led}); ${add('rules')}`,
  'a helper': `const make = (to) => ({ action: { type: 'redirect', redirect: { transform: { host: to } } } }); ${add('[make(list.to)]')}`,
  'a class': `class Rule { constructor(to) { this.action = { type: 'redirect', redirect: { regexSubstitution: to } }; } } ${add('[new Rule(list.to)]')}`,
  'a copy of another rule': `const base = { id: 4 }; ${add(`[{ ...base, ...${led} }]`)}`,
  'an action that is filled later': `const action = { type: 'redirect' }; action.redirect = { url: list.to }; ${add('[{ action }]')}`,
  'a redirect that is filled later': `const redirect = { url: 'https://a.dev/' }; redirect.url = list.to; ${add(`[{ action: { type: 'redirect', redirect } }]`)}`,
  'a transform that is filled later': `const transform = {}; transform.host = list.to; ${add(`[{ action: { type: 'redirect', redirect: { transform } } }]`)}`,
  'an action whose type is changed later': `const action = { type: 'block' }; action.type = 'redirect'; action.redirect = { url: list.to }; ${add('[{ action }]')}`,
  'one of two actions': add(
    `[{ action: { type: list.to ? 'redirect' : 'block', redirect: { url: list.to } } }]`,
  ),
  'a type that the browser names': `const { RuleActionType } = chrome.declarativeNetRequest; ${add(`[{ action: { type: RuleActionType.REDIRECT, redirect: { url: list.to } } }]`)}`,
  'a type that a helper is handed': `const make = (type, to) => ({ action: { type, redirect: { url: to } } }); ${add(`[make('block'), make('redirect', list.to)]`)}`,
  'a host behind the scheme': add(
    `[{ action: { type: 'redirect', redirect: { url: 'https://' + list.to + '/' } } }]`,
  ),
  'a transform that is spread': add(
    `[{ action: { type: 'redirect', redirect: { transform: { scheme: 'https', ...list.to } } } }]`,
  ),
};

const closed: Readonly<Record<string, string>> = {
  'rules that block': add(
    `list.map((each) => ({ action: { type: 'block' }, condition: { urlFilter: each } }))`,
  ),
  'a file of the package': add(
    `[{ action: { type: 'redirect', redirect: { extensionPath: '/a.js' } }, condition: list.at }]`,
  ),
  'an address of the code': add(
    `[{ action: { type: 'redirect', redirect: { url: 'https://a.dev/' } }, condition: list.at }]`,
  ),
  'rules that block or allow': add(
    `list.map((each) => ({ action: { type: each.ok ? 'allow' : 'block' }, condition: each.at }))`,
  ),
  'a type that the browser names': `const { RuleActionType } = chrome.declarativeNetRequest; ${add(`list.map((each) => ({ action: { type: RuleActionType.BLOCK }, condition: each }))`)}`,
  'types that a helper is handed': `const make = (type, urlFilter) => ({ action: { type }, condition: { urlFilter } }); ${add(`[make('block', list.a), make('allow', list.b)]`)}`,
  'parameters that are left out': add(
    `[{ action: { type: 'redirect', redirect: { transform: { queryTransform: { removeParams: list.names } } } } }]`,
  ),
  'a page of one host': add(
    `[{ action: { type: 'redirect', redirect: { url: 'https://a.dev/blocked?at=' + list.at } } }]`,
  ),
  'a page of the package': add(
    `[{ action: { type: 'redirect', redirect: { url: chrome.runtime.getURL('a.html') + '?at=' + list.at } } }]`,
  ),
  'rules that are taken away': `chrome.declarativeNetRequest.updateDynamicRules({ removeRuleIds: list.old });`,
  'headers of the code': add(
    `[{ action: { type: 'modifyHeaders', requestHeaders: [{ header: 'DNT', operation: 'set', value: '1' }] }, condition: list.at }]`,
  ),
};

describe('where requests are led is computed in', () => {
  for (const [name, code] of Object.entries(redirects))
    it(name, () => assert.ok(openParts(code).includes('redirect')));
});

describe('what decides most stands in', () => {
  for (const [name, code] of Object.entries(closed))
    it(name, () => assert.deepEqual(openParts(code), []));
});

it('headers that are named elsewhere, and rules that are, are told', () => {
  const headers = add(
    `[{ action: { type: 'modifyHeaders', responseHeaders: list.map((header) => ({ header, operation: 'remove' })) } }]`,
  );
  assert.deepEqual([openParts(headers), openParts(add('list'))], [['headers'], ['rule']]);
});

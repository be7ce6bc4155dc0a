import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMatchPattern } from './match-pattern.ts';
import { isPrivilegeIncrease, type WarnedAbout } from './privilege-increase.ts';

function asking(
  names: readonly string[],
  hosts: readonly string[] = [],
  manifest = {},
): WarnedAbout {
  return { names, hosts: hosts.map(parseMatchPattern), manifest };
}

const held: readonly (readonly [string, WarnedAbout, WarnedAbout])[] = [
  ['a permission with a warning', asking(['storage']), asking(['storage', 'debugger'])],
  ['all sites after one', asking([], ['https://a.com/*']), asking([], ['<all_urls>'])],
  [
    'a second site',
    asking([], ['https://a.com/*']),
    asking([], ['https://a.com/*', '*://b.com/*']),
  ],
  ['subdomains of a site', asking([], ['https://a.com/*']), asking([], ['https://*.a.com/*'])],
  ['another warning beside a wide one', asking(['tabs']), asking(['tabs', 'bookmarks'])],
  [
    'another search engine',
    asking([]),
    asking([], [], {
      chrome_settings_overrides: {
        search_provider: { search_url: 'https://find.tides.dev/?q=%s' },
      },
    }),
  ],
];

for (const [what, before, after] of held) {
  test(`holds an update that brings ${what}`, () => {
    assert.equal(isPrivilegeIncrease(before, after), true);
  });
}

const silent: readonly (readonly [string, WarnedAbout, WarnedAbout])[] = [
  ['nothing new', asking(['tabs'], ['*://a.com/*']), asking(['tabs'], ['*://a.com/*'])],
  ['a permission without a warning', asking([]), asking(['storage', 'alarms', 'cookies'])],
  [
    'tabs beside all sites, whose warning covers it',
    asking([], ['<all_urls>']),
    asking(['tabs'], ['<all_urls>']),
  ],
  ['a site less', asking([], ['*://a.com/*', '*://b.com/*']), asking([], ['*://a.com/*'])],
  [
    'one site of a domain',
    asking([], ['*://*.a.com/*']),
    asking([], ['*://www.a.com/*', '*://a.com/*']),
  ],
  ['the same name in another country', asking([], ['*://a.com/*']), asking([], ['*://a.de/*'])],
  [
    'a page for new tabs',
    asking([]),
    asking([], [], { chrome_url_overrides: { newtab: 'tab.html' } }),
  ],
];

for (const [what, before, after] of silent) {
  test(`lets an update through that brings ${what}`, () => {
    assert.equal(isPrivilegeIncrease(before, after), false);
  });
}

import { siteOf } from '../../analyse/flows/settle/own-sites.ts';
import { manifestString } from '../manifest-value.ts';
import { defineRule } from '../rule.ts';
import { carriesWords, isEngine } from '../search-engines.ts';
import { textOf } from '../value-text.ts';

export default defineRule({
  id: 'searches-relayed',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Sends searches of the new tab through a relay (search hijacking)',
  description:
    'The page that replaces the new tab has a search box of its own, whose words go to a fixed server that is no known engine, with a code that says who sent them. Such relays log each search and hand it on to an engine that pays for it. Browsers let new tab pages search by the engine that the user has set.',
  impact:
    'The operator reads and sells what staff search for, decides which results they see, and can lead them to false downloads.',
  recommendation: 'Search with chrome.search.query, which uses the engine that the user has set.',
  administrator:
    'Block it, and set the new tab page with NewTabPageLocation and the engine with DefaultSearchProviderSearchURL.',
  headline: 'searches on your new tab go through a server of its own',
  cwe: 'CWE-601',
  attack: 'T1185',
  policy: 'quality-guidelines',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/search',
    'https://developer.chrome.com/docs/webstore/program-policies/quality-guidelines',
  ],
  *check({ extension, facts }) {
    const page = manifestString(extension.manifest, ['chrome_url_overrides', 'newtab']);
    if (page === undefined) return;
    const files = new Set([page]);
    for (const context of extension.contexts)
      if (context.page === page) for (const file of context.scripts) files.add(file);
    const homepage = URL.parse(extension.manifest.homepageUrl ?? '')?.hostname;
    const led = [
      ...facts.html.flatMap(({ kind, at, value }) =>
        kind === 'search-form' ? { at, address: value } : [],
      ),
      ...facts.navigations.flatMap(({ at, url }) =>
        url.kind === 'string' && !url.exact ? { at, address: textOf(url) ?? '' } : [],
      ),
    ];
    for (const { at, address } of led) {
      if (!files.has(at.file) || !carriesWords(address) || isEngine(address)) continue;
      const host = URL.parse(address)?.hostname ?? '';
      if (homepage !== undefined && siteOf(homepage) === siteOf(host)) continue;
      const isCoded = /[?&][^=&]+=[^&]/u.test(address);
      const note = `Goes to ${address.slice(0, 80)}…`;
      yield { at, note, receiver: host, ...(!isCoded && { confidence: 'low' }) };
    }
  },
});

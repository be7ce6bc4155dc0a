import { matchingFlows } from '../flow-evidence.ts';
import { carriesWords, isEngine, runsOnEngines } from '../search-engines.ts';
import { defineRule } from '../rule.ts';
import { textOf } from '../value-text.ts';

export default defineRule({
  id: 'searches-redirected',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Hijacks searches',
  description:
    'As pages load, and not as the user has set, parts of their address, such as the words of a search, become part of an address of one site, and the tab goes there; or a request rule sends searches on to it. Search hijackers earn money and a profile like this.',
  impact:
    'The operator reads every search, sells the traffic, and decides which results users see.',
  recommendation: 'Leave tabs where the user sent them, or act when the user asks.',
  administrator:
    'Block it, and fix the search engine with DefaultSearchProviderEnabled and DefaultSearchProviderSearchURL.',
  headline: 'it hijacks your searches',
  cwe: 'CWE-601',
  attack: 'T1185',
  policy: 'quality-guidelines',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/quality-guidelines',
    'https://cwe.mitre.org/data/definitions/601.html',
  ],
  *check({ extension, facts }) {
    for (const { action, at, isOfSearches, redirectUrl = '' } of facts.networkRules)
      if (action === 'redirect' && isOfSearches && carriesOn.test(redirectUrl))
        yield { at, note: `Sends searches on to ${redirectUrl.slice(0, 80)}.` };
    for (const { at, url, via } of facts.navigations) {
      const address = textOf(url) ?? '';
      const isRelay =
        via === 'page' && url.kind === 'string' && !url.exact && carriesWords(address);
      if (isRelay && facts.isSelfStartedAt(at) && runsOnEngines(extension, at.file))
        yield {
          at,
          note: `Goes to ${address.slice(0, 80)}…`,
          ...(isEngine(address) && { confidence: 'low' }),
        };
    }
    const events = new Set(
      facts.listeners.flatMap(({ target, at }) =>
        pageEvents.test(target) ? `${at.line} ${at.file}` : [],
      ),
    );
    const fixed = new Map(
      facts.navigations.flatMap(({ at, url }) =>
        url.kind === 'string' && !url.exact && carriesWords(url.text)
          ? [[`${at.line} ${at.file}`, url.text] as const]
          : [],
      ),
    );
    for (const { source, sink, confidence } of matchingFlows(facts, {
      from: ['tabs'],
      to: ['navigation'],
    })) {
      const address = fixed.get(`${sink.line} ${sink.file}`);
      if (address === undefined || !events.has(`${source.line} ${source.file}`)) continue;
      const { file, line, column } = source;
      const isChosen = isEngine(address) || !facts.isSelfStartedAt(sink);
      const note = `Goes to ${address.slice(0, 80)}…`;
      yield { at: { file, line, column }, note, confidence: isChosen ? 'low' : confidence };
    }
  },
});

/** A fixed host that gets what a part of the expression matched. */
const carriesOn =
  /^https?:\/\/(?![^/]*(?:google|bing|duckduckgo|ecosia|yandex|baidu|yahoo|brave|startpage)\.)[^/\\?#]+\/.*\\\d/iu;
const pageEvents =
  /^chrome\.(?:tabs\.on(?:Created|Updated)|webNavigation\.on\w+|webRequest\.on\w+)$/u;

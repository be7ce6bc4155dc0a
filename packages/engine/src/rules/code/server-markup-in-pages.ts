import { placeOf } from '../co-location.ts';
import { flowEvidence, matchingFlows, runsIn, webPageContexts } from '../flow-evidence.ts';
import { scriptsRunEverywhere } from '../private-reads.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'server-markup-in-pages',
  category: 'code',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Injects markup that a server sends into every page (content injection)',
  description:
    'As pages of all sites load or change, or those that the server names, a script puts markup into them that a server sends, neither sanitised nor asked for. Adware shows its offers like this, and whoever runs the server can put a sign-in form over any site.',
  impact:
    'The operator decides what users see on every site, from advertisements to false sign-in forms, and can choose for whom.',
  recommendation:
    'Ship markup with the package and fill it with textContent, or show it in the extension’s own pages.',
  administrator:
    'Block it with ExtensionSettings; where that is not possible, list sign-in pages, banks and mail under runtime_blocked_hosts.',
  headline: 'a server puts its own content into every page you visit',
  cwe: 'CWE-829',
  attack: 'T1185',
  policy: 'ads',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/ads',
    'https://cwe.mitre.org/data/definitions/829.html',
  ],
  *check({ extension, facts }) {
    const everywhere = scriptsRunEverywhere(extension, facts);
    const templates = new Set(
      facts.domSinks.flatMap(({ at, value }) =>
        value.kind === 'string' && value.text.trim() !== '' ? placeOf(at) : [],
      ),
    );
    const choices = matchingFlows(facts, { from: ['network-response'], to: ['site-choice'] });
    const chosen = new Set(choices.map(({ sink }) => placeOf(sink)));
    yield* flowEvidence(facts, {
      from: ['network-response'],
      to: ['dom-html'],
      where: ({ sink, confidence }) =>
        confidence !== 'low' &&
        everywhere.has(sink.file) &&
        runsIn(facts, sink.file, webPageContexts) &&
        (facts.isUnasked(sink) || facts.isSelfStartedAt(sink) || chosen.has(placeOf(sink))),
      // Within markup of the package's own it is mostly a number or a name.
      lowWhere: ({ sink }) => templates.has(placeOf(sink)),
    });
  },
});

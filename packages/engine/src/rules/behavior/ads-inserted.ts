import { clickHandlers } from '../click-handlers.ts';
import { flowEvidence, isAsked, runsIn, webPageContexts } from '../flow-evidence.ts';
import { scriptsRunEverywhere } from '../private-reads.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'ads-inserted',
  category: 'behavior',
  nature: 'behavior',
  severity: 'medium',
  confidence: 'medium',
  title: 'Inserts links from a server into pages of all sites (ad injection)',
  description:
    'A script on all sites makes links whose addresses a server sends, or gives links of the page such addresses, without the user asking for anything. Adware shows offers and rewrites search results like this.',
  impact:
    'The operator earns from every page, and leads users from a site they trust to shops or phishing pages.',
  recommendation: 'Show offers in the extension’s own popup, when the user opens it.',
  administrator:
    'Block it with ExtensionSettings; where it must stay, put sites that matter under runtime_blocked_hosts.',
  headline: 'a server puts links into the pages you visit',
  cwe: 'CWE-506',
  attack: 'T1185',
  policy: 'ads',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/ads',
    'https://cwe.mitre.org/data/definitions/506.html',
  ],
  *check({ extension, facts }) {
    const everywhere = scriptsRunEverywhere(extension, facts);
    const isClickable = clickHandlers(facts).size > 0;
    yield* flowEvidence(facts, {
      from: ['network-response'],
      to: ['page-link'],
      where: (flow) =>
        everywhere.has(flow.sink.file) &&
        runsIn(facts, flow.sink.file, webPageContexts) &&
        !isAsked(facts, flow),
      // What a menu or a shortcut asks for may come back by a message.
      lowWhere: () => isClickable,
    });
  },
});

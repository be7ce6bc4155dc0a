import { analyticsDomains, monitoringDomains } from '../analytics-domains.ts';
import { flowEvidence, isAsked, isService, webPageContexts } from '../flow-evidence.ts';
import { isLocalHost, isUnderAny } from '../hosts.ts';
import { scriptsRunEverywhere } from '../private-reads.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'site-visits-sent',
  category: 'privacy',
  nature: 'behavior',
  severity: 'medium',
  confidence: 'medium',
  title: 'Reports which pages of certain sites are visited',
  description:
    'A script in pages of the sites that the manifest names sends their addresses to another host as they are opened, and nothing is done with the answer. On social networks, shops and mail the address says whose profile, which product or which letter is read.',
  impact:
    'The receiver learns which people, products and documents a user looks at on these sites.',
  recommendation: 'Send an address only when the user asks for something about that page.',
  administrator:
    'Put the named sites under runtime_blocked_hosts, or allow it only once the developer says what the log is for.',
  headline: 'the pages that you open on certain sites are told to {receiver}',
  cwe: 'CWE-359',
  attack: 'T1217',
  policy: 'limited-use',
  references: ['https://developer.chrome.com/docs/webstore/program-policies/limited-use'],
  *check({ extension, facts }) {
    const everywhere = scriptsRunEverywhere(extension, facts);
    yield* flowEvidence(facts, {
      from: ['tabs'],
      to: ['network'],
      sourceIn: webPageContexts,
      where: (flow) =>
        !everywhere.has(flow.source.file) &&
        flow.host !== undefined &&
        !isLocalHost(flow.host) &&
        !isUnderAny(flow.host, counting) &&
        !isAsked(facts, flow) &&
        !isService(facts, flow),
    });
  },
});

/** Those who count visits for the developer. */
const counting = [...analyticsDomains, ...monitoringDomains];

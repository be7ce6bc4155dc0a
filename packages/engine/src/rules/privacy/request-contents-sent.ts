import { PlacedFacts } from '../co-location.ts';
import { flowEvidence, matchingFlows } from '../flow-evidence.ts';
import { isLocalHost } from '../hosts.ts';
import { stringsIn } from '../value-text.ts';
import { carriesData } from '../nearby-requests.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'request-contents-sent',
  category: 'privacy',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Headers or bodies of requests are sent over the network',
  description:
    'Requests that sites make are read, with their Authorization and Cookie headers or form data, and travel to a server.',
  recommendation:
    'Send nothing that the feature does not need, say so in the listing, and ask first.',
  cwe: 'CWE-522',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/webRequest',
    'https://cwe.mitre.org/data/definitions/522.html',
  ],
  *check({ facts }) {
    const flows = matchingFlows(facts, {
      from: ['request-headers', 'request-body'],
      to: ['network'],
    });
    yield* flowEvidence(facts, { from: ['request-headers', 'request-body'], to: ['network'] });
    if (flows.length > 0) return;
    const requests = new PlacedFacts(facts.endpoints.filter(carriesData));
    for (const listener of facts.listeners) {
      if (!listener.target.startsWith('chrome.webRequest.on')) continue;
      const asked = new Set(listener.options.flatMap((option) => [...stringsIn(option)]));
      if (!asked.has('requestBody') && !asked.has('requestHeaders')) continue;
      const request = requests.firstInside(listener.handler);
      if (request !== undefined && !isLocalHost(request.host ?? '')) {
        yield {
          at: listener.at,
          note: `Line ${request.at.line} sends data to ${request.host ?? 'a server'}.`,
        };
      }
    }
  },
});

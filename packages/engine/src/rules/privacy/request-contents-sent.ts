import { flowEvidence } from '../flow-evidence.ts';
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
    yield* flowEvidence(facts, {
      from: ['request-headers', 'request-body'],
      to: ['network'],
    });
  },
});

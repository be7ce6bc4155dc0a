import { flowEvidence, webPageContexts } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'form-input-sent',
  category: 'privacy',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'What users type into web forms is sent over the network',
  description:
    'A script in web pages reads form fields and the values travel to a server. That catches passwords, card numbers and everything else typed into a site.',
  recommendation:
    'Send nothing that the feature does not need, say so in the listing, and ask first.',
  cwe: 'CWE-359',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/limited-use',
    'https://cwe.mitre.org/data/definitions/359.html',
  ],
  *check({ facts }) {
    yield* flowEvidence(facts, {
      from: ['form-input'],
      to: ['network'],
      sourceIn: webPageContexts,
    });
  },
});

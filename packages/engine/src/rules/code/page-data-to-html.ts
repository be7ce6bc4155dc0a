import { strangerSources } from '../../analyse/facts/strangers.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-data-to-html',
  category: 'code',
  nature: 'weakness',
  severity: 'high',
  confidence: 'medium',
  title: 'Web page or external input inserted as HTML (DOM XSS)',
  description:
    'A message or event that a page can send is parsed as HTML. In an extension page this is script injection as far as the policy permits; in a content script it carries markup from one site into another.',
  impact:
    'A malicious page can carry script or a false form into the extension, or into another site that users trust.',
  recommendation: 'Use textContent, or sanitise with a maintained library.',
  administrator:
    'Withhold it from users of sensitive systems until it is fixed; then set minimum_version_required.',
  headline: 'a web page can inject content into it',
  cwe: 'CWE-79',
  policy: 'data-handling',
  references: [
    'https://developer.chrome.com/docs/extensions/develop/security-privacy/stay-secure',
    'https://cwe.mitre.org/data/definitions/79.html',
  ],
  *check({ facts }) {
    yield* flowEvidence(facts, {
      from: strangerSources,
      to: ['dom-html'],
    });
  },
});

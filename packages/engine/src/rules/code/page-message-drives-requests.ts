import { strangerSources } from '../../analyse/facts/strangers.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-message-drives-requests',
  category: 'code',
  nature: 'weakness',
  severity: 'medium',
  confidence: 'medium',
  title: 'Web page controls which URLs the extension requests or opens',
  description:
    'Data from a page’s message or event reaches a network request or a navigation of the extension, which is not bound by the page’s origin and may carry the user’s cookies.',
  impact:
    'A web page can fetch what only the user may see, such as intranet pages, through the extension.',
  recommendation: 'Check the origin and accept only known addresses.',
  administrator:
    'List internal sites under runtime_blocked_hosts, so that the extension cannot be used to reach them.',
  headline: 'a web page can choose addresses that it requests or opens',
  cwe: 'CWE-918',
  policy: 'data-handling',
  references: [
    'https://developer.chrome.com/docs/extensions/develop/concepts/messaging',
    'https://cwe.mitre.org/data/definitions/918.html',
  ],
  *check({ facts }) {
    yield* flowEvidence(facts, {
      from: strangerSources,
      to: ['network', 'navigation'],
    });
  },
});

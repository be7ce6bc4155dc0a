import { strangerSources } from '../../analyse/facts/strangers.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-message-reaches-storage',
  category: 'code',
  nature: 'weakness',
  severity: 'medium',
  confidence: 'medium',
  title: 'Web page message overwrites extension storage',
  description:
    'Data from a page’s message or event is stored by the extension and may be trusted later.',
  impact:
    'A web page can plant settings that the extension trusts later, such as a server address or an exception.',
  recommendation: 'Check origin and shape of the message before storing it.',
  administrator:
    "Nothing urgent; ask for a fix, and reset the extension's data if its settings change unexpectedly.",
  headline: 'a web page can change what it stores',
  cwe: 'CWE-346',
  references: ['https://developer.chrome.com/docs/extensions/develop/concepts/messaging'],
  *check({ facts }) {
    yield* flowEvidence(facts, {
      from: strangerSources,
      to: ['extension-storage'],
    });
  },
});

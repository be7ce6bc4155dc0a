import { privilegedSinks } from '../../analyse/facts/strangers.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-message-reaches-privilege',
  category: 'code',
  nature: 'weakness',
  severity: 'high',
  confidence: 'medium',
  title: 'Privilege escalation: web page message reaches a privileged API',
  description:
    'Data from a page’s message or event reaches an API that pages do not have, such as downloads, cookies, proxy or native messaging. Any site that the content script runs on can use it.',
  impact:
    'A web page can download files, read cookies or change the proxy through the extension, without a prompt.',
  recommendation:
    'Check origin and shape of the message, and offer the page a fixed list of commands.',
  administrator:
    'Block it, or limit its sites with runtime_blocked_hosts and runtime_allowed_hosts, until you can require a fixed version.',
  headline: 'any web page it runs in can use its privileges',
  cwe: 'CWE-346',
  policy: 'data-handling',
  references: [
    'https://developer.chrome.com/docs/extensions/develop/concepts/messaging',
    'https://developer.chrome.com/docs/extensions/develop/security-privacy/stay-secure',
  ],
  *check({ facts }) {
    yield* flowEvidence(facts, { from: ['page-message', 'page-event'], to: privilegedSinks });
  },
});

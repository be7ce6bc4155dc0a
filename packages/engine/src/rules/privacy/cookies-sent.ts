import type { Facts } from '../../analyse/facts.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { nearbyRequests } from '../nearby-requests.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'cookies-sent',
  category: 'privacy',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'high',
  title: 'Cookies are sent over the network',
  description:
    'Cookies that the extension API reads travel to a server. Session cookies let whoever holds them act as the user without a password; Cyberhaven’s extension (2024) was turned into this.',
  recommendation: 'Do not let cookie values leave the browser.',
  cwe: 'CWE-200',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/cookies',
    'https://cwe.mitre.org/data/definitions/200.html',
  ],
  *check({ facts }) {
    for (const evidence of flowEvidence(facts, {
      from: ['cookies'],
      to: ['network'],
      where: (flow) => !isPageCookie(facts, flow.source.file, flow.source.line),
    }))
      // That a script reads cookies and has a way that they may take out is more than a guess.
      yield evidence.confidence === 'low' ? { ...evidence, confidence: 'medium' } : evidence;
    yield* nearbyRequests(facts, ['chrome.cookies.getAll']);
  },
});

function isPageCookie(facts: Facts, file: string, line: number): boolean {
  return facts.usesOf('document.cookie').some(({ at }) => at.file === file && at.line === line);
}

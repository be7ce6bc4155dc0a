import { placeOf } from '../co-location.ts';
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
    const ofPages = new Set(facts.usesOf('document.cookie').map(({ at }) => placeOf(at)));
    for (const evidence of flowEvidence(facts, {
      from: ['cookies'],
      to: ['network'],
      where: ({ source }) => !ofPages.has(placeOf(source)),
    }))
      // That a script reads cookies and has a way that they may take out is more than a guess.
      yield evidence.confidence === 'low' ? { ...evidence, confidence: 'medium' } : evidence;
    yield* nearbyRequests(facts, ['chrome.cookies.getAll']);
  },
});

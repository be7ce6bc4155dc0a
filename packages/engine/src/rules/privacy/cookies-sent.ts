import type { Facts } from '../../analyse/facts.ts';
import { isNear, isInCallback } from '../co-location.ts';
import { flowEvidence } from '../flow-evidence.ts';
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
    yield* flowEvidence(facts, {
      from: ['cookies'],
      to: ['network'],
      where: (flow) => !isPageCookie(facts, flow.source.file, flow.source.line),
    });
    if (facts.flows.some(({ source }) => source.kind === 'cookies')) return;
    for (const read of facts.usesOf('chrome.cookies.getAll')) {
      const request = facts.endpoints.find(
        (endpoint) =>
          endpoint.sendsData && (isInCallback(endpoint, read) || isNear(endpoint, read, 1)),
      );
      if (request !== undefined) {
        yield {
          at: read.at,
          note: `Line ${request.at.line} sends data to ${request.host ?? 'a server'}.`,
        };
      }
    }
  },
});

function isPageCookie(facts: Facts, file: string, line: number): boolean {
  return facts.usesOf('document.cookie').some(({ at }) => at.file === file && at.line === line);
}

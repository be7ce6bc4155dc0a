import { flowEvidence, webPageContexts } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-cookies-sent',
  category: 'privacy',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Cookies of visited pages are sent over the network',
  description:
    'A script that runs in web pages reads document.cookie and the value travels to a server.',
  recommendation: 'Do not let cookie values leave the page.',
  cwe: 'CWE-200',
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/API/Document/cookie',
    'https://cwe.mitre.org/data/definitions/200.html',
  ],
  *check({ facts }) {
    const reads = facts.usesOf('document.cookie').filter(({ access }) => access === 'read');
    yield* flowEvidence(facts, {
      from: ['cookies', 'page-content'],
      to: ['network', 'native-message'],
      sourceIn: webPageContexts,
      where: ({ source }) =>
        reads.some(({ at }) => at.file === source.file && at.line === source.line),
    });
  },
});

import type { GlobalUse } from '../../analyse/facts.ts';
import { flowEvidence, webPageContexts } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-content-sent',
  category: 'privacy',
  nature: 'behavior',
  severity: 'medium',
  confidence: 'medium',
  title: 'The content of visited pages is sent over the network',
  description:
    'Text or markup of web pages travels to a server. Grammar and translation tools do this for what the user selects; scrapers do it for everything.',
  recommendation:
    'Send nothing that the feature does not need, say so in the listing, and ask first.',
  cwe: 'CWE-359',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/limited-use',
    'https://cwe.mitre.org/data/definitions/359.html',
  ],
  *check({ facts }) {
    yield* flowEvidence(facts, {
      from: ['page-content'],
      to: ['network'],
      sourceIn: webPageContexts,
      where: ({ source }) =>
        !isRead(facts.usesOf('document.cookie'), source.file, source.line) &&
        !isRead(
          facts.uses.filter(({ path }) => pageStorage.test(path)),
          source.file,
          source.line,
        ),
    });
  },
});

// Cookies and storage have rules of their own.
const pageStorage = /^(?:localStorage|sessionStorage)\b/u;

function isRead(uses: readonly GlobalUse[], file: string, line: number): boolean {
  return uses.some(({ at }) => at.file === file && at.line === line);
}

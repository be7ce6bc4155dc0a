import { matchingFlows } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'redirects-commanded-by-server',
  category: 'network',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'A server decides which pages are replaced by which',
  description:
    'A network answer becomes declarativeNetRequest rules that redirect whole pages. Whoever runs the server can put a copy in place of any site that the user opens.',
  recommendation: 'Ship redirect rules with the package, or let the user choose each of them.',
  cwe: 'CWE-601',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/declarativeNetRequest',
    'https://cwe.mitre.org/data/definitions/601.html',
  ],
  *check({ facts }) {
    const flows = matchingFlows(facts, { from: ['network-response'], to: ['request-rules'] });
    for (const { source, sink, confidence } of flows) {
      const near = facts.strings.filter(
        ({ at }) => at.file === sink.file && Math.abs(at.line - sink.line) <= linesMax,
      );
      const redirects = near.some(({ text }) => text === 'redirect');
      if (!redirects || !near.some(({ text }) => text === 'main_frame')) continue;
      const { file, line, column } = source;
      const note = `Becomes a redirect of pages at ${sink.file}:${sink.line}.`;
      yield { at: { file, line, column }, note, confidence };
    }
  },
});

/** Lines of a rule that is written where it is added. */
const linesMax = 15;

import { isOfUserData } from '../../analyse/flows/vocabulary/flow-vocabulary.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'active-code-in-unused-file',
  category: 'code',
  nature: 'behavior',
  severity: 'low',
  confidence: 'medium',
  title: 'Ships active code in a file that nothing loads',
  description:
    'A script of the package is reached by no page, worker or content script, yet it evaluates text, hides its strings or sends data. It may be left over, or wait for a loader that a later version brings.',
  impact: 'A later version needs one line to switch on code that reviewers passed over as unused.',
  recommendation: 'Remove files that are not used.',
  administrator:
    'No action now; compare the next versions, and review again when the file comes into use.',
  headline: 'it carries code that nothing seems to use',
  cwe: 'CWE-561',
  references: ['https://cwe.mitre.org/data/definitions/561.html'],
  *check({ facts }) {
    for (const { file, contexts } of facts.scripts) {
      if (contexts.length > 0) continue;
      const active =
        facts.obfuscation.find(({ at }) => at.file === file) ??
        facts.dynamicCode.find(({ at, origin }) => at.file === file && origin === 'remote') ??
        facts.flows
          .filter(({ direction }) => isOfUserData(direction))
          .map(({ source }) => ({
            at: { file: source.file, line: source.line, column: source.column },
          }))
          .find(({ at }) => at.file === file);
      if (active !== undefined) yield { at: active.at };
    }
  },
});

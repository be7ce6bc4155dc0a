import { functionsHandedTo } from '../co-location.ts';
import { runsIn, webPageContexts } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'media-disturbed-at-random',
  category: 'behavior',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Videos of web pages jump by chance, again and again',
  description:
    'A timer sets position, speed or volume of what plays in a page to random values. No user wants that at intervals: the extension works against the page and whoever looks at it.',
  recommendation: 'Change playback only when the user asks for it, and to what the user chose.',
  cwe: 'CWE-506',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/policies',
    'https://cwe.mitre.org/data/definitions/506.html',
  ],
  *check({ facts }) {
    const repeated = functionsHandedTo(facts.usesOf('setInterval'));
    for (const { at, kind, isRandom, reachedFrom } of facts.pageChanges) {
      if (kind !== 'media' || !isRandom || !runsIn(facts, at.file, webPageContexts)) continue;
      if (reachedFrom.some((id) => repeated.has(id))) yield { at };
    }
  },
});

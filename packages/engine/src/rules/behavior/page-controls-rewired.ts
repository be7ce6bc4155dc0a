import { isOfUserData } from '../../analyse/flows/vocabulary/flow-vocabulary.ts';
import { runsIn, webPageContexts } from '../flow-evidence.ts';
import { textOf } from '../value-text.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-controls-rewired',
  category: 'behavior',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Hijacks buttons or links of web pages',
  description:
    'Elements that a page already has get an event attribute with code of the extension, so that a click there does something else than the page meant. Where the same script also keeps or sends what stands in the page, this is how transactions and votes are changed behind the user’s back.',
  impact:
    'The operator changes where money, votes or orders go while the page shows what the user expects.',
  recommendation: 'Add controls of your own, and leave those of the page as they are.',
  administrator:
    'Block it, or keep it off banking, payroll and internal sites with runtime_blocked_hosts while you investigate.',
  headline: 'it changes what buttons and links of web pages do',
  cwe: 'CWE-471',
  attack: 'T1185',
  policy: 'unexpected-behavior',
  references: [
    'https://attack.mitre.org/techniques/T1185/',
    'https://cwe.mitre.org/data/definitions/471.html',
  ],
  *check({ facts }) {
    const taking = new Set(
      facts.flows.flatMap(({ direction, source }) =>
        isOfUserData(direction) && ofPage.has(source.kind) ? source.file : [],
      ),
    );
    for (const { at, value } of facts.pageChanges) {
      if (!runsIn(facts, at.file, webPageContexts)) continue;
      const code = textOf(value) ?? '';
      if (value.kind === 'string' && value.exact && withoutAct.test(code)) continue;
      yield {
        at,
        note: `The code is ${code === '' ? 'worked out' : code.slice(0, 80)}.`,
        confidence: taking.has(at.file) ? 'medium' : 'low',
      };
    }
  },
});

const ofPage: ReadonlySet<string> = new Set(['form-input', 'key-input', 'page-content']);

/** Takes the page's code away, or lets the browser do what it would. */
const withoutAct = /^\s*(?:return(?:\s+(?:true|false))?)?\s*;?\s*$/u;

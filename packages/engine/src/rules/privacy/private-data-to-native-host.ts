import type { SourceKind } from '../../vocabulary.ts';
import { evidenceOf, flowEvidence, goesToOwnProgram } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'private-data-to-native-host',
  category: 'privacy',
  nature: 'behavior',
  severity: 'medium',
  confidence: 'medium',
  title: 'Passes private data to a native program',
  description:
    'Cookies, history, keys or forms travel to a program outside the browser, by native messaging or as a request to this machine that it answers. No browser rule holds there.',
  impact:
    "The program's maker can keep or forward the data where no browser or proxy control sees it.",
  recommendation:
    'Send nothing that the feature does not need, say so in the listing, and ask first.',
  administrator:
    'Allow known programs only with NativeMessagingAllowlist, and ask what this one does with the data.',
  headline: 'it hands private data to a program outside the browser',
  cwe: 'CWE-359',
  policy: 'limited-use',
  references: ['https://developer.chrome.com/docs/extensions/reference/api/runtime'],
  *check({ facts }) {
    yield* flowEvidence(facts, { from: privateKinds, to: ['native-message'] });
    for (const flow of facts.flows)
      if (goesToOwnProgram(flow) && privateKinds.includes(flow.source.kind))
        yield evidenceOf(flow, !flow.isExact);
  },
});

const privateKinds: readonly SourceKind[] = [
  'cookies',
  'history',
  'form-input',
  'key-input',
  'clipboard',
  'request-headers',
  'request-body',
];

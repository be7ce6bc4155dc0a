import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'local-files-sent',
  category: 'privacy',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'high',
  title: 'Exfiltrates files of the computer (file: URLs)',
  description:
    'The extension requests file: addresses, which browsers allow it once the user lets it access file URLs, and sends what it reads to a server. A folder answers with the list of its files.',
  impact: 'Keys, documents and password files of the user leave the computer without a trace.',
  recommendation: 'Let users pick files with an input element, and read only those.',
  administrator:
    'Block it with ExtensionSettings, and change the keys and passwords that lay in files of the computers that had it.',
  headline: 'files of your computer are sent to {receiver}',
  cwe: 'CWE-552',
  attack: 'T1005',
  policy: 'malicious-and-prohibited',
  references: [
    'https://developer.chrome.com/docs/extensions/develop/concepts/declare-permissions',
    'https://cwe.mitre.org/data/definitions/552.html',
  ],
  *check({ facts }) {
    yield* flowEvidence(facts, { from: ['local-file'], to: ['network'] });
  },
});

import { sinkKinds } from '../../vocabulary.ts';
import { placeOf } from '../co-location.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'remote-config-dispatch',
  category: 'code',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Remote configuration picks the extension API to call',
  description:
    'The name of the browser API that is called is taken from a server’s answer. PDF Toolbox (2023) fetched a list of API names and arguments, so that its server decided which powers are used.',
  impact:
    'The server chooses which powers are used on which user, and reviewers never see the choice.',
  recommendation: 'Call APIs by name and let the server send data only.',
  administrator:
    'Block it with ExtensionSettings; an audit of the package cannot vouch for what the server will ask.',
  headline: 'a server decides what it does in your browser',
  cwe: 'CWE-470',
  attack: 'T1071.001',
  policy: 'mv3-requirements',
  references: [
    'https://developer.chrome.com/docs/extensions/develop/migrate/remote-hosted-code',
    'https://cwe.mitre.org/data/definitions/470.html',
  ],
  *check({ facts }) {
    const computed = new Set(
      facts.uses.flatMap(({ access, path, at }) =>
        access === 'call' && computedApi.test(path) ? placeOf(at) : [],
      ),
    );
    // Of such a call, what reaches it is the name.
    yield* flowEvidence(facts, {
      from: ['network-response'],
      to: sinkKinds,
      where: ({ sink }) => computed.has(placeOf(sink)),
    });
  },
});

const computedApi = /^chrome\.(?:\*|\w+\.\*)/u;

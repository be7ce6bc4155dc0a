import { privilegedSinks } from '../../analyse/facts/strangers.ts';
import { PlacedFacts } from '../co-location.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'external-message-reaches-privilege',
  category: 'code',
  nature: 'weakness',
  severity: 'high',
  confidence: 'medium',
  title: 'Privilege escalation: external message reaches a privileged API',
  description:
    'A listener for messages from outside does not check the sender and uses a privileged API while it handles them.',
  impact:
    "Another extension or a connectable site can make this one use its powers on the attacker's behalf.",
  recommendation: 'Check the sender against a fixed list, and offer a fixed list of commands.',
  administrator:
    'Review what else is installed beside it, and set minimum_version_required once the developer has fixed it.',
  headline: 'other extensions or sites can use its privileges',
  cwe: 'CWE-284',
  policy: 'data-handling',
  references: [
    'https://developer.chrome.com/docs/extensions/develop/concepts/messaging',
    'https://developer.chrome.com/docs/extensions/develop/security-privacy/stay-secure',
  ],
  *check({ facts }) {
    yield* flowEvidence(facts, { from: ['external-message'], to: privilegedSinks });
    const privileged = new PlacedFacts(facts.uses.filter(({ path }) => privilegedApi.test(path)));
    for (const channel of facts.messages) {
      const isExternal =
        channel.kind === 'external-listen' || channel.kind === 'external-port-listen';
      if (!isExternal || channel.checksSender !== false) continue;
      const use = privileged.firstInside(channel.handler);
      if (use !== undefined) yield { at: channel.at, note: `The handler calls ${use.path}.` };
    }
  },
});

const privilegedApi =
  /^chrome\.(?:cookies|history|bookmarks|downloads|management|proxy|debugger|scripting|tabs\.executeScript|declarativeNetRequest|browsingData|privacy|runtime\.(?:sendNativeMessage|connectNative))/u;

import { placeOf } from '../co-location.ts';
import { commandsOf } from '../commands.ts';
import { flowEvidence } from '../flow-evidence.ts';
import type { SinkKind } from '../../vocabulary.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'privilege-commanded-by-server',
  category: 'network',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Lets a server drive a privileged API (remote control)',
  description:
    'What a network answer holds reaches an API such as cookies, downloads, management, the debugger or native messaging. The server can act through the extension without an update.',
  impact:
    "The server's operator can fetch cookies, drop files or steer tabs on any machine at any time.",
  recommendation: 'Let the server send data and decide in reviewed code what happens.',
  administrator:
    'Block it with ExtensionSettings and its server at the proxy; revoke sessions if it can read cookies.',
  headline: 'a server works your browser through it',
  cwe: 'CWE-829',
  attack: 'T1071.001',
  policy: 'mv3-requirements',
  references: ['https://developer.chrome.com/docs/extensions/develop/security-privacy/stay-secure'],
  *check({ facts }) {
    const isCommand = commandsOf(facts);
    const ownCookies = new Set(facts.usesOf('document.cookie').map(({ at }) => placeOf(at)));
    yield* flowEvidence(facts, {
      // A page may always set its own.
      where: (flow) => !ownCookies.has(placeOf(flow.sink)) && isCommand(flow),
      lowWhere: ({ source, sink }) =>
        synced.has(sink.kind) && facts.exchangeAt(source)?.isSigned === true,
      from: ['network-response'],
      to: [
        'cookies-write',
        'download',
        'management',
        'bookmarks-write',
        'history-write',
        'native-message',
        'debugger-command',
      ],
    });
  },
});

/** What the user's own account keeps, and brings to another browser of the user. */
const synced: ReadonlySet<SinkKind> = new Set(['bookmarks-write', 'history-write']);

import { placeOf } from '../co-location.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'remote-list-injected',
  category: 'code',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Lets a server pick the sites that it injects scripts or content into',
  description:
    'A list that a server sends decides in which pages the extension runs a script or puts content. Reviewers see a script that does nothing anywhere; the list turns it on where the operator wants, and off where somebody looks.',
  impact:
    'The operator aims at single sites, such as a bank or a shop, at any time and without an update.',
  recommendation: 'Write the sites into the manifest, or let users choose them.',
  administrator:
    'Block it with ExtensionSettings, or keep sites that matter under runtime_blocked_hosts; a trial shows only today’s list.',
  headline: 'a server decides on which sites it changes pages',
  cwe: 'CWE-829',
  attack: 'T1185',
  policy: 'mv3-requirements',
  references: [
    'https://developer.chrome.com/docs/extensions/develop/migrate/remote-hosted-code',
    'https://cwe.mitre.org/data/definitions/829.html',
  ],
  *check({ facts }) {
    const puttingIn = new Set(
      [...injecting.flatMap((path) => facts.usesOf(path)), ...facts.domSinks].map(({ at }) =>
        placeOf(at),
      ),
    );
    yield* flowEvidence(facts, {
      from: ['network-response'],
      to: ['site-choice'],
      // Lists that blockers fetch hide what they name, by styles.
      where: ({ sink }) => puttingIn.has(placeOf(sink)),
    });
  },
});

const injecting = [
  'chrome.scripting.executeScript',
  'chrome.scripting.registerContentScripts',
  'chrome.tabs.executeScript',
  'chrome.userScripts.register',
];

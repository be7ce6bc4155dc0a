import type { Facts } from '../../analyse/facts/facts.ts';
import type { Extension } from '../../model/extension.ts';
import type { ContextKind } from '../../vocabulary.ts';
import {
  privateEvents,
  readsOfAllSites,
  scriptsOfAllSites,
  wholesaleCalls,
} from '../private-reads.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'collection-without-purpose',
  category: 'privacy',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Reads private data and does nothing with it',
  description:
    'The extension reads private data of the user, and no script of it shows, stores, sends, blocks or changes anything. What is read serves no purpose that a user could have; the next update, or whoever buys the extension, may give it one.',
  impact: 'A later owner can send what is already being read with an update of one line.',
  recommendation: 'Read private data only where a feature needs it, and leave out the permission.',
  administrator:
    'Do not allow it before the developer explains the reading; where it is installed, watch its updates.',
  headline: 'it reads private data and does nothing with it',
  cwe: 'CWE-359',
  policy: 'limited-use',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/limited-use',
    'https://cwe.mitre.org/data/definitions/359.html',
  ],
  *check({ extension, facts }) {
    if (!isWithoutEffect(extension, facts)) return;
    const everywhere = scriptsOfAllSites(extension);
    const fields = facts.inertScripts
      .filter(({ file }) => everywhere.has(file))
      .flatMap(({ fieldReads }) =>
        fieldReads.map((fact) => ({ fact, what: 'fields on all sites' })),
      );
    const reads = [
      ...wholesaleCalls(facts),
      ...privateEvents(facts),
      ...readsOfAllSites(extension, facts),
      ...fields,
    ];
    for (const { fact, what } of reads) yield { at: fact.at, note: `Reads ${what}.` };
  },
});

/** Whether everything of the package that runs is understood, and nothing of it can be noticed. */
function isWithoutEffect({ contexts, manifest }: Extension, facts: Facts): boolean {
  const running = facts.scripts.filter((script) => script.contexts.length > 0);
  const inert = new Set(facts.inertScripts.map(({ file }) => file));
  return (
    running.length > 0 &&
    facts.skipped.length === 0 &&
    running.every(({ file }) => inert.has(file)) &&
    contexts.every(({ kind }) => kindsWithoutView.has(kind)) &&
    manifest.contentScripts.every(({ css }) => css.length === 0) &&
    manifest.webAccessibleResources.length === 0 &&
    facts.networkRules.length === 0 &&
    facts.networkRuleCounts.length === 0 &&
    !workingKeys.some((key) => key in manifest.value)
  );
}

const kindsWithoutView: ReadonlySet<ContextKind> = new Set([
  'background-page',
  'content-script',
  'service-worker',
]);

/** Keys of the manifest that do something without a script. */
const workingKeys = [
  'chrome_settings_overrides',
  'chrome_url_overrides',
  'declarative_net_request',
  'dictionaries',
  'import',
  'input_components',
  'theme',
];

import { strangerSources } from '../../analyse/facts/strangers.ts';
import type { Context } from '../../model/extension.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-data-executed',
  category: 'code',
  nature: 'weakness',
  severity: 'critical',
  confidence: 'high',
  title: 'Remote code execution: web page or external input reaches eval',
  description:
    'A message or event that a page or another extension can send, a part of the page’s address or of its elements reaches code execution. Any site that the user visits may then act with the extension’s rights.',
  impact:
    'A web page that the user merely opens can take over the extension with all its permissions and sites.',
  recommendation: 'Check the sender and map known commands to fixed functions.',
  administrator:
    'Block it until it is fixed, then require the fixed version with minimum_version_required.',
  headline: 'any web page it runs in can run code with its privileges',
  cwe: 'CWE-94',
  policy: 'data-handling',
  references: [
    'https://developer.chrome.com/docs/extensions/develop/security-privacy/stay-secure',
    'https://developer.chrome.com/docs/extensions/develop/concepts/messaging',
  ],
  *check({ extension, facts }) {
    const ofPages = new Set<string>();
    const { contexts } = extension;
    for (const { scripts } of contexts.filter(isInPageWorld))
      for (const file of scripts) ofPages.add(file);
    // The same file may run as the extension too.
    for (const { scripts } of contexts.filter((context) => !isInPageWorld(context)))
      for (const file of scripts) ofPages.delete(file);
    yield* flowEvidence(facts, {
      from: strangerSources,
      to: ['code-execution', 'script-injection'],
      // Where it runs with the page's rights, the page gains none.
      where: ({ sink }) => !ofPages.has(sink.file),
    });
  },
});

function isInPageWorld({ contentScript }: Context): boolean {
  return contentScript?.world === 'MAIN';
}

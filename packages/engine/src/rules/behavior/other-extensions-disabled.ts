import { PlacedFacts, functionsHandedTo, isInsideAny } from '../co-location.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'other-extensions-disabled',
  category: 'behavior',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Disables or uninstalls other extensions',
  description:
    'The code turns other extensions off or uninstalls them. Fake VPNs removed ad blockers and security tools like this; extension managers do it on a click.',
  impact: 'The operator gets rid of the extensions that would stop it or a later attack.',
  recommendation: 'Act only on what the user clicked, and say so.',
  administrator:
    'Block it with ExtensionSettings, and set your security extensions to force_installed, so that nothing can turn them off.',
  headline: 'it disables or removes other extensions',
  cwe: 'CWE-269',
  attack: 'T1685',
  policy: 'unexpected-behavior',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/management',
    'https://cwe.mitre.org/data/definitions/269.html',
  ],
  *check({ facts }) {
    for (const use of facts.usesOf('chrome.management.setEnabled')) {
      const state = use.arguments[1];
      if (state?.kind !== 'boolean' || state.value) continue;
      // In a page of the extension it is mostly the user who switches others off.
      const isInPage = facts.contextsOf(use.at.file).every((kind) => kind === 'extension-page');
      yield { at: use.at, confidence: isInPage ? 'low' : 'medium' };
    }
    const lists = facts.usesOf('chrome.management.getAll');
    const placed = new PlacedFacts(lists);
    const callbacks = functionsHandedTo(lists);
    const watching = new Set(
      facts.listeners.flatMap(({ target, handler }) =>
        arrivals.test(target) ? (handler ?? []) : [],
      ),
    );
    for (const use of facts.usesOf('chrome.management.uninstall')) {
      const inBulk = isInsideAny(use, callbacks) || placed.firstNear(use) !== undefined;
      if (inBulk) yield { at: use.at, note: 'Uninstalls what management.getAll lists.' };
      else if (isInsideAny(use, watching))
        yield { at: use.at, note: 'Uninstalls what the user installs or turns on.' };
    }
  },
});

const arrivals = /^chrome\.management\.on(?:Enabled|Installed)$/u;

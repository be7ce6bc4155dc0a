import type { GlobalUse } from '../../analyse/facts.ts';
import { isInside } from '../co-location.ts';
import { propertyOf, isConstant } from '../value-text.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'remote-answer-on-navigation',
  category: 'behavior',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Each navigation asks a server and may redirect the tab',
  description:
    'A navigation listener makes a request and sends tabs to another address. This is how visits are diverted through affiliate links or to phishing pages.',
  recommendation: 'Do not change where tabs go without the user’s click.',
  cwe: 'CWE-506',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/webNavigation',
    'https://cwe.mitre.org/data/definitions/601.html',
  ],
  *check({ facts }) {
    for (const listener of facts.listeners) {
      if (!navigationEvents.has(listener.target)) continue;
      const asks = facts.endpoints.some((endpoint) => isInside(endpoint, listener.handler));
      const move = facts.uses.find(
        (use) =>
          isInside(use, listener.handler) &&
          movesTab(use) &&
          !isConstant(use.arguments.at(-1) ?? { kind: 'unknown' }),
      );
      if (asks && move !== undefined)
        yield { at: listener.at, note: `Line ${move.at.line} moves the tab.` };
    }
  },
});

const navigationEvents: ReadonlySet<string> = new Set([
  'chrome.tabs.onUpdated',
  'chrome.tabs.onActivated',
  'chrome.webNavigation.onCommitted',
  'chrome.webNavigation.onCompleted',
  'chrome.webNavigation.onBeforeNavigate',
]);

function movesTab(use: GlobalUse): boolean {
  const takesUrl = use.arguments.some((value) => propertyOf(value, 'url') !== undefined);
  return use.access === 'call' && use.path === 'chrome.tabs.update' && takesUrl;
}

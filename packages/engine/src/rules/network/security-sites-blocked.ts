import { protectedSiteIn } from '../../analyse/package/protected-sites.ts';
import { stringsIn } from '../value-text.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'security-sites-blocked',
  category: 'network',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Blocks updates, stores or security vendors',
  description:
    'A request rule or listener blocks the browser’s update service, an extension store or a security vendor, which keeps the user from updating or removing the extension.',
  impact: 'The operator keeps the browser unpatched and the extension installed.',
  recommendation: 'Remove the rule or listener, so that updates and stores stay reachable.',
  administrator:
    'Remove it with ExtensionSettings (installation_mode: removed), and check that browsers have updated since.',
  headline: 'it blocks updates, stores or security sites',
  cwe: 'CWE-693',
  attack: 'T1685',
  policy: 'malicious-and-prohibited',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/declarativeNetRequest',
    'https://cwe.mitre.org/data/definitions/693.html',
  ],
  *check({ facts }) {
    for (const { action, at, protectedSite } of facts.networkRules) {
      if (protectedSite !== undefined && (action === 'block' || action === 'redirect'))
        yield { at, note: `The rule covers ${protectedSite}.` };
    }
    for (const { target, at, options } of facts.listeners) {
      if (target !== 'chrome.webRequest.onBeforeRequest') continue;
      const texts = options.flatMap((option) => [...stringsIn(option)]);
      const site = texts.map((text) => protectedSiteIn(text)).find((name) => name !== undefined);
      if (texts.includes('blocking') && site !== undefined)
        yield { at, note: `The listener covers ${site}.` };
    }
  },
});

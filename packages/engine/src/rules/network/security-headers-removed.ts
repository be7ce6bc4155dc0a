import { isSecurityHeader } from '../../analyse/package/security-headers.ts';
import { stringsIn } from '../value-text.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'security-headers-removed',
  category: 'network',
  nature: 'behavior',
  severity: 'medium',
  confidence: 'high',
  title: 'Strips security headers from web pages by rule',
  description:
    'A declarativeNetRequest rule removes or rewrites response headers that protect pages, such as the content security policy or the framing limit. Pages lose their defence against injected scripts and clickjacking.',
  impact:
    'An attacker can frame pages, or inject script into them, although their owners had prevented it.',
  recommendation: 'Narrow the rule to the pages and headers that need it.',
  administrator:
    'List your own and sensitive sites under runtime_blocked_hosts, where its rules cannot change headers.',
  headline: 'it removes the protection of web pages',
  cwe: 'CWE-693',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/declarativeNetRequest',
    'https://cwe.mitre.org/data/definitions/693.html',
  ],
  *check({ facts }) {
    for (const rule of facts.networkRules) {
      const headers = rule.weakenedResponseHeaders;
      if (headers.length === 0) continue;
      const extent = rule.isBroad ? 'on many sites' : 'on named sites';
      yield { at: rule.at, note: `Removes or rewrites ${headers.join(', ')} ${extent}.` };
    }
    if (facts.networkRules.some(({ origin }) => origin === 'dynamic')) return;
    for (const { path, at, arguments: values } of facts.uses) {
      if (!ruleUpdates.test(path)) continue;
      const names = values.flatMap((value) => [...stringsIn(value)]);
      const header = names.find(isSecurityHeader);
      if (header !== undefined) yield { at, note: `Adds a rule about ${header}.` };
    }
  },
});

const ruleUpdates = /^chrome\.declarativeNetRequest\.update(?:Dynamic|Session)Rules$/u;

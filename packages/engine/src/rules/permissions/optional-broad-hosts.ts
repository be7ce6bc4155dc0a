import { isBroad } from '../permission-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'optional-broad-hosts',
  category: 'permissions',
  nature: 'capability',
  severity: 'info',
  confidence: 'high',
  title: 'Can ask for access to all sites later',
  description:
    'Optional host permissions that cover all sites are not granted at installation, but one prompt, shown whenever the extension likes, turns them into full access.',
  impact: 'A later owner needs one well-timed prompt to reach every site.',
  recommendation:
    'Request single origins at run time; keep the optional pattern as wide as the feature only.',
  administrator: 'Decide in advance: runtime_blocked_hosts holds even when a user grants access.',
  headline: 'it can ask for access to every site later',
  cwe: 'CWE-250',
  policy: 'permissions',
  references: ['https://developer.chrome.com/docs/extensions/reference/api/permissions'],
  *check({ extension }) {
    for (const { pattern, at } of extension.permissions.optionalHosts) {
      if (isBroad(pattern.breadth))
        yield { at, permission: pattern.text, note: `May ask for ${pattern.text}.` };
    }
  },
});

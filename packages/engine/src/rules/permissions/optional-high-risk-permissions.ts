import { highRiskPermissions } from '../permission-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'optional-high-risk-permissions',
  category: 'permissions',
  nature: 'capability',
  severity: 'low',
  confidence: 'high',
  title: 'Can ask for high-risk permissions later',
  description:
    'Powerful permissions stand under optional_permissions. They are not granted at installation and so not in its warning; the extension can ask for them at any later click.',
  impact: 'A later owner can gain powers by one click that users did not weigh at installation.',
  recommendation: 'Check at which moment and with which explanation they are requested.',
  administrator:
    'List those that you do not want under blocked_permissions; the browser then refuses the request.',
  headline: 'it can ask for more power later',
  cwe: 'CWE-250',
  policy: 'permissions',
  references: ['https://developer.chrome.com/docs/extensions/reference/api/permissions'],
  *check({ extension }) {
    for (const { name, at } of extension.permissions.optionalApi) {
      if (highRiskPermissions.has(name))
        yield { at, permission: name, note: `May ask for "${name}".` };
    }
  },
});

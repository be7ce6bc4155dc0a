import type { MatchPattern } from '../../model/extension.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'file-access',
  category: 'permissions',
  nature: 'capability',
  severity: 'low',
  confidence: 'high',
  title: 'Can read local files if the user allows it',
  description:
    'A pattern for file: URLs reaches all documents on the disk that open in a tab, once the user allows access to file URLs. Whole directories can be listed.',
  impact:
    'A hijacked update could list folders and read documents once the user has allowed file access.',
  recommendation: 'Use a file picker or drag and drop, and drop the pattern.',
  administrator:
    "Tell users to leave access to file URLs off, and check the setting in the extension's details.",
  headline: 'it can read files on your machine if you allow it',
  cwe: 'CWE-552',
  policy: 'permissions',
  references: ['https://developer.chrome.com/docs/extensions/develop/concepts/match-patterns'],
  *check({ extension }) {
    for (const { pattern, at } of extension.permissions.hosts) {
      if (isFile(pattern))
        yield { at, permission: pattern.text, note: `Granted on ${pattern.text}.` };
    }
    for (const [index, { matches }] of extension.manifest.contentScripts.entries()) {
      const at = extension.manifest.locate(['content_scripts', index, 'matches']);
      for (const pattern of matches) {
        if (isFile(pattern)) yield { at, note: `Content script on ${pattern.text}.` };
      }
    }
  },
});

/** `<all_urls>` covers files as well, but is not written for their sake. */
function isFile(pattern: MatchPattern): boolean {
  return pattern.schemes.length === 1 && pattern.schemes[0] === 'file';
}

import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'execute-script-remote-code',
  category: 'code',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'high',
  title: 'Code from outside the package is injected into a tab',
  description:
    'tabs.executeScript or scripting.executeScript is given code whose text comes from a remote host. This is how PDF Toolbox (2023) turned a configuration file into ad injection.',
  recommendation: 'Inject files of the package only.',
  cwe: 'CWE-94',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/scripting',
    'https://developer.chrome.com/docs/extensions/develop/migrate/remote-hosted-code',
  ],
  *check({ facts }) {
    for (const code of facts.dynamicCode) {
      if (code.kind === 'execute-script-code' && code.origin === 'remote') yield { at: code.at };
    }
  },
});

import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'remote-wasm',
  category: 'code',
  nature: 'behavior',
  severity: 'high',
  confidence: 'high',
  title: 'WebAssembly is loaded from a remote host',
  description:
    'A WebAssembly module is compiled from a remote answer. Its logic is neither in the package nor readable by a reviewer.',
  recommendation: 'Ship the code inside the package and load it with chrome.runtime.getURL().',
  cwe: 'CWE-829',
  references: ['https://developer.chrome.com/docs/extensions/develop/migrate/remote-hosted-code'],
  *check({ facts }) {
    for (const code of facts.dynamicCode) {
      if (code.kind === 'wasm' && code.origin === 'remote') yield { at: code.at };
    }
  },
});

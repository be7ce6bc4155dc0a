import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'unsigned-package',
  category: 'publisher',
  nature: 'weakness',
  severity: 'info',
  confidence: 'high',
  title: 'Package carries no signature',
  description:
    'A folder, ZIP or unsigned XPI says nothing about who made it. Its identity and its publisher are claims that cannot be checked, and it can be changed without a trace.',
  impact: 'Anyone who handled the file could have changed it, and nobody can tell.',
  recommendation: 'Audit the signed package that users install, where there is one.',
  administrator:
    "Nothing to do for a test copy; ExtensionDeveloperModeSettings keeps unpacked extensions off users' machines.",
  headline: 'nothing proves who made its package',
  cwe: 'CWE-345',
  references: [
    'https://chromium.googlesource.com/chromium/src/+/main/components/crx_file/crx3.proto',
  ],
  *check({ extension }) {
    const { format, signature } = extension.package;
    if (signature.status !== 'unsigned') return;
    yield { note: signature.problem ?? `A package of the format ${format} without any proof.` };
  },
});

import { accountPattern, isAccountNumber } from '../account-numbers.ts';
import { PlacedFacts } from '../co-location.ts';
import { runsIn, webPageContexts } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'account-number-replaced',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Puts its own bank account in place of those in pages (IBAN swap)',
  description:
    'A script in web pages or on the clipboard recognises bank account numbers, and right beside holds one of its own with valid check digits: who pays by what the page shows pays somebody else.',
  impact: 'Transfers of users, or of the accounting department, go to the account of a mule.',
  recommendation: 'Leave account numbers as they are; mark those that are wrong instead.',
  administrator:
    'Block it with ExtensionSettings (installation_mode: removed), tell the bank at once, and check the receivers of transfers since it was installed.',
  headline: 'it puts its own bank account number into pages',
  cwe: 'CWE-471',
  attack: 'T1657',
  policy: 'malicious-and-prohibited',
  references: [
    'https://attack.mitre.org/techniques/T1657/',
    'https://cwe.mitre.org/data/definitions/471.html',
  ],
  *check({ facts }) {
    const isInPages = (file: string): boolean => runsIn(facts, file, webPageContexts);
    for (const { at, texts, isForAnother } of facts.placedAccounts) {
      const own =
        isForAnother === true && isInPages(at.file) ? texts.find(isAccountNumber) : undefined;
      if (own !== undefined) yield { at, note: `Puts in ${own} for what looks like a number.` };
    }
    const patterns = facts.strings.matching((text) => accountPattern.test(text), isInPages);
    if (patterns.length === 0) return;
    const numbers = new PlacedFacts(facts.strings.matching(isAccountNumber, isInPages));
    for (const pattern of patterns) {
      const own = numbers.firstNear(pattern, 1);
      if (own !== undefined) yield { at: pattern.at, note: `Beside it stands ${own.text}.` };
    }
  },
});

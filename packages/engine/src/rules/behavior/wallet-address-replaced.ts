import { PlacedFacts } from '../co-location.ts';
import { runsIn, webPageContexts } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';
import { addressPattern, isWalletAddress } from '../wallet-addresses.ts';

export default defineRule({
  id: 'wallet-address-replaced',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Puts its own wallet address in place of those in pages',
  description:
    'A script in web pages recognises cryptocurrency addresses and holds an address of its own right beside, so that who pays by what the page shows pays somebody else.',
  impact: "Payments of users end irrevocably in the attacker's wallet.",
  recommendation: 'Leave addresses in pages as they are.',
  administrator:
    'Block it with ExtensionSettings (installation_mode: removed), and compare the receivers of recent payments with the invoices.',
  headline: 'it puts its own wallet address into pages',
  cwe: 'CWE-471',
  attack: 'T1565.002',
  policy: 'malicious-and-prohibited',
  references: ['https://cwe.mitre.org/data/definitions/471.html'],
  *check({ facts }) {
    const isInPages = (file: string): boolean => runsIn(facts, file, webPageContexts);
    const wallets = new PlacedFacts(facts.strings.matching(isWalletAddress, isInPages));
    for (const pattern of facts.strings.matching((text) => addressPattern.test(text), isInPages)) {
      const own = wallets.firstNear(pattern, 1);
      if (own !== undefined) yield { at: pattern.at, note: `Beside it stands ${own.text}.` };
    }
  },
});

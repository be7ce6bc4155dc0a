import { runsIn, webPageContexts } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'wallet-requests-rewritten',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Rewrites the receiver of payments on their way to the wallet',
  description:
    'A script in web pages stands in place of the function by which pages ask a wallet to sign or to pay, and gives what they ask for another receiver before it passes it on.',
  impact: 'The page shows one receiver and the wallet pays another; payments cannot be taken back.',
  recommendation: 'Pass on what pages ask a wallet as it is, or refuse it.',
  administrator:
    'Remove it with ExtensionSettings (installation_mode: removed), and compare the receivers of recent payments with what the pages named.',
  headline: 'it changes who is paid when you pay with your wallet',
  cwe: 'CWE-471',
  attack: 'T1565.002',
  policy: 'malicious-and-prohibited',
  references: [
    'https://eips.ethereum.org/EIPS/eip-1193',
    'https://cwe.mitre.org/data/definitions/471.html',
  ],
  *check({ facts }) {
    for (const { at, path, member } of facts.walletRewrites)
      if (runsIn(facts, at.file, webPageContexts))
        yield { at, note: `In what stands in place of ${path}, “${member}” gets another value.` };
  },
});

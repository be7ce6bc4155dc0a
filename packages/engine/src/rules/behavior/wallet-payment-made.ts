import { PlacedFacts } from '../co-location.ts';
import { runsIn, webPageContexts } from '../flow-evidence.ts';
import { textPattern } from '../text-pattern.ts';
import { defineRule } from '../rule.ts';
import { isWalletAddress } from '../wallet-addresses.ts';

export default defineRule({
  id: 'wallet-payment-made',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Asks the wallet of the user to pay a fixed address (drainer)',
  description:
    'A script in web pages asks the wallet for a payment or an approval, and the address that gets it stands in the code. It shows as a request of the page that the user trusts.',
  impact: 'One careless click on “Confirm” empties the wallet into that of the attacker.',
  recommendation: 'Ask for payments in a page of the extension, and say who gets them.',
  administrator:
    'Remove it with ExtensionSettings (installation_mode: removed); have users revoke approvals that their wallets gave.',
  headline: 'it asks your wallet to pay an address of its own',
  cwe: 'CWE-506',
  attack: 'T1657',
  policy: 'malicious-and-prohibited',
  references: [
    'https://eips.ethereum.org/EIPS/eip-1193',
    'https://cwe.mitre.org/data/definitions/506.html',
  ],
  *check({ facts }) {
    const isInPages = (file: string): boolean => runsIn(facts, file, webPageContexts);
    for (const { at, text } of facts.strings.matching((each) => written.test(each), isInPages)) {
      const [receiver] = /0x[a-f\d]{40}(?![a-f\d])/iu.exec(text) ?? [];
      if (receiver !== undefined) yield { at, note: `It is written out, for ${receiver}.` };
    }
    const methods = facts.strings.matching((text) => payment.test(text), isInPages);
    if (methods.length === 0) return;
    const wallets = new PlacedFacts(facts.strings.matching(isWalletAddress, isInPages));
    for (const method of methods) {
      const receiver = wallets.firstNear(method, 1);
      if (receiver !== undefined)
        yield { at: method.at, note: `Beside it stands ${receiver.text}.` };
    }
  },
});

// https://ethereum.github.io/execution-apis/
const payment = /^eth_(?:sendTransaction|signTransaction|signTypedData(?:_v\d)?)$/u;
/** The same as a text that is parsed. */
const written = textPattern(
  /["']method["']\s*:\s*["']eth_(?:sendTransaction|signTransaction|signTypedData(?:_v\d)?)["']/u,
  (text) => text.length > 60 && text.includes('eth_'),
);

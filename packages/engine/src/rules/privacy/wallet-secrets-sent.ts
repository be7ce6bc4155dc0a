import { kindsOf, matchingFlows } from '../flow-evidence.ts';
import { receiverOf } from '../hosts.ts';
import { defineRule } from '../rule.ts';
import { textPattern } from '../text-pattern.ts';
import { stepText } from '../../analyse/facts/step-kinds.ts';

export default defineRule({
  id: 'wallet-secrets-sent',
  category: 'privacy',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Exfiltrates wallet secrets (seed phrase or private key)',
  description:
    'Code that names seed phrases, mnemonics or private keys reads fields or storage and sends data out. Trust Wallet 2.68 (2025) leaked its users’ phrases to a stranger’s server this way.',
  impact: 'The attacker empties the wallet, and nobody can reverse the transfers.',
  recommendation: 'Keep secrets in the browser; no feature needs them on a server.',
  administrator:
    'Set installation_mode to removed, and have users move their funds to a new wallet from a clean machine.',
  headline: 'the secret phrase or key of your wallet is sent to {receiver}',
  cwe: 'CWE-522',
  attack: 'T1657',
  policy: 'malicious-and-prohibited',
  references: ['https://cwe.mitre.org/data/definitions/522.html'],
  *check({ facts }) {
    const leaks = matchingFlows(facts, {
      from: ['form-input', 'page-content', 'extension-storage', 'clipboard', 'key-input'],
      to: ['network'],
    });
    if (leaks.length === 0) return;
    const words = facts.strings.matching((text) => walletWord.test(text));
    for (const flow of leaks) {
      const { source, sink, host, steps } = flow;
      const { file, line, column } = source;
      const named = steps.find(
        ({ name }) =>
          secretName.test(name) ||
          walletWord.test(name) ||
          (words.length > 0 && seedName.test(name)),
      );
      if (named === undefined) continue;
      const note = `“${stepText(named).slice(0, 60)}”, sent to ${host ?? sink.file}.`;
      const at = { file, line, column };
      yield { at, ...receiverOf(flow), flow: kindsOf(flow), note, confidence: flow.confidence };
    }
  },
});

const walletWord = textPattern(
  /\b(?:mnemonic|seed[ _-]?phrase|secret[ _-]?(?:recovery[ _-]?)?phrase|recovery[ _-]?phrase|private[ _-]?key|keyring|encryptedvault)\b/iu,
  ({ length }) => length >= 'keyring'.length,
);
/** What variables and parts of messages on the way are called. */
const secretName =
  /\b(?:mnemonic\w*|seed(?:Phrase|Words?)|(?:recovery|secret)(?:Phrase|Words)|privateKey|priv_?key)\b/iu;
/** Games and mazes have seeds too: it counts where the package speaks of wallets. */
const seedName = /\bseed\b/iu;

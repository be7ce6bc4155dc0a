import type { ClipboardWrite, GlobalUse } from '../../analyse/facts/facts.ts';
import { PlacedFacts } from '../co-location.ts';
import { defineRule } from '../rule.ts';
import { textPattern } from '../text-pattern.ts';
import { textOf } from '../value-text.ts';

export default defineRule({
  id: 'clipboard-address-swap',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Swaps wallet addresses on the clipboard (clipper)',
  description:
    'The code recognises cryptocurrency addresses and writes the clipboard, or rewrites a copy event, so that a payment goes to someone else.',
  impact:
    "Payments of users, or of the company's treasury, end irrevocably in the attacker's wallet.",
  recommendation: 'Never change what the user copied.',
  administrator:
    'Remove it with ExtensionSettings (installation_mode: removed) and check all payments made since it was installed.',
  headline: 'it swaps wallet addresses that you copy',
  cwe: 'CWE-471',
  attack: 'T1565.002',
  policy: 'malicious-and-prohibited',
  references: ['https://cwe.mitre.org/data/definitions/471.html'],
  *check({ facts }) {
    const copies = facts.listeners.filter(({ event }) => event === 'copy' || event === 'cut');
    const copied = facts.usesOf('document.execCommand');
    const writes = facts.clipboardWrites.filter(({ isOfUser }) => !isOfUser);
    if (writes.length + copied.length === 0) return;
    const files = new Set([...writes, ...copied].map(({ at }) => at.file));
    const found = facts.strings.matching(
      (text) => addressPattern.test(text),
      (file) => files.has(file),
    );
    const patterns = new PlacedFacts(found);
    const patternIn = new Map(found.toReversed().map((pattern) => [pattern.at.file, pattern]));
    const reads = new PlacedFacts(facts.usesOf('navigator.clipboard.readText'));
    for (const use of [...writes, ...copied]) {
      const watches = reads.firstNear(use) !== undefined;
      const pattern = watches ? patternIn.get(use.at.file) : patterns.firstNear(use, 1);
      if (pattern !== undefined)
        yield { at: use.at, note: `Line ${pattern.at.line} recognises wallet addresses.` };
      else if (watches && isWallet(use))
        yield { at: use.at, note: 'Writes a wallet address in place of what is copied.' };
    }
    const placed = new PlacedFacts(writes);
    for (const { at, handler, target } of copies) {
      const write = target === 'element' ? undefined : placed.firstInside(handler);
      if (write !== undefined && (isWallet(write) || patterns.firstInside(handler) !== undefined))
        yield { at, note: 'Writes something else in place of what is copied.' };
    }
  },
});

/** Whether a wallet address is written that stands in the code. */
function isWallet(use: ClipboardWrite | GlobalUse): boolean {
  return 'value' in use && wallet.test(textOf(use.value) ?? '');
}

// https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki, https://ethereum.org/en/glossary/#address
const wallet =
  /^(?:bc1[a-z0-9]{8,87}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[a-fA-F0-9]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}|[LM][a-km-zA-HJ-NP-Z1-9]{26,33})$/u;
// Regular expressions for addresses of wallets, as they stand in code.
const addressPattern = textPattern(
  /0x\[[^\]]{6,20}\]\{40\}|\[13n?2?\]\)?\[(?:a-k|a-z|1-9|A-H)|bc1[)|q]{0,2}(?:\[|\\w|\||\.[*+])|T\[[^\]]{6,40}\]\{33\}|1-9A-HJ-NP-Za-km-z|a-km-zA-HJ-NP-Z|^bc1q?$/u,
  (text) => text.includes('[') || text.includes('bc1'),
);

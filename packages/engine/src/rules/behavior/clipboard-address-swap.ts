import { isNear, isInside } from '../co-location.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'clipboard-address-swap',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'A wallet address on the clipboard is replaced',
  description:
    'The code recognises cryptocurrency addresses and writes the clipboard, or rewrites a copy event, so that a payment goes to someone else.',
  recommendation: 'Never change what the user copied.',
  cwe: 'CWE-471',
  references: ['https://cwe.mitre.org/data/definitions/471.html'],
  *check({ facts }) {
    const patterns = facts.strings.filter(({ text }) => addressPattern.test(text));
    for (const use of facts.uses) {
      if (!clipboardWrites.test(use.path)) continue;
      const watches = facts
        .usesOf('navigator.clipboard.readText')
        .some((read) => read.at.file === use.at.file && isNear(read, use));
      const pattern = patterns.find(
        (constant) => constant.at.file === use.at.file && (watches || isNear(constant, use, 1)),
      );
      if (pattern !== undefined)
        yield { at: use.at, note: `Line ${pattern.at.line} recognises wallet addresses.` };
    }
    for (const listener of facts.listeners) {
      const pattern = patterns.find(
        (constant) => isInside(constant, listener.handler) || isNear(constant, listener, 0),
      );
      if (listener.event === 'copy' && pattern !== undefined) yield { at: listener.at };
    }
  },
});

const clipboardWrites = /^(?:navigator\.clipboard\.write(?:Text)?|document\.execCommand)$/u;
// Regular expressions for Bitcoin and Ethereum addresses, as they stand in code.
const addressPattern = /0x\[[^\]]{6,20}\]\{40\}|\[13\]\)?\[(?:a-k|a-z|1-9|A-H)|\(bc1\|/u;

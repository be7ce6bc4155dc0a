import { isInside } from '../co-location.ts';
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
      const pattern = patterns.find(({ at }) => at.file === use.at.file);
      if (pattern !== undefined)
        yield { at: use.at, note: `Line ${pattern.at.line} recognises wallet addresses.` };
    }
    for (const listener of facts.listeners) {
      const pattern = patterns.find((constant) => isInside(constant, listener.handler));
      if (listener.event === 'copy' && pattern !== undefined) yield { at: listener.at };
    }
  },
});

const clipboardWrites = /^(?:navigator\.clipboard\.write(?:Text)?|document\.execCommand)$/u;
// Regular expressions for Bitcoin and Ethereum addresses, as they stand in code.
const addressPattern =
  /0x\[(?:a-f|A-F|0-9|\\d){2,4}\]\{40\}|\[13\]\[a-km-zA-HJ-NP-Z|\(?:?bc1|T\[A-Za-z1-9\]\{33\}/u;

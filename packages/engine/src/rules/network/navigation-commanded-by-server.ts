import { flowEvidence, backgroundContexts } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'navigation-commanded-by-server',
  category: 'network',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'A server decides where tabs go',
  description:
    'What a network answer holds becomes the address of a tab. RedDirection (2025) sent each visited address to a server, which answered with where to go instead.',
  recommendation: 'Open only addresses that are written in the package.',
  cwe: 'CWE-601',
  references: ['https://cwe.mitre.org/data/definitions/601.html'],
  *check({ facts }) {
    yield* flowEvidence(facts, {
      from: ['network-response'],
      to: ['navigation'],
      sourceIn: backgroundContexts,
    });
  },
});

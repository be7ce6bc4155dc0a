import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RuleMetadata } from '../finding.ts';
import { categories } from '../vocabulary.ts';
import { improvementsFor } from './improvements.ts';

it('says nothing for a score of 0', () => {
  assert.deepEqual(improvementsFor([]), []);
  assert.deepEqual(improvementsFor([rule({ severity: 'info' })]), []);
});

it('puts first what lowers the score most, with the score that would be left', () => {
  const improvements = improvementsFor([
    rule({ id: 'small', severity: 'low', category: 'network' }),
    rule({
      id: 'large',
      severity: 'high',
      title: 'Reads all sites',
      recommendation: 'Ask for less.',
    }),
  ]);
  assert.equal(improvements[0], 'Reads all sites (28 to 3): Ask for less.');
});

it('names the findings that move the score only together', () => {
  const findings = categories.map((category) =>
    rule({ id: category, category, severity: 'critical', title: `Power over ${category}` }),
  );
  const [improvement, ...others] = improvementsFor(findings);
  assert.deepEqual(others, []);
  assert.match(improvement ?? '', /^Only together .*\(75 to \d+\)/);
});

function rule(over: Partial<RuleMetadata>): RuleMetadata {
  return {
    id: 'made-up',
    category: 'permissions',
    nature: 'capability',
    severity: 'medium',
    confidence: 'high',
    title: 'Made up',
    description: 'Made up for a test.',
    recommendation: 'Nothing to do.',
    cwe: 'CWE-1',
    references: [],
    ...over,
  };
}

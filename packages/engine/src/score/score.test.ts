import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { categories, confidences, natures, riskLevelOf, severities } from '../vocabulary.ts';
import { scoreFindings, type ScoredFinding } from './score.ts';

describe('scoreFindings', () => {
  it('gives 0 and no shares for no findings', () => {
    assert.deepEqual(scoreFindings([]), { score: 0, contributions: [] });
  });

  it('adds up exactly, limits included', () => {
    fc.assert(
      fc.property(findingsArbitrary, (findings) => {
        const { score, contributions } = scoreFindings(findings);
        const sum = contributions.reduce((total, { points }) => total + points, 0);
        assert.equal(sum, score);
        assert.ok(Number.isInteger(score) && score >= 0 && score <= 100);
      }),
    );
  });

  it('never sinks when a finding is added', () => {
    fc.assert(
      fc.property(findingsArbitrary, findingArbitrary, (findings, more) => {
        assert.ok(scoreFindings([...findings, more]).score >= scoreFindings(findings).score);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order of findings', () => {
    fc.assert(
      fc.property(findingsArbitrary, (findings) => {
        assert.deepEqual(scoreFindings(findings.toReversed()), scoreFindings(findings));
      }),
    );
  });

  it('names every finding once among its shares', () => {
    fc.assert(
      fc.property(findingsArbitrary, (findings) => {
        const named = scoreFindings(findings)
          .contributions.map(({ finding_id }) => finding_id)
          .filter((id) => !id.startsWith('limit-'));
        assert.deepEqual(named.sort(), findings.map(({ id }) => id).sort());
      }),
    );
  });

  it('ends at high for any number of capabilities and weaknesses', () => {
    const findings = categories.flatMap((category) => [
      finding({ id: `c-${category}`, category, nature: 'capability', severity: 'critical' }),
      finding({ id: `w-${category}`, category, nature: 'weakness', severity: 'critical' }),
    ]);
    const { score, contributions } = scoreFindings(findings);
    assert.equal(score, 75);
    assert.equal(riskLevelOf(score), 'high');
    assert.ok(contributions.some(({ points, why }) => points < 0 && /not guilt/.test(why)));
  });

  it('ends weaknesses alone at 40', () => {
    const findings = categories.map((category) =>
      finding({ id: category, category, nature: 'weakness', severity: 'critical' }),
    );
    assert.equal(scoreFindings(findings).score, 40);
  });

  it('reaches critical by one critical behaviour that is sure', () => {
    const { score } = scoreFindings([finding({ nature: 'behavior', severity: 'critical' })]);
    assert.equal(riskLevelOf(score), 'critical');
  });

  it('stays below critical while no rule is sure of a behaviour', () => {
    const findings = categories.map((category) =>
      finding({
        id: category,
        category,
        nature: 'behavior',
        severity: 'critical',
        confidence: 'medium',
      }),
    );
    assert.equal(scoreFindings(findings).score, 75);
  });

  it('reaches critical by two high behaviours that are sure, also in one category', () => {
    const { score } = scoreFindings([
      finding({ id: 'a', nature: 'behavior', severity: 'high' }),
      finding({ id: 'b', nature: 'behavior', severity: 'high' }),
    ]);
    assert.equal(riskLevelOf(score), 'critical');
  });

  it('counts a repeated kind less than a new kind', () => {
    const first = finding({ id: 'a', nature: 'capability', severity: 'high' });
    const repeated = scoreFindings([first, finding({ ...first, id: 'b' })]).score;
    const other = scoreFindings([first, finding({ ...first, id: 'b', category: 'network' })]).score;
    assert.ok(repeated < other);
  });

  it('counts less when the rule is less sure', () => {
    const scores = confidences.map(
      (confidence) => scoreFindings([finding({ nature: 'behavior', confidence })]).score,
    );
    assert.ok(scores[0]! < scores[1]! && scores[1]! < scores[2]!);
  });

  it('keeps a content blocker at high at most', () => {
    const { score } = scoreFindings([
      finding({ id: 'all-sites-and-web-request', severity: 'high' }),
      finding({ id: 'all-sites', severity: 'high' }),
      finding({ id: 'web-request-blocking', severity: 'high', category: 'network' }),
      finding({ id: 'scripting-everywhere', severity: 'medium' }),
      finding({ id: 'main-world-script', severity: 'medium', category: 'manifest' }),
      finding({
        id: 'resources-exposed',
        severity: 'medium',
        category: 'manifest',
        nature: 'weakness',
      }),
      finding({ id: 'encoded-blob', nature: 'behavior', severity: 'medium', confidence: 'medium' }),
      finding({ id: 'dynamic-code', nature: 'behavior', severity: 'high', confidence: 'low' }),
    ]);
    assert.ok(score > 25 && score <= 75, String(score));
  });
});

const findingArbitrary = fc.record({
  id: fc.uuid(),
  category: fc.constantFrom(...categories),
  nature: fc.constantFrom(...natures),
  severity: fc.constantFrom(...severities),
  confidence: fc.constantFrom(...confidences),
});
const findingsArbitrary = fc.uniqueArray(findingArbitrary, {
  maxLength: 40,
  selector: ({ id }) => id,
});

function finding(over: Partial<ScoredFinding>): ScoredFinding {
  return {
    id: 'made-up',
    category: 'permissions',
    nature: 'capability',
    severity: 'high',
    confidence: 'high',
    ...over,
  };
}

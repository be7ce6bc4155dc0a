import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Evidence } from '../finding.ts';
import type { Rule, RuleInput } from './rule.ts';
import { runRules } from './run-rules.ts';

describe('runRules', () => {
  it('leaves out rules that show nothing', () => {
    const { findings, failed, notKnown } = runRules([rule('quiet', [])], input);
    assert.deepEqual({ findings, failed, notKnown }, { findings: [], failed: [], notKnown: [] });
  });

  it('reports a rule that throws and runs the others', () => {
    const broken = rule('broken', []);
    const results = runRules(
      [{ ...broken, check: throwing }, rule('working', [{ note: 'Seen.' }])],
      input,
    );
    assert.deepEqual(
      results.findings.map(({ id }) => id),
      ['working'],
    );
    assert.deepEqual(results.failed, [{ what: 'rule broken', why: 'rule failed: no such field' }]);
  });

  it('sorts evidence by place, drops repetitions, and adds excerpts and libraries', () => {
    const place = (file: string, line: number, column: number): Evidence => ({
      at: { file, line, column },
    });
    const { findings } = runRules(
      [
        rule('r', [
          place('b.js', 1, 1),
          place('a.js', 2, 1),
          place('a.js', 1, 9),
          place('a.js', 2, 1),
        ]),
      ],
      input,
    );
    assert.deepEqual(findings[0]?.evidence, [
      { ...place('a.js', 1, 9), excerpt: 'first' },
      { ...place('a.js', 2, 1), excerpt: 'second' },
      { ...place('b.js', 1, 1), library: 'jquery 3.4.1' },
    ]);
    assert.equal(findings[0]?.evidenceCount, 3);
  });

  it('tells which findings show at exactly the same places', () => {
    const at = (line: number): Evidence => ({ at: { file: 'a.js', line, column: 1 } });
    const noted = { ...at(1), note: 'The same place.' };
    const { findings } = runRules(
      [
        rule('both', [at(1), at(2)]),
        rule('both-too', [at(2), at(1), noted]),
        rule('one', [at(1)]),
        rule('nowhere', [{ note: 'The whole package.' }]),
        rule('nowhere-too', [{ note: 'The whole package.' }]),
        rule('partly', [at(1), { note: 'The whole package.' }]),
      ],
      input,
    );
    assert.deepEqual(
      findings.map(({ id, placeSet, placeCount }) => [id, placeSet, placeCount]),
      [
        ['both', 'both', 2],
        ['both-too', 'both', 2],
        ['nowhere', 'nowhere', 0],
        ['nowhere-too', 'nowhere-too', 0],
        ['one', 'one', 1],
        ['partly', 'partly', 1],
      ],
    );
  });

  it('is as sure as the surest evidence, and never surer than the rule', () => {
    const asking = { ...rule('r', []), confidence: 'medium' } as const;
    const sureness = (...given: readonly Evidence[]): string | undefined =>
      runRules([{ ...asking, check: () => given }], input).findings[0]?.confidence;
    const [guess, sure] = [
      { note: 'A guess.', confidence: 'low' },
      { note: 'Known.', confidence: 'high' },
    ] as const;
    assert.equal(sureness(guess), 'low');
    assert.equal(sureness(guess, sure), 'medium');
    assert.equal(sureness(guess, { note: 'As the rule.' }), 'medium');
  });

  it('keeps 20 pieces of evidence and counts all', () => {
    const notes = Array.from({ length: 33 }, (_, index) => ({ note: `number ${index}` }));
    const [finding] = runRules([rule('r', notes)], input).findings;
    assert.equal(finding?.evidence.length, 20);
    assert.equal(finding?.evidenceCount, 33);
  });

  it('tells rules that could not know from those that found nothing', () => {
    const asking = (
      id: string,
      ask: (asked: RuleInput) => unknown,
      shown: readonly Evidence[] = [],
    ) => ({
      ...rule(id, []),
      check: (asked: RuleInput) => (ask(asked), shown),
    });
    const rules = [
      asking('code', ({ facts }) => facts.uses),
      asking('flows', ({ facts }) => facts.flows),
      asking('pages', ({ facts }) => facts.html),
      asking('seen', ({ facts }) => facts.uses, [{ note: 'Seen.' }]),
      asking('list', ({ intelligence }) => intelligence?.extension_id),
      asking('stand-in', ({ extension }) => extension.package.files, [{ note: 'Nothing there.' }]),
      asking('partly', ({ facts }) => facts.csp, [{ note: 'Of the manifest.' }]),
    ];
    const { findings, notKnown } = runRules(rules, input, [
      { what: 'all files', why: 'not seen', missing: ['files', 'pages'], isWhole: true },
      { what: 'a.js', why: 'broken', missing: ['code'] },
      { what: 'b.js', why: 'too large', missing: ['code'] },
      { what: 'lists', why: 'switched off', missing: ['intelligence'] },
      { what: 'c.js', why: 'leads far', missing: ['flows'], isLimit: true },
    ]);
    assert.deepEqual(
      findings.map(({ id }) => id),
      ['partly', 'seen'],
    );
    assert.deepEqual(notKnown, [
      { why: 'a.js: broken; and 1 more like it', limited: false, rules: ['code', 'flows'] },
      { why: 'all files: not seen', limited: false, rules: ['pages', 'stand-in'] },
      { why: 'lists: switched off', limited: false, rules: ['list'] },
    ]);
  });

  it('stops a rule that shows evidence without end', () => {
    function* endless(): Iterable<Evidence> {
      for (let index = 0; ; index += 1) yield { note: String(index) };
    }
    const [finding] = runRules([{ ...rule('r', []), check: endless }], input).findings;
    assert.equal(finding?.evidenceCount, 10_000);
  });

  it('puts the worst findings first and does not depend on the order of rules', () => {
    const rules: Rule[] = [
      { ...rule('b', [{ note: 'x' }]), severity: 'low' },
      { ...rule('c', [{ note: 'x' }]), severity: 'critical' },
      { ...rule('a', [{ note: 'x' }]), severity: 'low' },
    ];
    const results = runRules(rules, input);
    assert.deepEqual(
      results.findings.map(({ id }) => id),
      ['c', 'a', 'b'],
    );
    assert.deepEqual(runRules(rules.toReversed(), input), results);
  });
});

const input = {
  extension: {
    package: { files: new Map([['a.js', new TextEncoder().encode('first\nsecond')]]) },
  },
  facts: { flows: [], scripts: [{ file: 'b.js', library: 'jquery 3.4.1' }], contextsOf: () => [] },
} as unknown as RuleInput;

function rule(id: string, evidence: readonly Evidence[]): Rule {
  return {
    id,
    category: 'code',
    nature: 'behavior',
    severity: 'medium',
    confidence: 'low',
    title: 'Made up',
    description: 'Made up for a test.',
    impact: 'Nobody gains anything.',
    recommendation: 'Nothing to do.',
    administrator: 'Nothing to do.',
    headline: 'it does something made up',
    cwe: 'CWE-1',
    references: [],
    check: () => evidence,
  };
}

function throwing(): Iterable<Evidence> {
  throw new TypeError('no such field');
}

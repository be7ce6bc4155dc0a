import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundledEntries } from './bundled.ts';
import { readIntelligenceEntry } from './entry.ts';
import {
  firstMended,
  isInRange,
  isLibraryRepository,
  libraryEntries,
  parseVulnerableRange,
} from './vulnerable-library.ts';

describe('a range of vulnerable versions', () => {
  const cases: readonly [range: string, version: string, isIn: boolean][] = [
    ['jquery@1.2.0..3.5.0#cve-1', '3.4.1', true],
    ['jquery@1.2.0..3.5.0#cve-1', '3.5.0', false],
    ['jquery@1.2.0..3.5.0#cve-1', '3.5.0-beta1', true],
    ['jquery@1.2.0..3.5.0#cve-1', '1.12', true],
    ['jquery@1.2.0..3.5.0#cve-1', '1.1.9', false],
    ['jquery@..1.10.0#cve-2', '1.9.1', true],
    ['jquery@..1.10.0#cve-2', '1.10.0', false],
    ['jquery@..1.9.0b1#cve-3', '1.8.3', true],
    ['jquery@..1.9.0b1#cve-3', '1.9.0', false],
    ['jquery@..2.999.999!1.12.4-aem#retire-73', '1.12.4', true],
    ['jquery@..2.999.999!1.12.4-aem#retire-73', '1.12.4-aem', false],
    ['@angular/core@11.1.0-next.0..11.1.0-next.3#cve-4', '11.1.0-next.2', true],
    ['@angular/core@11.1.0-next.0..11.1.0-next.3#cve-4', '11.1.0', false],
  ];
  for (const [value, version, isIn] of cases) {
    it(`${value} ${isIn ? 'holds' : 'leaves out'} ${version}`, () => {
      const range = parseVulnerableRange(value) ?? assert.fail('no range');
      assert.equal(isInRange(range, version), isIn);
    });
  }

  it('is no other text', () => {
    for (const text of ['jquery', 'jquery@3.5.0', 'jquery@1..2', 'JQUERY@1..2#a', '@1..2#a']) {
      assert.equal(parseVulnerableRange(text), undefined, text);
    }
  });
});

describe('the first version without a known vulnerability', () => {
  const mendedFor = (version: string, ...values: readonly string[]): string | undefined =>
    firstMended(
      values.map((value) => parseVulnerableRange(value) ?? assert.fail(value)),
      version,
    );

  it('is behind all ranges that lead on from one another', () => {
    assert.equal(
      mendedFor('1.1.0', 'a@..1.2.0#x', 'a@1.2.0..1.4.0#y', 'a@2.0.0..2.1.0#z'),
      '1.4.0',
    );
  });

  it('is not known where a range has no end', () => {
    assert.equal(mendedFor('1.1.0', 'a@..1.2.0#x', 'a@1.0.0..999.999.999#y'), undefined);
  });
});

describe('a retire.js repository', () => {
  const repository = {
    'swipe-view': {
      vulnerabilities: [
        {
          atOrAbove: '2.1.0',
          below: '2.4.3',
          severity: 'high',
          identifiers: { summary: 'runs\u0000 what it shows', CVE: ['CVE-2031-4711'] },
          info: ['https://reports.example/4711'],
        },
        { below: '1.0.2', severity: 'terrible', identifiers: { issue: '12' } },
        'nonsense',
      ],
      extractors: { filecontent: ['(a+)+$'] },
    },
    broken: { vulnerabilities: 'all' },
    '__proto__ x': { vulnerabilities: [{ below: { deep: 1 } }] },
  };

  it('gives an entry for each vulnerability and each pattern', () => {
    assert.ok(isLibraryRepository(repository));
    const read = [...libraryEntries(repository, 'lists.example')].map(readIntelligenceEntry);
    assert.deepEqual(read.slice(0, 2), [
      {
        kind: 'vulnerable_library',
        value: 'swipe-view@2.1.0..2.4.3#cve-2031-4711',
        confidence: 'high',
        severity: 'high',
        source: 'lists.example',
        reference: 'https://reports.example/4711',
        threats: ['runs  what it shows'],
      },
      {
        kind: 'vulnerable_library',
        value: 'swipe-view@..1.0.2#12',
        confidence: 'high',
        severity: 'medium',
        source: 'lists.example',
      },
    ]);
    assert.equal(read.length, 4);
    assert.ok(read.slice(2).every((entry) => 'problem' in entry));
  });

  it('is told from other documents', () => {
    for (const other of [null, [], {}, { entries: [] }, { jquery: {} }, 'text']) {
      assert.equal(isLibraryRepository(other), false);
    }
  });

  it('comes with extaudit, and every entry can be read', () => {
    const vulnerable = bundledEntries().filter(({ kind }) => kind === 'vulnerable_library');
    assert.ok(vulnerable.length > 700);
    assert.ok(vulnerable.some(({ value }) => value === 'jquery@1.12.0..3.5.0#cve-2020-11022'));
  });
});

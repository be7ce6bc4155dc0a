import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { audit } from '../audit.ts';
import { createAuditPool } from '../host/index.ts';
import type { PackageSource } from '../unpack/source.ts';
import type { Confidence } from '../vocabulary.ts';
import {
  bundledEntries,
  bundledIntelligence,
  gatherIntelligence,
  readIntelligenceEntry,
  type IntelligenceEntry,
} from './index.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/rules');
const listedKey = source('publisher/known-malicious-extension/flags-listed-key');
const listedId = 'jofmnjnjpbpmnnpkkpcffefnejbpniog';
const analyzedAt = '2031-05-06T07:08:09.000Z';

describe('an audit with intelligence', () => {
  it('calls an extension malicious by an entry of medium confidence', async () => {
    const { report } = await auditWith([listed('medium')]);
    assert.deepEqual([report.classification, report.risk_level], ['malicious', 'critical']);
    assert.ok(report.findings.some(({ id }) => id === 'known-malicious-extension'));
  });

  it('tells of entries of low confidence, and calls nothing bad for them, however many', async () => {
    const entries = ['a', 'b', 'c'].map((source) => ({ ...listed('low'), source }));
    const { report } = await auditWith(entries);
    assert.deepEqual(
      report.findings.filter(({ nature }) => nature === 'intelligence').map(({ id }) => id),
      ['unconfirmed-malice-report'],
    );
    assert.equal(report.classification, 'clean');
  });

  it('finds an id that the caller knows the package by', async () => {
    const folder = source('publisher/known-malicious-package/flags-listed-package');
    const intelligence = gatherIntelligence([listed('high')]);
    assert.ok(intelligence);
    const { report } = await audit(folder, { analyzedAt, intelligence, extensionId: listedId });
    assert.equal(report.classification, 'malicious');
  });

  it('names the intelligence by its hash: the same for any order, another for any change', async () => {
    const entries = [listed('low'), { ...listed('high'), source: 'another' }];
    const { report } = await auditWith(entries);
    assert.match(report.intel_hash, /^[0-9a-f]{64}$/);
    assert.equal((await auditWith(entries.toReversed())).report.intel_hash, report.intel_hash);
    for (const change of [{ date: '2020-01-02' }, { threats: ['spyware'] }, { source: 'x' }]) {
      const other = await auditWith([listed('low'), { ...listed('high'), ...change }]);
      assert.notEqual(other.report.intel_hash, report.intel_hash, JSON.stringify(change));
    }
  });

  it('says none, and finds nothing, where it is switched off', async () => {
    const { report } = await audit(listedKey, { analyzedAt });
    assert.equal(report.intel_hash, 'none');
    assert.ok(report.findings.every(({ nature }) => nature !== 'intelligence'));
    assert.equal(gatherIntelligence([]), undefined);
  });
});

describe('an audit pool', () => {
  const pool = createAuditPool({ processes: 1 });
  after(() => pool.close());

  it('uses for each audit the intelligence given with it, and none where none is given', async () => {
    const [first, second] = [listed('high'), listed('low')].map((entry) =>
      gatherIntelligence([entry]),
    );
    assert.ok(first && second);
    const hashes = [];
    for (const intelligence of [first, undefined, second, second]) {
      const { report } = await pool.audit(listedKey, {
        analyzedAt,
        ...(intelligence && { intelligence }),
      });
      hashes.push(report.intel_hash);
    }
    assert.deepEqual(hashes, [first.hash, 'none', second.hash, second.hash]);
  });
});

describe('the bundled list', () => {
  it('is readable, free of repetitions, and credits its sources', () => {
    const all = bundledEntries();
    const entries = all.filter(({ kind }) => kind !== 'vulnerable_library');
    assert.equal(new Set(all.map(({ value }) => value)).size, all.length);
    assert.equal(new Set(entries.map(({ value }) => value)).size, entries.length);
    assert.ok(entries.length > 2_900);
    assert.ok(entries.some(({ confidence }) => confidence === 'low'));
    assert.equal(bundledIntelligence()?.entries.extension_id.size, entries.length);
    const text = readFileSync(join(import.meta.dirname, '../../data/known-malicious.json'), 'utf8');
    const { credit, left_out: leftOut } = JSON.parse(text) as {
      credit: string;
      left_out: readonly { readonly value: string }[];
    };
    for (const name of new Set(entries.flatMap(({ source }) => source.split(', ')))) {
      assert.ok(credit.includes(name), name);
    }
    // Honest extensions that malware imitates stand in reports on it, and from there in lists.
    for (const { value } of leftOut)
      assert.ok(!entries.some((each) => each.value === value), value);
  });
});

describe('an entry', () => {
  const good = { kind: 'domain', value: 'Evil-Campaign.COM', confidence: 'high', source: 'list' };

  it('is read with its value in lower case and without fields of no meaning', () => {
    const read = readIntelligenceEntry({ ...good, date: null, threats: [], extra: 1 });
    assert.deepEqual(read, { ...good, value: 'evil-campaign.com' });
  });

  const wrong: readonly (readonly [object | null | string, RegExp])[] = [
    [null, /JSON object/],
    ['text', /JSON object/],
    [[good], /JSON object/],
    [{ ...good, kind: '__proto__' }, /kind must be one of extension_id, package_sha256/],
    [{ ...good, value: 'com' }, /below a public suffix/],
    [{ ...good, value: 'co.uk' }, /below a public suffix/],
    [{ ...good, value: 'github.io' }, /below a public suffix/],
    [{ ...good, value: '*.evil.com' }, /below a public suffix/],
    [{ ...good, value: `${'a'.repeat(60)}.`.repeat(5) + 'com' }, /below a public suffix/],
    [{ ...good, kind: 'extension_id', value: 'q'.repeat(32) }, /32 letters/],
    [{ ...good, kind: 'file_sha256', value: 'ab' }, /64 hexadecimal/],
    [{ ...good, confidence: 'certain' }, /one of low, medium, high/],
    [{ ...good, source: '' }, /source/],
    [{ ...good, source: 'a\u202Eb' }, /source/],
    [{ ...good, source: 'a\nb' }, /source/],
    [{ ...good, date: '2024-02-30' }, /date/],
    [{ ...good, reference: 'javascript:alert(1)' }, /reference/],
    [{ ...good, threats: Array.from({ length: 11 }, () => 'x') }, /threats/],
  ];
  for (const [value, problem] of wrong) {
    it(`is refused, saying what would be right: ${JSON.stringify(value).slice(0, 60)}`, () => {
      const read = readIntelligenceEntry(value);
      assert.match('problem' in read ? read.problem : 'read', problem);
    });
  }
});

function listed(confidence: Confidence): IntelligenceEntry {
  return { kind: 'extension_id', value: listedId, confidence, source: 'test list' };
}

async function auditWith(entries: readonly IntelligenceEntry[]) {
  const intelligence = gatherIntelligence(entries);
  assert.ok(intelligence);
  return audit(listedKey, { analyzedAt, intelligence });
}

function source(path: string): PackageSource {
  return { kind: 'directory', path: join(fixtures, path) };
}

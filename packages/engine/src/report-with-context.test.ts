import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { audit } from './audit.ts';
import type { SecurityReport } from './report/security-report.ts';
import { reportWithContext, type Surroundings } from './report-with-context.ts';
import type { ExtensionContext } from './rules/context.ts';

const path = join(import.meta.dirname, '../fixtures/scoring/coupon-wheel');
const analyzedAt = '2026-03-01T10:20:30.000Z';
const extensionId = 'abcdefghijklmnopabcdefghijklmnop';
const bad: ExtensionContext = {
  publisher: {
    riskLevel: 'high',
    isVerified: false,
    totalExtensions: 9,
    hasMaliciousHistory: true,
    otherMaliciousExtensions: 4,
  },
  ownerChange: { from: 'Ada', to: 'Buyer', date: '2026-02-03' },
  cluster: { extensions: 3, knownMalicious: 3 },
};
const none: Surroundings = { extensionId, context: {}, intelligence: [] };

describe('a report with another context', () => {
  let alone: SecurityReport;
  before(async () => {
    alone = (await audit({ kind: 'directory', path }, { analyzedAt, context: {} })).report;
  });

  it('is what an audit with that context would have said', async () => {
    const options = { analyzedAt, context: bad };
    const { report } = await audit({ kind: 'directory', path }, options);
    assert.deepEqual(reportWithContext(alone, { ...none, context: bad }), report);
  });

  it('knows which findings of different parts share their places', async () => {
    const shared = join(
      import.meta.dirname,
      '../fixtures/rules/code/vendor-script/flags-loader-element',
    );
    const source = { kind: 'directory', path: shared } as const;
    const [before, after] = await Promise.all(
      [{}, bad].map(async (context) => (await audit(source, { analyzedAt, context })).report),
    );
    assert.ok(before && after);
    assert.deepEqual(reportWithContext(before, { ...none, context: bad }), after);
    assert.deepEqual(reportWithContext(after, none), before);
  });

  it('keeps the verdict on the package, and comes back to it', () => {
    const around = reportWithContext(alone, { ...none, context: bad });
    assert.ok(around.risk_order > alone.risk_order);
    assert.deepEqual(
      [around.package_score, around.package_class],
      [alone.risk_score, alone.classification],
    );
    assert.deepEqual(reportWithContext(around, none), alone);
  });

  it('says anew which rules could not know, and nothing of it where the report never did', () => {
    const unknown = ({ coverage }: SecurityReport): readonly string[] =>
      coverage.not_known?.flatMap(({ rules }) => rules) ?? [];
    assert.ok(unknown(alone).includes('owner-changed'));
    const around = reportWithContext(alone, { ...none, context: bad });
    assert.ok(!unknown(around).includes('owner-changed'));
    assert.ok(unknown(around).includes('version-claimed-by-other-package'));
    assert.ok(unknown(around).includes('known-malicious-file'));
    const { not_known: _, ...coverage } = alone.coverage;
    const older = reportWithContext({ ...alone, coverage }, { ...none, context: bad });
    assert.equal(older.coverage.not_known, undefined);
  });

  it('is suspicious at most by its surroundings, and malicious by a list that names it', async () => {
    const quiet = join(
      import.meta.dirname,
      '../fixtures/rules/code/vendor-script/flags-loader-element',
    );
    const source = { kind: 'directory', path: quiet } as const;
    const { report } = await audit(source, { analyzedAt, context: {} });
    assert.notEqual(report.classification, 'malicious');
    const suspected = reportWithContext(report, { ...none, context: bad });
    assert.notEqual(suspected.classification, 'malicious');
    const entry = { kind: 'extension_id', value: extensionId, source: 'labs' } as const;
    const listed = reportWithContext(report, {
      ...none,
      intelligence: [{ ...entry, confidence: 'medium' }],
    });
    assert.equal(listed.classification, 'malicious');
    assert.match(listed.headline, /^Researchers have reported this extension as malicious/);
    assert.equal(listed.package_class, report.classification);
  });
});

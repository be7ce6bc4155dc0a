import { strict as assert } from 'node:assert';
import { oneof } from 'fast-check';
import { buildZip } from '../../packages/engine/fixtures/packages/build-zip.ts';
import { makeRsaKey, signCrx3 } from '../../packages/engine/fixtures/packages/sign-crx.ts';
import { AuditProcessError } from '../../packages/engine/src/host/index.ts';
import { createTestPool } from '../../packages/engine/testing/test-pool.ts';
import type { SecurityReport } from '../../packages/engine/src/report/security-report.ts';
import type { FuzzTarget } from '../fuzz-target.ts';
import { manifests, manifestWords } from '../manifest-inputs.ts';
import { problemOf } from '../package-law.ts';
import { smallZip, zips, zipWords } from '../zip-inputs.ts';

/** Whatever is in a package, the processes that audit it answer: with a report or with one of their two errors. */
export default function createTarget(): FuzzTarget {
  const pool = createTestPool({ processes: 1, memoryMegabytesMax: 512, auditSecondsMax: 20 });
  const rsaKeys = [makeRsaKey()];
  const packed = manifests.map((manifest) =>
    // Stored, so that mutation reaches what the files say.
    buildZip([
      { name: 'manifest.json', contents: manifest, isStored: true },
      { name: 'a.js', contents: 'chrome.tabs.query({}, send);', isStored: true },
      { name: 'options.html', contents: '<script src="a.js"></script>', isStored: true },
      { name: '_locales/en/messages.json', contents: '{"title":{"message":"x"}}', isStored: true },
    ]),
  );
  return {
    seeds: [smallZip, signCrx3(smallZip, { rsaKeys })],
    generated: oneof(
      { arbitrary: packed, weight: 4 },
      zips,
      packed.map((zip) => signCrx3(zip, { rsaKeys })),
    ),
    dictionary: [...zipWords, ...manifestWords],
    inputBytesMax: 64_000,
    hangSeconds: 120,
    async check(input) {
      const source = { kind: 'bytes', name: 'fuzz.zip', bytes: Uint8Array.from(input) } as const;
      try {
        const { report } = await pool.audit(source, { analyzedAt: '2024-01-02T03:04:05.678Z' });
        assert.ok(report.risk_score >= 0 && report.risk_score <= 100);
        checkAnomalies(report);
        return `report ${report.classification} ${report.coverage.complete} ${report.findings.length}`;
      } catch (error) {
        if (error instanceof AuditProcessError) return error.message.replaceAll(/\d+/g, '#');
        return problemOf(error);
      }
    },
    close: () => pool.close(),
  };
}

/** What could not be read of a package is never passed over in silence. */
function checkAnomalies({ anomalies, coverage, classification }: SecurityReport): void {
  if (!anomalies.some(({ contentsLost }) => contentsLost)) return;
  assert.ok(!coverage.complete, 'contents are lost, and the report says that it is complete');
  assert.notEqual(classification, 'clean', 'contents are lost, and the report says clean');
}

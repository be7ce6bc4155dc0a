import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { sampleFinding, sampleReport, sampleResult } from '../../testing/sample-result.ts';
import { rules } from '../rules/index.ts';
import { cyclonedxReport } from './cyclonedx.ts';
import type { AuditedTarget } from './scan-result.ts';
import { toolOf } from './tool.ts';

const folder = new URL(
  'res/schema/',
  import.meta.resolve('@cyclonedx/cyclonedx-library/package.json'),
);
/** Under the name by which the others of the same release refer to it. */
const schemaOf = (name: string): object => {
  const file = `${name}.SNAPSHOT.schema.json`;
  const schema = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object;
  return { ...schema, $id: `http://cyclonedx.org/schema/${file}` };
};
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
// Of addresses with letters of every language, which are not looked at here.
ajv.addFormat('iri-reference', true).addFormat('idn-email', true);
const validate = ajv
  .addSchema(schemaOf('spdx'))
  .addSchema(schemaOf('jsf-0.82'))
  .compile(schemaOf('bom-1.6'));

interface Bom {
  readonly components: readonly Readonly<Record<string, unknown>>[];
  readonly vulnerabilities: readonly Readonly<Record<string, unknown>>[];
}

function bomOf(result: AuditedTarget): Bom {
  const bom = JSON.parse(cyclonedxReport(result, toolOf(rules))) as Bom;
  assert.ok(validate(bom), JSON.stringify(validate.errors?.slice(0, 5), null, 2));
  return bom;
}

const libraries = [
  { name: 'jquery', version: '3.4.1', file: 'lib/jquery.js', line: 2 },
  { name: 'jquery', version: '3.4.1', file: 'old/jquery.js', line: 2 },
  { name: 'angularjs', version: '1.6.0', file: 'lib/angular.js', line: 1 },
];
const vulnerable = sampleFinding({
  id: 'vulnerable-library',
  evidence: [
    {
      at: { file: 'lib/jquery.js', line: 2, column: 1 },
      note: 'jquery 3.4.1 has CVE-2020-11022 (xss), CVE-2020-11023; 3.5.0 is the first version without them. It runs in: popup.',
    },
    {
      at: { file: 'lib/angular.js', line: 1, column: 1 },
      note: 'angularjs 1.6.0 has GHSA-M5PJ-XV49-M459; no version is known without. It runs in: popup.',
    },
  ],
});

describe('a report as CycloneDX 1.6', () => {
  it('is valid, and holds each library once with all its places', () => {
    const { components, vulnerabilities } = bomOf(
      sampleResult({ report: sampleReport({ libraries, findings: [vulnerable] }) }),
    );
    assert.deepEqual(
      components.map((component) => component['bom-ref']),
      ['library:angularjs@1.6.0', 'library:jquery@3.4.1'],
    );
    assert.deepEqual(components[1]?.['evidence'], {
      occurrences: [
        { location: 'lib/jquery.js', line: 2 },
        { location: 'old/jquery.js', line: 2 },
      ],
    });
    assert.deepEqual(
      vulnerabilities.map(({ id, affects, analysis }) => [id, affects, analysis]),
      [
        ['CVE-2020-11022', [{ ref: 'library:jquery@3.4.1' }], undefined],
        ['CVE-2020-11023', [{ ref: 'library:jquery@3.4.1' }], undefined],
        ['GHSA-M5PJ-XV49-M459', [{ ref: 'library:angularjs@1.6.0' }], undefined],
      ],
    );
  });

  it('says why a vulnerability is accepted, by whom and until when', () => {
    const accepted = {
      owner: 'ada@example.org',
      reason: 'No page is parsed.',
      expires: '2027-03-31',
    };
    const result = sampleResult({ report: sampleReport({ libraries, findings: [vulnerable] }) });
    const { risk_score, risk_level, classification, headline } = result.report;
    const { vulnerabilities } = bomOf({
      ...result,
      standing: {
        effective: { risk_score, risk_level, classification, headline },
        has_baseline: false,
        findings: [{ id: 'vulnerable-library', state: 'accepted', accepted }],
        accepted: [],
        expired: [],
      },
    });
    assert.deepEqual(vulnerabilities[0]?.['analysis'], {
      state: 'not_affected',
      detail: 'Accepted by ada@example.org until 2027-03-31: No page is parsed.',
    });
  });

  it('is valid without libraries, without a package, and for any text', () => {
    const hostile = '\u0000"\u202e</script>';
    const report = sampleReport({ libraries: [] });
    const { components } = bomOf(sampleResult({ name: hostile, version: hostile, report }));
    assert.deepEqual(components, []);
    bomOf(sampleResult({ report: { ...report, package: { ...report.package, sha256: '' } } }));
  });
});

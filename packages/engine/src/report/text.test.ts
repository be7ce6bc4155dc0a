import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { sampleFinding, sampleReport, sampleResult } from '../../testing/sample-result.ts';
import type { ReportFinding } from './security-report.ts';
import { textReport } from './text.ts';

const plain = { color: false, verbose: true };
const brief = { color: false, verbose: false };

describe('textReport', () => {
  it('says first what everybody must know: name, class, level, score and headline', () => {
    const text = textReport([sampleResult()], brief);
    const [name, verdict, ...rest] = text.split('\n');
    assert.equal(name, 'Coupon Finder 3.1.4');
    assert.equal(verdict, '  suspicious, high risk, score 58 of 100');
    const { headline } = sampleReport();
    assert.ok(rest.join(' ').replaceAll(/\s+/g, ' ').trim().startsWith(headline), text);
  });

  it('then what it does, where it is weak and what it may do, the heaviest first, with places', () => {
    const finding = (id: string, part: ReportFinding['part'], points: number, under?: string) =>
      sampleFinding({ id, part, points, title: `Title of ${id}`, ...(under && { under }) });
    const findings = [
      finding('light', 'does', 2),
      finding('heavy', 'does', 9),
      finding('same', 'does', 0.001, 'heavy'),
      finding('power', 'may', 3),
    ];
    const text = textReport([sampleResult({ report: sampleReport({ findings }) })], brief);
    assert.match(
      text,
      /DOES, 68 of 100\n {2}high {6}Title of heavy\n +background\.js:3:7 and 3 more places\n +also here: Title of same\n {2}high {6}Title of light\n[^]*MAY, 21 of 100\n {2}high {6}Title of power/,
    );
    assert.doesNotMatch(text, /WEAK/);
  });

  it('then what developers and administrators do, and what nobody has looked at', () => {
    const text = textReport([sampleResult()], brief);
    for (const part of [
      'For the developer: fix first\n  - Cookies leave the browser (58 to 0): Keep them.',
      'For the administrator\n  - Do not install it until somebody has explained what it does.',
      'huge.js: larger than the limit',
      'Not checked (2 rules): huge.js: larger than the limit',
    ]) {
      assert.ok(text.includes(part), `${part} is missing in\n${text}`);
    }
    assert.doesNotMatch(text, /How the score adds up|leads far/);
  });

  it('says all else when asked', () => {
    const text = textReport([sampleResult()], plain);
    for (const part of [
      'abcdefghijklmnopabcdefghijklmnop',
      'valid, signed by the Chrome Web Store',
      '  - Read and change all your data on all websites',
      'cookies + <all_urls>: high',
      'HIGH',
      'background.js:3:7  Sent to collect.example.org.',
      'chrome.cookies.getAll({})',
      '… and 3 more',
      '+51  class-suspicious',
      '+7  cookies-leave',
      'collect.example.org: cookies, tabs',
      'jquery 3.4.1',
      'theft (medium confidence): cookies at background.js:3:7 (service-worker) -> network (collect.example.org) at background.js:9:5 (service-worker)',
      '      background.js:4:9  held in jar',
      'huge.js: larger than the limit\n      keys-leave, tabs-leave\n  popup.js: leads far\n      forms-leave',
    ]) {
      assert.ok(text.includes(part), `${part} is missing in\n${text}`);
    }
  });

  it('shows the first steps of a long way, and how many there are', () => {
    const [flow] = sampleReport().flows;
    assert.ok(flow);
    const step = (line: number) => ({ file: 'a.js', line, column: 3, what: `step ${line}` });
    const steps = Array.from({ length: 30 }, (_, index) => step(index + 1));
    const report = sampleReport({ flows: [{ ...flow, steps }] });
    const text = textReport([sampleResult({ report })], plain);
    assert.ok(text.includes('      a.js:9:3  step 9\n      … and 20 more steps\n'), text);
    assert.ok(!text.includes('step 1\n') && !text.includes('step 30'), 'the ends are above');
  });

  it('tells flows that no finding speaks of apart', () => {
    const [flow] = sampleReport().flows;
    assert.ok(flow);
    const kept = { ...flow, direction: 'kept', host: 'a-receiver.net', findings: [] } as const;
    const report = sampleReport({ flows: [{ ...flow, findings: ['cookies-leave'] }, kept] });
    const text = textReport([sampleResult({ report })], plain);
    const [before, after] = text.split('Data flows without a finding');
    assert.ok(before?.includes('  theft (medium') && !before.includes('  kept (medium'), text);
    assert.ok(after?.includes('  kept (medium') && !after.includes('  theft (medium'), text);
  });

  it('groups findings by severity, worst first', () => {
    const findings = [
      sampleFinding({ id: 'a', severity: 'low' }),
      sampleFinding({ id: 'b', severity: 'critical' }),
    ];
    const whole = textReport([sampleResult({ report: sampleReport({ findings }) })], plain);
    const text = whole.slice(whole.indexOf('Findings (2)'));
    assert.ok(text.indexOf('CRITICAL') < text.indexOf('LOW'));
    assert.doesNotMatch(text, /^ {2}HIGH$/m);
  });

  it('says why a target was not audited', () => {
    const error = { code: 'not-a-package', message: 'It is no package.' };
    const text = textReport([{ target: 'notes.txt', error }], plain);
    assert.equal(text, 'Not audited: notes.txt\n  It is no package.\n');
  });

  it('says that a signature does not match', () => {
    const signature = {
      status: 'invalid',
      proofs: [],
      problem: 'The RSA proof is wrong.',
    } as const;
    const text = textReport([sampleResult({ report: sampleReport({ signature }) })], plain);
    assert.match(text, /signature +does not match: The RSA proof is wrong\./);
  });

  it('colours only when asked, and says the same', () => {
    const colored = textReport([sampleResult()], { color: true, verbose: true });
    const uncolored = textReport([sampleResult()], plain);
    assert.notEqual(colored, uncolored);
    assert.equal(stripVTControlCharacters(colored), uncolored);
  });

  it('lets no text of a package reach the terminal as a command', () => {
    fc.assert(
      fc.property(hostileText, (hostile) => {
        const evidence = [
          { at: { file: hostile, line: 1, column: 1 }, note: hostile, excerpt: hostile },
        ];
        const report = sampleReport({
          headline: hostile,
          findings: [sampleFinding({ evidence })],
          coverage: {
            complete: false,
            skipped: [{ what: hostile, why: hostile }],
            limited: [{ what: hostile, why: hostile }],
            not_known: [{ why: hostile, limited: false, rules: [hostile] }],
          },
          hosts: [{ host: hostile, sends_data: true, receives: [] }],
          libraries: [{ name: hostile, version: hostile, file: hostile, line: 1 }],
          anomalies: [{ kind: 'unsafe-path', detail: hostile, contentsLost: true }],
        });
        const text = textReport(
          [sampleResult({ name: hostile, version: hostile, target: hostile, report })],
          plain,
        );
        assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});

const hostileText = fc
  .array(
    fc.constantFrom('\u001b]0;', '\u001b[2J', '\u0007', '\r', '\n', '\u009b', '\u202e', 'x', ' '),
  )
  .map((parts) => parts.join(''));

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { sampleFinding, sampleReport, sampleResult } from '../../testing/sample-result.ts';
import { textReport } from './text.ts';

const plain = { color: false };

describe('textReport', () => {
  it('says who, how bad, why, where, and what is missing', () => {
    const text = textReport([sampleResult()], plain);
    for (const part of [
      'Coupon Finder 3.1.4',
      'abcdefghijklmnopabcdefghijklmnop',
      'valid, signed by the Chrome Web Store',
      '58 of 100, high',
      'suspicious',
      '  - Read and change all your data on all websites',
      'cookies + <all_urls>: high',
      'HIGH',
      'background.js:3:7  Sent to collect.example.org.',
      'chrome.cookies.getAll({})',
      '… and 3 more',
      '+60  cookies-leave',
      '-2  limit-weakness',
      'huge.js: larger than the limit',
      'Keep them.',
      'collect.example.org: cookies, tabs',
      'jquery 3.4.1',
      'theft (medium confidence): cookies at background.js:3:7 (service-worker) -> network (collect.example.org) at background.js:9:5 (service-worker)',
      '      background.js:4:9  held in jar',
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

  it('groups findings by severity, worst first', () => {
    const findings = [
      sampleFinding({ id: 'a', severity: 'low' }),
      sampleFinding({ id: 'b', severity: 'critical' }),
    ];
    const text = textReport([sampleResult({ report: sampleReport({ findings }) })], plain);
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
    const colored = textReport([sampleResult()], { color: true });
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
          findings: [sampleFinding({ evidence })],
          coverage: {
            complete: false,
            skipped: [{ what: hostile, why: hostile }],
            limited: [{ what: hostile, why: hostile }],
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

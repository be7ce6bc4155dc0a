import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleReport } from '../../testing/sample-result.ts';
import { policyLines } from './policy-lines.ts';
import { renderLines } from './text-lines.ts';
import type { ReportPolicy } from './security-report.ts';

const weak: ReportPolicy = {
  context: 'extension-page',
  page: null,
  browsers: ['chromium'],
  set_by: 'manifest',
  policies: ["script-src 'self' 'unsafe-eval'"],
  weaknesses: [
    { kind: 'unsafe-eval', directive: 'script-src', value: "'unsafe-eval'", what: 'Evaluates.' },
    { kind: 'missing-directive', directive: 'object-src', what: 'Is missing.' },
  ],
};
const shown = (...csp: readonly ReportPolicy[]): readonly string[] =>
  renderLines(policyLines({ ...sampleReport(), csp }), false)
    .split('\n')
    .filter(Boolean);

test('contexts with the same policy are told of together', () => {
  assert.deepEqual(shown(weak, { ...weak, context: 'service-worker' }), [
    "  extension-page, service-worker in chromium: unsafe-eval (script-src 'unsafe-eval'), missing-directive (object-src)",
  ]);
});

test('what browsers set, and what is closed, is not told', () => {
  assert.deepEqual(shown({ ...weak, set_by: 'browser' }, { ...weak, weaknesses: [] }), []);
});

test('a hundred pages make a few lines', () => {
  const pages = Array.from({ length: 100 }, (_, index) => ({
    ...weak,
    page: `p${index}.html`,
    policies: [`script-src 'self' 'unsafe-eval' 'nonce-${index}'`],
  }));
  assert.equal(shown(...pages).length, 7);
});

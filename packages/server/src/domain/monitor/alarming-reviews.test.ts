import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAlarming } from './alarming-reviews.ts';

describe('a review', () => {
  for (const text of [
    'This is MALWARE!!!',
    'It hijacked my search.',
    'Stole my cookies and my account',
    'suddenly full of ads',
    'was fine, then sold: it redirects\nme to shops',
    'Chrome says it contains a (trojan)',
  ]) {
    it(`raises alarm: ${JSON.stringify(text)}`, () => assert.ok(isAlarming(text)));
  }

  for (const text of [
    'Too slow',
    'Does not block ads any more',
    'antivirus is better',
    '',
    '💥'.repeat(500),
  ]) {
    it(`does not: ${JSON.stringify(text.slice(0, 30))}`, () => assert.ok(!isAlarming(text)));
  }

  it('is read in no time however it is written', () => {
    // Not by the clock, which runs while other processes have their turn.
    const started = process.threadCpuUsage();
    isAlarming('! '.repeat(1_000));
    isAlarming('redirects '.repeat(200));
    assert.ok(process.threadCpuUsage(started).user < 1_000_000);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptsMax, retryDelaySeconds } from './retry-schedule.ts';

function delays(random: number, retryAfter?: number): number[] {
  const all: number[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const delay = retryDelaySeconds(attempt, retryAfter, random);
    if (delay === undefined) return all;
    all.push(delay);
  }
}

test('10 attempts take at least 72 h, with up to 20 % more by chance (row 1)', () => {
  assert.equal(attemptsMax, 10);
  const [least, most] = [delays(0), delays(0.999_999)];
  assert.deepEqual([least.length, most.length], [9, 9]);
  const hours = least.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  assert.ok(hours >= 72 && hours < 78, `${hours} h`);
  for (const [index, delay] of least.entries()) {
    assert.ok((most[index] ?? 0) <= Math.ceil(delay * 1.2));
    assert.ok((most[index] ?? 0) > delay);
  }
});

test('Retry-After counts between the delay, or a minute, and twice the delay (row 8)', () => {
  const base = delays(0);
  const [never, atOnce] = [delays(0.5, 1_000_000_000), delays(0.5, 0)];
  for (const [index, delay] of base.entries()) {
    const least = Math.max(delay, 60);
    assert.equal(never[index], Math.max(least, 2 * delay));
    assert.equal(atOnce[index], least);
  }
  assert.equal(retryDelaySeconds(2, 444, 0.5), 444);
});

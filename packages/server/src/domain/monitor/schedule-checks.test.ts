import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { insertTestMonitor } from '../../testing/test-monitor.ts';
import { startTestWatch, type TestWatch } from '../../testing/test-watch.ts';
import { type CheckJob, scheduleChecks } from './schedule-checks.ts';
import { nextSlot } from './slots.ts';

const everySeconds = 600;
const start = new Date('2026-07-01T00:00:00.000Z');

describe('schedulers', () => {
  let watch: TestWatch;
  let accountId: string;
  before(async () => {
    watch = await startTestWatch();
    accountId = await watch.addAccount();
  });
  after(() => watch[Symbol.asyncDispose]());
  beforeEach(async () => {
    await watch.database.db.deleteFrom('monitor').execute();
    await takeJobs();
  });

  async function addMonitors(count: number, monitor: object = {}): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const row = { account_id: accountId, enabled: true, next_check_at: start, ...monitor };
      await insertTestMonitor(watch.database.db, row);
    }
  }

  /** The checks that were queued since. */
  async function takeChecks(): Promise<CheckJob[]> {
    const { rows } = await sql<{ data: CheckJob }>`
      DELETE FROM pgboss.job WHERE name = 'check-extensions' RETURNING data`.execute(
      watch.database.db,
    );
    return rows.map(({ data }) => data);
  }

  /** Their extensions, one list a job. */
  async function takeJobs(): Promise<string[][]> {
    return (await takeChecks()).map(({ extensionIds }) => [...extensionIds]);
  }

  const scheduleAt = (time: number) =>
    scheduleChecks({ ...watch.services, now: () => new Date(time) }, everySeconds);

  it('with clocks 2 minutes apart check each monitor once per slot (row 18)', async () => {
    await addMonitors(40);
    const checks = new Map<string, number>();
    const slots = 4;
    // Of the first slot on, until both clocks have passed the last.
    await scheduleAt(start.getTime());
    await takeJobs();
    const rows = await watch.database.db
      .selectFrom('monitor')
      .select(['extension_id', 'next_check_at'])
      .execute();
    for (const { extension_id, next_check_at } of rows) {
      assert.deepEqual(next_check_at, nextSlot(extension_id, start, everySeconds));
    }
    for (let seconds = 0; seconds <= slots * everySeconds; seconds += 20) {
      const time = start.getTime() + seconds * 1_000;
      const both = [scheduleAt(time - 60_000), scheduleAt(time + 60_000)];
      await Promise.all(seconds % 40 === 0 ? both : both.toReversed());
      for (const id of (await takeJobs()).flat()) checks.set(id, (checks.get(id) ?? 0) + 1);
    }
    for (const { extension_id } of rows) {
      // The clock that is ahead has seen a minute more than all of the slots.
      const first = nextSlot(extension_id, start, everySeconds).getTime();
      const seen =
        Math.floor(
          (start.getTime() + slots * everySeconds * 1_000 + 60_000 - first) / 1_000 / everySeconds,
        ) + 1;
      assert.equal(checks.get(extension_id), seen);
    }
  });

  it('ask about a hundred extensions at a time, and about one that several accounts watch once', async () => {
    await addMonitors(205);
    const other = await watch.addAccount();
    const shared = await watch.database.db
      .selectFrom('monitor')
      .select('extension_id')
      .limit(3)
      .execute();
    for (const { extension_id } of shared)
      await addMonitors(1, { account_id: other, extension_id });
    assert.equal(await scheduleAt(start.getTime() + 1_000), 208);
    const jobs = await takeJobs();
    assert.deepEqual(new Set(jobs.map((ids) => ids.length)), new Set([100, 5]));
    assert.equal(new Set(jobs.flat()).size, 205);
  });

  it('share the work when they claim at the same moment', async () => {
    await addMonitors(60);
    const claimed = await Promise.all(Array.from({ length: 6 }, () => scheduleAt(start.getTime())));
    assert.equal(
      claimed.reduce((sum, count) => sum + count, 0),
      60,
    );
    const ids = (await takeJobs()).flat();
    assert.deepEqual([ids.length, new Set(ids).size], [60, 60]);
  });

  it('pass over disabled monitors, and make up for a missed slot once', async () => {
    await addMonitors(1, { enabled: false });
    await addMonitors(1, { next_check_at: new Date(start.getTime() - 10 * everySeconds * 1_000) });
    assert.deepEqual(
      [await scheduleAt(start.getTime()), await scheduleAt(start.getTime())],
      [1, 0],
    );
  });

  it('ask about every extension again although one of them has been due for a month', async () => {
    await addMonitors(1, { next_check_at: new Date(start.getTime() - 30 * 86_400_000) });
    await addMonitors(3);
    await scheduleAt(start.getTime() + 5_000);
    const [check, ...more] = await takeChecks();
    assert.deepEqual([check?.extensionIds.length, more], [4, []]);
    // Who was asked an hour ago, at the slot before, is asked again.
    assert.equal(check?.since, start.toISOString());
  });

  it('do not wait for the slot of an interval that was longer before', async () => {
    await addMonitors(2, { next_check_at: new Date(start.getTime() + 20 * 86_400_000) });
    assert.equal(await scheduleAt(start.getTime()), 2);
    assert.equal(await scheduleAt(start.getTime()), 0);
  });

  it('keep to an interval of a minute after one of an hour, also with clocks 2 minutes apart', async () => {
    const schedule = (time: number) =>
      scheduleChecks({ ...watch.services, now: () => new Date(time) }, 60);
    await addMonitors(3, { next_check_at: new Date(start.getTime() + 10 * 60_000) });
    assert.equal(await schedule(start.getTime()), 3);
    // Whose clock is ahead puts off; whose is behind leaves it so.
    assert.equal(await schedule(start.getTime() + 120_000), 3);
    assert.equal(await schedule(start.getTime()), 0);
  });

  it('spread the checks over the interval', async () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `extension number ${index}`);
    const minutes = ids.map((id) =>
      Math.floor((nextSlot(id, start, everySeconds).getTime() - start.getTime()) / 60_000),
    );
    const counts = Map.groupBy(minutes, (minute) => Math.min(minute, 9));
    assert.equal(counts.size, 10);
    for (const [minute, { length }] of counts)
      assert.ok(length > 120, `${length} in minute ${minute}`);
  });
});

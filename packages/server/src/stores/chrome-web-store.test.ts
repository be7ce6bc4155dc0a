import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditPool } from '@extaudit/engine/host';
import { createTestPool } from '../../../engine/testing/test-pool.ts';
import { createDestinationGuard } from '../outbound/guard-destination.ts';
import { makeTestExtension } from '../testing/test-extension.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { createChromeWebStore, isAskedInFull } from './chrome-web-store.ts';
import { createPace } from './pace.ts';
import type { Store } from './store.ts';

const one = makeTestExtension('One');
const day = Date.parse('2031-05-06T00:00:00Z');
const hours = Array.from({ length: 24 }, (_, hour) => new Date(day + hour * 3_600_000));
const fullHour = hours.find((time) => isAskedInFull(one.id, time)) ?? new Date(0);
const otherHour = hours.find((time) => !isAskedInFull(one.id, time)) ?? new Date(0);

describe('the hour in which all is asked', () => {
  it('comes once a day, and not always at the same time', () => {
    const days = Array.from({ length: 60 }, (_, index) =>
      hours.map((time) => isAskedInFull(one.id, new Date(time.getTime() + index * 86_400_000))),
    );
    assert.ok(days.every((answers) => answers.filter(Boolean).length === 1));
    const different = new Set(days.map((answers) => answers.indexOf(true)));
    assert.ok(different.size > 12, `${different.size} different hours`);
  });

  for (const hoursBetween of [2, 5, 12, 24, 72]) {
    it(`is made up for by checks ${hoursBetween} hours apart`, () => {
      const asked = Array.from({ length: 200 }, (_, index) => 7 + index * hoursBetween).filter(
        (hour) => isAskedInFull(one.id, new Date(day + hour * 3_600_000), hoursBetween),
      );
      const gaps = asked.slice(1).map((hour, index) => hour - (asked[index] ?? 0));
      // From the first hour of a day to the last of the next, and until the check that follows.
      assert.ok(Math.max(...gaps) < 47 + hoursBetween, `${Math.max(...gaps)} hours in between`);
    });
  }
});

describe('what the Chrome Web Store removes but remembers', () => {
  let pool: AuditPool;
  before(() => {
    pool = createTestPool({ processes: 1 });
  });
  after(() => pool.close());
  const open = (server: TestStore, time: Date): Store =>
    createChromeWebStore(server.chromeUrl, {
      destinations: createDestinationGuard(),
      pool,
      pace: createPace({ perSecondMax: 100 }),
      now: () => time,
    });
  const ask = async (server: TestStore, time: Date, version?: string) =>
    (
      await open(server, time).lookUp([{ id: one.id, ...(version !== undefined && { version }) }])
    ).get(one.id);

  it('is unlisted within a day, when it has neither an update nor a package', async () => {
    await using server = await startTestStore();
    server.takeDown(one.id);
    assert.deepEqual(await ask(server, otherHour, '1.2'), { state: 'unchanged' });
    assert.deepEqual(await ask(server, fullHour, '1.2'), { state: 'unlisted' });
    assert.deepEqual(await ask(server, otherHour), { state: 'unlisted' });
  });

  it('is unclear as long as it has a package', async () => {
    await using server = await startTestStore();
    server.takeDown(one.id);
    server.faults = { download: { kind: 'redirect', location: 'https://example.org/a.crx' } };
    assert.equal((await ask(server, fullHour, '1.2'))?.state, 'unclear');
    assert.equal(server.counts.downloads, 0);
  });

  for (const [what, fault] of [
    ['is busy', { kind: 'status', status: 503, retryAfter: '99' }],
    ['gives the package itself', { kind: 'body', body: 'Cr24' }],
  ] as const) {
    it(`is unclear when the store ${what} instead of confirming it, and the others are not`, async () => {
      await using server = await startTestStore();
      const [two, three] = [makeTestExtension('Two'), makeTestExtension('Three')];
      server.takeDown(one.id);
      server.takeDown(three.id);
      server.publish(two.id, '1.3', two.pack('1.3'));
      server.faults = { download: fault };
      const queries = [{ id: one.id }, { id: two.id }, { id: three.id }];
      const answers = await open(server, otherHour).lookUp(queries);
      const states = queries.map(({ id }) => answers.get(id)?.state);
      assert.deepEqual(states, ['unclear', 'listed', 'unclear']);
      const redirects = server.requests.filter((request) => request.includes('response=redirect'));
      assert.equal(redirects.length, 1);
    });
  }

  it('is told from what is unchanged or new in that hour as well', async () => {
    await using server = await startTestStore();
    server.publish(one.id, '1.3', one.pack('1.3'));
    assert.deepEqual(await ask(server, fullHour, '1.3.0'), { state: 'unchanged' });
    assert.equal((await ask(server, fullHour, '1.2'))?.state, 'listed');
    assert.ok(server.requests.every((request) => !request.includes('%26v%3D')));
  });
});

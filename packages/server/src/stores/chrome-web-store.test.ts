import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAuditPool, type AuditPool } from '@extaudit/engine/host';
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
});

describe('what the Chrome Web Store removes but remembers', () => {
  let pool: AuditPool;
  before(() => {
    pool = createAuditPool({ processes: 1 });
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

  it('says nothing when the store cannot confirm it', async () => {
    await using server = await startTestStore();
    server.takeDown(one.id);
    server.faults = { download: { kind: 'status', status: 503, retryAfter: '99' } };
    await assert.rejects(ask(server, fullHour, '1.2'), {
      code: 'store-unavailable',
      retryAfterSeconds: 99,
    });
  });

  it('is told from what is unchanged or new in that hour as well', async () => {
    await using server = await startTestStore();
    server.publish(one.id, '1.3', one.pack('1.3'));
    assert.deepEqual(await ask(server, fullHour, '1.3.0'), { state: 'unchanged' });
    assert.equal((await ask(server, fullHour, '1.2'))?.state, 'listed');
    assert.ok(server.requests.every((request) => !request.includes('%26v%3D')));
  });
});

import { type MonitorEventType, monitorEventTypes } from '@extaudit/engine/vocabulary';
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { insertMonitorEvents } from '../../storage/monitor/monitor-event.ts';
import { untoldEvent } from '../../testing/untold-event.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { accountOf, insertTestMonitor } from '../../testing/test-monitor.ts';

describe('GET /api/v1/monitors/{monitorId}/events', () => {
  let app: TestApp;
  let cookie: string;
  let accountId: string;
  let monitorId: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    accountId = await accountOf(app, cookie);
    monitorId = await insertTestMonitor(app.database.db, { account_id: accountId });
  });
  after(() => app.close());

  const list = (query: string, id = monitorId) =>
    app.send('GET', `/api/v1/monitors/${id}/events${query}`, { cookie });

  /** @returns its id */
  const happen = async (
    at: string,
    eventType: MonitorEventType = 'manifest_change',
    details = {},
    monitor = monitorId,
  ): Promise<string> => {
    const event = {
      eventId: randomUUIDv7(),
      ...untoldEvent,
      eventType,
      extensionId: 'b'.repeat(32),
      details,
      createdAt: new Date(at),
    };
    await app.database.db
      .transaction()
      .execute((trx) => insertMonitorEvents(trx, { accountId, monitorId: monitor }, [event]));
    return event.eventId;
  };

  it('200 with an empty page before anything happened', async () => {
    const { status, body } = await list('');
    assert.equal(status, 200);
    const { success: _success, ...page } = body;
    const counts = { page: 1, page_size: 25, total_count: 0, total_pages: 0 };
    assert.deepEqual(page, { result: [], ...counts, pagination: { next: null } });
  });

  it('200 with the records of the specification, the newest first, in pages that do not overlap', async () => {
    const details = { from_version: '1.4.0', to_version: '1.5.0', note: 'NUL \u0000, half \ud800' };
    const old = await happen('2026-04-01T08:00:00Z', 'version_update', details);
    const newer = await happen('2026-04-02T08:00:00Z', 'removed_from_store');
    const same = [await happen('2026-04-03T08:00:00Z'), await happen('2026-04-03T08:00:00Z')];
    const { body } = await list('?page_size=100');
    const expected = [...same.toSorted().toReversed(), newer, old];
    assert.deepEqual(
      body.result.map(({ id }) => id),
      expected,
    );
    assert.deepEqual(body.result[3], {
      id: old,
      monitor_id: monitorId,
      event_type: 'version_update',
      extension_id: 'b'.repeat(32),
      details,
      created_at: '2026-04-01T08:00:00.000Z',
    });
    const pages = [await list('?page_size=3'), await list('?page_size=3&page=2')];
    assert.deepEqual(
      pages.flatMap((page) => page.body.result.map(({ id }) => id)),
      expected,
    );
    assert.deepEqual([pages[0]?.body['total_count'], pages[0]?.body['total_pages']], [4, 2]);
  });

  it('200 with one type of event only, for each that there is', async () => {
    const monitor = await insertTestMonitor(app.database.db, {
      account_id: await accountOf(app, cookie),
    });
    for (const type of monitorEventTypes) await happen('2026-04-01T08:00:00Z', type, {}, monitor);
    for (const type of monitorEventTypes) {
      const { body } = await list(`?event_type=${type}`, monitor);
      assert.deepEqual(
        body.result.map((event) => event['event_type']),
        [type],
      );
    }
  });

  it('200 with both dates inclusive; a day alone is all of it in UTC', async () => {
    const monitor = await insertTestMonitor(app.database.db, {
      account_id: await accountOf(app, cookie),
    });
    const times = [
      '2026-06-01T23:59:59.999Z',
      '2026-06-02T00:00:00.000Z',
      '2026-06-02T12:00:00.000Z',
      '2026-06-02T23:59:59.999Z',
      '2026-06-03T00:00:00.000Z',
    ];
    for (const time of times) await happen(time, 'status_change', {}, monitor);
    const seen = async (query: string): Promise<unknown[]> =>
      (await list(query, monitor)).body.result.map((event) => event['created_at']).toReversed();
    assert.deepEqual(await seen('?start_date=2026-06-02&end_date=2026-06-02'), times.slice(1, 4));
    assert.deepEqual(
      await seen('?start_date=2026-06-02T12:00:00Z&end_date=2026-06-03T00:00:00Z'),
      times.slice(2),
    );
    assert.deepEqual(await seen('?end_date=2026-06-02T14:00:00%2B02:00'), times.slice(0, 3));
    assert.deepEqual(await seen('?start_date=2026-06-03'), times.slice(4));
    assert.deepEqual(await seen('?start_date=2026-06-03&end_date=2026-06-01'), []);
    const typed = '&start_date=2026-06-02&end_date=2026-06-02';
    assert.deepEqual(await seen(`?event_type=version_update${typed}`), []);
  });

  it('400 for an unknown type of event, a date that is none, and a page too large', async () => {
    const wrong = {
      'event_type=renamed': /^event_type must be one of version_update, permission_change,/,
      'event_type=': /^event_type must be one of/,
      'start_date=yesterday': /^start_date must be an ISO 8601 date or timestamp$/,
      'start_date=2026-6-1': /^start_date must be an ISO 8601 date or timestamp$/,
      'end_date=2026-02-30': /^end_date must be an ISO 8601 date or timestamp$/,
      'end_date=': /^end_date must be/,
      'page_size=101': /^page_size must be an integer from 1 to 100$/,
      'page=0': /^page must be/,
    };
    for (const [query, message] of Object.entries(wrong)) {
      const { status, body } = await list(`?${query}`);
      assert.equal(status, 400, query);
      assert.match(body.error, message);
    }
  });

  it('404 for an unknown monitor and for that of another account', async () => {
    const theirs = await insertTestMonitor(app.database.db, {
      account_id: await accountOf(app, await app.signIn()),
    });
    await happen('2026-04-01T08:00:00Z', 'version_update', {}, theirs);
    for (const id of [crypto.randomUUID(), theirs]) {
      assert.equal((await list('', id)).status, 404);
    }
  });
});

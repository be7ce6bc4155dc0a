import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DataOf, operations } from '@extaudit/contract';
import { bundledDate } from '@extaudit/engine/intelligence';
import { loadBundled } from '../../intel/load-bundled.ts';
import { saveFeed } from '../../intel/save-feed.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';

type FeedData = DataOf<typeof operations.listIntelligenceFeeds, 200>['feeds'][number];

describe('GET /api/v1/intelligence/feeds', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('200 for a viewer, with how much each feed says of what, and since when', async () => {
    const { db } = app.database;
    const [at, later] = [new Date('2031-02-03T04:05:06Z'), new Date('2031-03-04T05:06:07Z')];
    await loadBundled(db);
    const entry = { kind: 'domain', source: 'list', confidence: 'high' } as const;
    const entries = ['evil.example', 'worse.example'].map((value) => ({ ...entry, value }));
    await saveFeed(db, 'https://feeds.example/all', entries, at);
    await saveFeed(db, 'https://feeds.example/all', entries, later);
    const cookie = await app.signIn('viewer');
    const { status, body } = await app.send('GET', '/api/v1/intelligence/feeds', { cookie });
    assert.equal(status, 200, body.error);
    const [bundled, own, ...others] = body.data['feeds'] as FeedData[];
    assert.deepEqual(others, []);
    assert.equal(bundled?.feed, 'bundled');
    // As old as the list is, not since when it is here.
    assert.equal(bundled.updated_at, new Date(bundledDate).toISOString());
    assert.equal(bundled.entries_by_kind.extension_id, 2_956);
    assert.deepEqual(own, {
      feed: 'https://feeds.example/all',
      entry_count: 2,
      entries_by_kind: {
        extension_id: 0,
        package_sha256: 0,
        file_sha256: 0,
        domain: 2,
        vulnerable_library: 0,
        library_pattern: 0,
      },
      updated_at: at.toISOString(),
    });
  });
});

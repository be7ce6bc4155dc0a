import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestPool } from '../../../engine/testing/test-pool.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { informedPool } from './informed-pool.ts';
import { loadBundled } from './load-bundled.ts';
import { saveFeed } from './save-feed.ts';

const analyzedAt = '2031-05-06T07:08:09.000Z';
const extensionId = 'k'.repeat(32);
const path = join(
  import.meta.dirname,
  '../../../engine/fixtures/rules/publisher/known-malicious-package/flags-listed-package',
);

test('an audit uses what the database holds when it starts, and names it by its hash', async () => {
  const children = createTestPool({ processes: 1 });
  try {
    await withTestDatabase(async ({ db }) => {
      const pool = informedPool(children, db);
      const audit = async () =>
        (await pool.audit({ kind: 'directory', path }, { analyzedAt, extensionId })).report;
      assert.equal((await audit()).intel_hash, 'none');

      assert.equal(await loadBundled(db), true);
      assert.equal(await loadBundled(db), false);
      const bundled = await audit();
      assert.match(bundled.intel_hash, /^[0-9a-f]{64}$/);
      assert.notEqual(bundled.classification, 'malicious');

      const entry = { kind: 'extension_id', value: extensionId, source: 'list' } as const;
      await saveFeed(db, 'feed', [{ ...entry, confidence: 'medium' }], new Date());
      const listed = await audit();
      assert.equal(listed.classification, 'malicious');
      assert.notEqual(listed.intel_hash, bundled.intel_hash);

      await saveFeed(db, 'feed', [{ ...entry, confidence: 'low' }], new Date());
      const rumoured = (await audit()).findings.map(({ id }) => id);
      assert.ok(rumoured.includes('unconfirmed-malice-report'));
    });
  } finally {
    await children.close();
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';
import { startTestWatch } from '../../testing/test-watch.ts';
import { compareMonitors } from './compare-monitors.ts';

test('a monitor that is disabled while it is compared tells nothing until it is enabled again', async () => {
  await using watch = await startTestWatch();
  const { db } = watch.database;
  const extensionId = 'c'.repeat(32);
  await insertTestExtension(db, { extension_id: extensionId, status: 'active' });
  const monitorId = await watch.watch(extensionId);
  const setStatus = (status: 'active' | 'obsolete') =>
    db.updateTable('extension').set({ status }).execute();
  await setStatus('obsolete');
  const disabled = await db.transaction().execute(async (trx) => {
    await trx.updateTable('monitor').set({ enabled: false }).execute();
    const comparing = compareMonitors(watch.services, extensionId);
    // It has found the monitor enabled, and waits for its row.
    await Promise.race([comparing, untilLockWaits(db, '"monitor"')]);
    return { comparing };
  });
  assert.equal(await disabled.comparing, 'compared');
  assert.deepEqual(await watch.eventsOf(monitorId), []);
  await db.updateTable('monitor').set({ enabled: true }).execute();
  await compareMonitors(watch.services, extensionId);
  const types = (await watch.eventsOf(monitorId)).map(({ eventType }) => eventType);
  assert.deepEqual(types, ['status_change']);
});

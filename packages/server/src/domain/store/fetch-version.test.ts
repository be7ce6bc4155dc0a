import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { damagePackage } from '../../testing/damage-package.ts';
import { makeTestExtension } from '../../testing/test-extension.ts';
import { startTestStore } from '../../testing/test-store.ts';
import { startTestWatch } from '../../testing/test-watch.ts';
import fetchJob from '../../jobs/fetch-version.ts';
import { deleteQuarantine, saveQuarantine } from '../../storage/catalogue/quarantine.ts';
import { fetchVersion, isFetchError } from './fetch-version.ts';

test('a package that is held intact is not fetched again, and one that is damaged is', async () => {
  await using store = await startTestStore();
  await using watch = await startTestWatch(store);
  const extension = makeTestExtension('Fetched');
  const bytes = extension.pack('1.3');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  store.publish(extension.id, '1.3', bytes);
  const wanted = { store: 'chrome-web-store', id: extension.id, version: '1.3' } as const;
  for (const named of [wanted, { ...wanted, sha256 }]) {
    await fetchVersion(watch.services, named);
    assert.equal(await watch.work.packages.isIntact(sha256), true);
    const { downloads } = store.counts;
    await fetchVersion(watch.services, named);
    assert.equal(store.counts.downloads, downloads);
    await damagePackage(watch.work, sha256, makeTestExtension('Other').pack('1.3'));
    await fetchVersion(watch.services, named);
    assert.equal(store.counts.downloads, downloads + 1);
    assert.equal(await watch.work.packages.isIntact(sha256), true);
  }
});

test('a package in quarantine does not come from its store, and is not tried over and over', async () => {
  await using store = await startTestStore();
  await using watch = await startTestWatch(store);
  const { services } = watch;
  const extension = makeTestExtension('Feared');
  const bytes = extension.pack('1.4');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  store.publish(extension.id, '1.4', bytes);
  const wanted = { store: 'chrome-web-store', id: extension.id, version: '1.4' } as const;
  await saveQuarantine(services.db, { sha256, reason: 'by order', createdAt: new Date() });
  await assert.rejects(fetchVersion(services, wanted), (error) => {
    assert.ok(isFetchError(error));
    return error.message.endsWith('into quarantine: by order');
  });
  await fetchJob.run(wanted, services);
  assert.equal(await watch.work.packages.isIntact(sha256), false);
  await services.db.transaction().execute((trx) => deleteQuarantine(trx, sha256));
  await fetchJob.run(wanted, services);
  assert.equal(await watch.work.packages.isIntact(sha256), true);
});

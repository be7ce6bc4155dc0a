import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importPackage } from '../../domain/catalogue/import-package.ts';
import { openStores } from '../../stores/open-stores.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { makeTestExtension } from '../../testing/test-extension.ts';
import { startTestStore } from '../../testing/test-store.ts';

describe('POST /api/v1/monitors/{monitorId}/detect of a service that is offline', () => {
  it('200 says that no store was asked, and still tells what changed here', async () => {
    const stores = new Map();
    await using store = await startTestStore();
    const app = await startTestApp({ work: true, services: { stores } });
    try {
      const settings = {
        chromeStoreUrl: store.chromeUrl,
        edgeStoreUrl: store.edgeUrl,
        firefoxStoreUrl: store.edgeUrl,
      };
      const offline = { ...settings, watchedFolder: undefined, offline: true };
      for (const [name, connector] of openStores(offline, app.services))
        stores.set(name, connector);
      await app.work?.pretendWorker();
      await app.work?.startWorkers({ stores });
      const extension = makeTestExtension('Far Away');
      const first = extension.pack('1.0', {}, {});
      await importPackage(app.services, { kind: 'bytes', bytes: first, name: 'first.crx' });
      store.publish(extension.id, '2.0', extension.pack('2.0', { permissions: ['tabs'] }, {}));
      const cookie = await app.signIn();
      const json = { extension_id: extension.id };
      const created = await app.send('POST', '/api/v1/monitors', { cookie, json });
      const { id } = created.body.data['monitor'] as { id: string };
      const path = `/api/v1/monitors/${id}/detect`;
      const { status, body } = await app.send('POST', path, { cookie });
      assert.equal(status, 200, body.error);
      assert.deepEqual([body.data['store_asked'], body.data['events']], [false, []]);
      const next = extension.pack('1.1', { permissions: ['cookies'] }, {});
      await importPackage(app.services, { kind: 'bytes', bytes: next, name: 'next.crx' });
      const after = await app.send('POST', path, { cookie });
      assert.equal(after.body.data['store_asked'], false);
      assert.match(String(after.body.data['store_error']), /^this service is offline/);
      assert.notDeepEqual(after.body.data['changes'], []);
    } finally {
      await app.close();
    }
  });
});

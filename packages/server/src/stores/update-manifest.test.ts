import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditPool } from '@extaudit/engine/host';
import { createTestPool } from '../../../engine/testing/test-pool.ts';
import { createDestinationGuard } from '../outbound/guard-destination.ts';
import { makeTestExtension } from '../testing/test-extension.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { createPace } from './pace.ts';
import type { Store, StoreAnswer } from './store.ts';
import { createUpdateManifests } from './update-manifest.ts';

describe('an update manifest', () => {
  let pool: AuditPool;
  before(() => {
    pool = createTestPool({ processes: 1 });
  });
  after(() => pool.close());

  const [one, two] = [makeTestExtension('One'), makeTestExtension('Two')];

  function open(allowPrivate: readonly string[] = ['127.0.0.1']): Store {
    return createUpdateManifests({
      destinations: createDestinationGuard({ allowPrivate }),
      pool,
      pace: createPace({ perSecondMax: 200 }),
      limits: { lookUpSecondsMax: 1 },
    });
  }

  async function ask(
    store: Store,
    server: TestStore,
    id: string,
    known: { readonly version?: string; readonly etag?: string } = {},
  ): Promise<StoreAnswer | undefined> {
    const query = { id, updateUrl: server.updateUrl, ...known };
    return (await store.lookUp([query])).get(id);
  }

  describe('a self-hosted update address', () => {
    it('tells a new version, and the package passes the same checks', async () => {
      await using server = await startTestStore();
      server.publish(one.id, '3.1', one.pack('3.1'));
      const store = open();
      const answer = await ask(store, server, one.id, { version: '3.0' });
      assert.ok(answer?.state === 'listed');
      assert.equal(answer.version, '3.1');
      const item = { id: one.id, updateUrl: server.updateUrl, ...answer };
      assert.equal((await store.download(item)).version, '3.1');
      const { id, updateUrl } = item;
      assert.equal((await store.download({ id, updateUrl, version: '3.1' })).version, '3.1');
      server.publish(one.id, '3.1', two.pack('3.1'));
      const replaced = store.download({ id, updateUrl, version: '3.1' });
      await assert.rejects(replaced, { code: 'package-mismatch', store: 'update-manifest' });
    });

    it('is asked conditionally, once nothing is newer than what we have', async () => {
      await using server = await startTestStore();
      server.publish(one.id, '3.1', one.pack('3.1'));
      const store = open();
      const fresh = await ask(store, server, one.id, { version: '3.0' });
      assert.equal(fresh && 'etag' in fresh, false);
      const settled = await ask(store, server, one.id, { version: '3.1' });
      assert.ok(settled?.state === 'unchanged' && settled.etag !== undefined);
      const { etag } = settled;
      assert.deepEqual(await ask(store, server, one.id, { version: '3.1', etag }), settled);
      server.publish(one.id, '3.2', one.pack('3.2'));
      assert.equal((await ask(store, server, one.id, { version: '3.1', etag }))?.state, 'listed');
    });

    it('does not list what it does not speak of, and does not unlist it either', async () => {
      await using server = await startTestStore();
      server.publish(one.id, '3.1', one.pack('3.1'));
      const answer = await ask(open(), server, two.id, { version: '1' });
      assert.deepEqual(answer, { state: 'unclear', why: 'the answer does not speak of it' });
    });

    it('that fails makes its own extensions unclear, and not those of another', async () => {
      await using well = await startTestStore();
      await using ill = await startTestStore();
      well.publish(one.id, '3.1', one.pack('3.1'));
      const store = open();
      for (const fault of [
        { kind: 'status', status: 404 },
        { kind: 'status', status: 503, retryAfter: '60' },
        { kind: 'slow' },
        { kind: 'huge' },
        { kind: 'hang-up' },
        { kind: 'body', body: '<!DOCTYPE html><html></html>' },
      ] as const) {
        ill.faults = { lookUp: fault };
        const answers = await store.lookUp([
          { id: two.id, version: '1', updateUrl: ill.updateUrl },
          { id: one.id, version: '3.0', updateUrl: well.updateUrl },
        ]);
        assert.deepEqual(
          [answers.get(two.id)?.state, answers.get(one.id)?.state],
          ['unclear', 'listed'],
        );
      }
    });

    it('is not asked where it is private, and neither is a package', async () => {
      await using server = await startTestStore();
      server.publish(one.id, '3.1', one.pack('3.1'));
      const answer = await ask(open([]), server, one.id);
      assert.ok(answer?.state === 'unclear');
      assert.match(answer.why, /private or reserved/);
      assert.equal(server.requests.length, 0);
      for (const codebase of ['http://127.0.0.1:9/x.crx', 'https://10.0.0.1/x.crx']) {
        const item = { id: one.id, version: '3.1', sha256: 'a'.repeat(64), codebase };
        await assert.rejects(open([]).download(item), { code: 'destination-refused' });
      }
    });

    it('gives no package by plain http unless it told the hash', async () => {
      const store = createUpdateManifests({
        destinations: createDestinationGuard({
          resolveName: async () => [{ address: '93.184.215.14', family: 4 }],
        }),
        pool,
        pace: createPace({ perSecondMax: 200 }),
      });
      const item = { id: one.id, version: '3.1', codebase: 'http://packages.example.org/x.crx' };
      await assert.rejects(store.download(item), {
        code: 'destination-refused',
        message: /it must be https/,
      });
    });

    it('may redirect, to where it may itself lead', async () => {
      await using target = await startTestStore();
      await using server = await startTestStore();
      target.publish(one.id, '3.1', one.pack('3.1'));
      server.faults = { lookUp: { kind: 'redirect', location: target.updateUrl } };
      assert.equal((await ask(open(), server, one.id))?.state, 'listed');
      const location = 'http://169.254.169.254/latest/meta-data';
      server.faults = { lookUp: { kind: 'redirect', location } };
      assert.equal((await ask(open(), server, one.id))?.state, 'unclear');
    });

    it('that is missing is no reason to fail', async () => {
      const store = open();
      const answers = await store.lookUp([{ id: one.id }, { id: two.id, updateUrl: 'nonsense' }]);
      assert.deepEqual(
        [...answers.values()].map(({ state }) => state),
        ['unclear', 'unclear'],
      );
      const item = { id: one.id, version: '1' };
      await assert.rejects(store.download(item), { code: 'package-missing' });
    });
  });
});

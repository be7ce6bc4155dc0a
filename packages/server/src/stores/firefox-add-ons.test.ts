import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { firefoxExtensionId } from '@extaudit/engine';
import type { AuditPool } from '@extaudit/engine/host';
import { createTestPool } from '../../../engine/testing/test-pool.ts';
import { makeRsaKey } from '../../../engine/fixtures/packages/sign-crx.ts';
import { packFiles, signXpiFiles } from '../../../engine/fixtures/packages/sign-xpi.ts';
import { createDestinationGuard } from '../outbound/guard-destination.ts';
import {
  packTestAddOn,
  startTestAddOnStore,
  type TestAddOnStore,
} from '../testing/test-add-on-store.ts';
import { checkPackage } from './check-package.ts';
import { openStores } from './open-stores.ts';
import type { Store, StoreQuery } from './store.ts';

describe('the store of Firefox add-ons', () => {
  let pool: AuditPool;
  let server: TestAddOnStore;
  before(async () => {
    pool = createTestPool({ processes: 1 });
    server = await startTestAddOnStore();
  });
  after(async () => {
    await pool.close();
    await server[Symbol.asyncDispose]();
  });

  const ebb = 'ebb@tides.dev';
  const braces = '{5aa43f04-9e4d-4d49-8bb9-2a3c9f1d1a77}';

  function query(geckoId: string, version?: string): StoreQuery {
    return { id: firefoxExtensionId(geckoId), geckoId, ...(version !== undefined && { version }) };
  }

  /** One that trusts nothing but the test store's own address. */
  function open(): Store {
    const settings = {
      chromeStoreUrl: `${server.firefoxUrl}/none`,
      edgeStoreUrl: `${server.firefoxUrl}/none`,
      firefoxStoreUrl: server.firefoxUrl,
      watchedFolder: undefined,
      offline: false,
    };
    const clock = { now: () => 0, sleep: async () => undefined };
    const services = { destinations: createDestinationGuard(), pool, clock };
    const store = openStores(settings, services).get('firefox-add-ons');
    assert.ok(store);
    return store;
  }

  describe('firefox-add-ons', () => {
    it('tells new versions, unchanged, disabled and unknown add-ons, the listed ones in one request', async () => {
      const bytes = packTestAddOn(ebb, '2.5');
      server.publish(ebb, '2.5', bytes);
      server.publish(braces, '1.0b2', packTestAddOn(braces, '1.0b2'));
      server.disable('spy@tides.dev', 'mozilla');
      server.disable('shy@tides.dev', 'developer');
      const before = server.requests.length;
      const answers = await open().lookUp([
        query(ebb, '2.4'),
        query(braces, '1.0b2'),
        query('spy@tides.dev', '1'),
        query('shy@tides.dev'),
        query('nobody@tides.dev'),
        { id: 'a'.repeat(32) },
      ]);
      const { state, ...listed } = answers.get(firefoxExtensionId(ebb)) ?? {};
      assert.deepEqual(
        [state, { ...listed, sha256: '', codebase: '' }],
        ['listed', { version: '2.5', sizeBytes: bytes.length, sha256: '', codebase: '' }],
      );
      const of = (geckoId: string) => answers.get(firefoxExtensionId(geckoId));
      assert.deepEqual(of(braces), { state: 'unchanged' });
      const disabled = { state: 'unlisted', verdict: 'policy-violation' };
      assert.deepEqual(of('spy@tides.dev'), disabled);
      assert.deepEqual(of('shy@tides.dev'), { state: 'unlisted' });
      assert.deepEqual(of('nobody@tides.dev'), { state: 'unlisted' });
      assert.equal(answers.get('a'.repeat(32))?.state, 'unclear');
      assert.equal(server.requests.length - before, 4);
    });

    it('downloads what it told of, and the newest where it was not asked before', async () => {
      const bytes = packTestAddOn(ebb, '3.1');
      server.publish(ebb, '3.1', bytes);
      const { source, ...told } = await open().download({ ...query(ebb), version: '3.1' });
      assert.ok(source.kind === 'bytes');
      assert.deepEqual(Buffer.from(source.bytes), Buffer.from(bytes));
      assert.deepEqual([told.version, told.isNamedByStore], ['3.1', true]);
      server.publish(ebb, '3.2', packTestAddOn(ebb, '3.2'));
      const gone = { ...query(ebb), version: '3.1', codebase: `${server.firefoxUrl}/x.xpi` };
      await assert.rejects(open().download(gone), { code: 'package-missing' });
      const unknown = { ...query('nobody@tides.dev'), version: '1' };
      await assert.rejects(open().download(unknown), { code: 'package-missing' });
    });

    it('refuses a file of another hash, size, add-on or version', async () => {
      const store = open();
      const lies = [
        [{ hash: `sha256:${'0'.repeat(64)}` }, /SHA-256/],
        [{ size: 7 }, /larger than|bytes where/],
        [{ version: '9.9' }, /version 4\.0 where the store says 9\.9/],
      ] as const;
      for (const [lie, message] of lies) {
        server.publish(ebb, '4.0', packTestAddOn(ebb, '4.0'), lie);
        const answer = (await store.lookUp([query(ebb)])).get(firefoxExtensionId(ebb));
        assert.ok(answer?.state === 'listed');
        await assert.rejects(store.download({ ...query(ebb), ...answer }), {
          code: 'package-mismatch',
          message,
        });
      }
      server.publish(ebb, '4.0', packTestAddOn(braces, '4.0'));
      await assert.rejects(store.download({ ...query(ebb), version: '4.0' }), {
        code: 'package-mismatch',
        message: new RegExp(`is that of ${braces.replaceAll(/[{}]/g, '\\$&')}`),
      });
    });

    it("takes only what addons.mozilla.org has signed from the store's own host", async () => {
      const item = { ...query(ebb), version: '1.0' };
      const manifest = JSON.stringify({
        manifest_version: 3,
        name: 'Tides',
        version: '1.0',
        browser_specific_settings: { gecko: { id: ebb } },
      });
      const byOthers = packFiles(
        signXpiFiles({ 'manifest.json': manifest }, ebb, { root: makeRsaKey() }),
      );
      const options = { pool, format: 'xpi', signer: 'firefox-add-ons' } as const;
      for (const bytes of [packTestAddOn(ebb, '1.0'), byOthers]) {
        await assert.rejects(checkPackage('firefox-add-ons', item, bytes, options), {
          code: 'package-mismatch',
          message: /is not properly signed/,
        });
      }
    });

    it('says nothing of an add-on where the answer cannot be understood', async () => {
      const store = open();
      const lies = [{ hash: 'md5:0' }, { url: 'ftp://a' }, { version: 'one' }];
      for (const lie of lies) {
        server.publish(ebb, '4.0', packTestAddOn(ebb, '4.0'), lie);
        const answer = (await store.lookUp([query(ebb)])).get(firefoxExtensionId(ebb));
        assert.equal(answer?.state, 'unclear', JSON.stringify(lie));
      }
      const bodies = ['', 'null', '[]', '{"results": 7}', '{"results": [', '\ud800'];
      for (const body of bodies) {
        server.faults = { lookUp: { kind: 'body', body } };
        await assert.rejects(store.lookUp([query(ebb)]), { code: 'store-answer-invalid' });
      }
      server.faults = { lookUp: { kind: 'body', body: '{"results": [7, {"guid": "a"}, {}]}' } };
      const [answer] = (await store.lookUp([query(ebb)])).values();
      assert.equal(answer?.state, 'unclear');
      server.faults = { lookUp: { kind: 'status', status: 429, retryAfter: '90' } };
      await assert.rejects(store.lookUp([query(ebb)]), {
        code: 'store-unavailable',
        retryAfterSeconds: 90,
      });
      server.faults = {};
    });
  });
});

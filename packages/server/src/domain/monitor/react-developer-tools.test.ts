import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { detailsByType, startTestWatch, type TestWatch } from '../../testing/test-watch.ts';
import { detectNow } from './detect-now.ts';

const modules = join(import.meta.dirname, '../../../../../node_modules');
const id = 'fmkadmapgofadopljbjfkapdkoienihi';
/** Audits of these packages outlast what a client may wait for where the machine is busy. */
const patient = { secondsMax: 600 };
const none = { added: [], removed: [] };

const folderOf = (release: 1 | 3) =>
  ({
    kind: 'directory',
    path: join(modules, `electron-devtools-vendor-${release}/extensions/react-developer-tools`),
  }) as const;

describe('three real releases of React Developer Tools', () => {
  let watch: TestWatch;
  let monitorId: string;
  before(async () => {
    watch = await startTestWatch();
    await watch.startWorkers();
    await watch.take(folderOf(1), id);
    monitorId = await watch.watch(id);
  });
  after(() => watch[Symbol.asyncDispose]());

  it('4.24.7 (MV2) to 5.2.0 (MV3): scripting is new, <all_urls> only moved', async () => {
    await watch.take(folderOf(3), id);
    const { events, isPending } = await detectNow(watch.services, monitorId, patient);
    assert.equal(isPending, false);
    const details = detailsByType(events);
    assert.deepEqual(Object.keys(details).sort(), [
      'manifest_change',
      'permission_change',
      'version_update',
    ]);
    const { from_version, to_version, risk, ...update } = details['version_update'] ?? {};
    assert.deepEqual([from_version, to_version], ['4.24.7', '5.2.0']);
    assert.deepEqual(
      Object.values(risk ?? {}).map(({ risk_level }) => risk_level),
      ['low', 'low'],
    );
    const permissions = details['permission_change'];
    assert.deepEqual(permissions?.['permissions_added'], ['scripting']);
    assert.deepEqual(permissions['permissions_removed'], []);
    assert.deepEqual(permissions['host_permissions_added'], []);
    assert.deepEqual(keysOf(details['manifest_change']), [
      'action added',
      'background changed',
      'content_scripts changed',
      'content_security_policy changed',
      'manifest_version changed',
      'web_accessible_resources changed',
    ]);
    const diff = update['diff'] as unknown as Diff;
    assert.deepEqual(
      [diff.permissions, diff.host_permissions],
      [{ added: ['scripting'], removed: [] }, none],
    );
    assert.deepEqual(
      diff.hosts.added.map(({ host }) => host),
      ['react.dev'],
    );
    assert.ok(diff.findings.removed.some((finding) => finding.id === 'unsafe-eval-in-use'));
    assert.deepEqual([diff.signing_keys, diff.same_ruleset], [none, true]);
  });

  it('5.2.0 to the store-signed CRX: tabs, an optional permission, and keys that are no alarm', async () => {
    const path = join(modules, `@tomjs/electron-devtools-files/extensions/${id}.crx`);
    await watch.take({ kind: 'bytes', bytes: await readFile(path), name: path });
    const { events, changes } = await detectNow(watch.services, monitorId, patient);
    const details = detailsByType(events);
    assert.deepEqual(Object.keys(details).sort(), [
      'manifest_change',
      'permission_change',
      'version_update',
    ]);
    const permissions = details['permission_change'];
    assert.deepEqual(permissions?.['permissions_added'], ['tabs']);
    assert.deepEqual(permissions['optional_permissions_added'], ['clipboardWrite']);
    assert.deepEqual(keysOf(details['manifest_change']), [
      'minimum_chrome_version added',
      'update_url added',
    ]);
    // Signed where it was not before is no changed key.
    const diff = details['version_update']?.['diff'] as unknown as Diff | undefined;
    assert.equal(diff?.signing_keys.added.length, 3);
    const version = changes.find(({ what }) => what === 'version');
    assert.deepEqual([version?.from, version?.to], ['5.2.0', '7.0.1']);
    assert.equal((await watch.eventsOf(monitorId)).length, 6);
  });
});

function keysOf(details: object | undefined): string[] {
  const { keys = [] } = (details ?? {}) as { keys?: readonly { key: string; change: string }[] };
  return keys.map(({ key, change }) => `${key} ${change}`);
}

interface Change<T = string> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
}

interface Diff {
  readonly permissions: Change;
  readonly host_permissions: Change;
  readonly hosts: Change<{ readonly host: string }>;
  readonly findings: Change<{ readonly id: string }>;
  readonly signing_keys: Change;
  readonly same_ruleset: boolean;
}

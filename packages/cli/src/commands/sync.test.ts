import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../server/src/testing/test-database.ts';
import { makeTestExtension } from '../../../server/src/testing/test-extension.ts';
import {
  packTestAddOn,
  startTestAddOnStore,
} from '../../../server/src/testing/test-add-on-store.ts';
import { startTestStore, type TestStore } from '../../../server/src/testing/test-store.ts';
import { runBinary, type Run } from '../run-binary.ts';

const updateUrl = 'https://clients2.google.com/service/update2/crx';

describe('extaudit sync', () => {
  const [one, two, three] = [
    makeTestExtension('One'),
    makeTestExtension('Two'),
    makeTestExtension('Three'),
  ];
  let store: TestStore;
  let database: TestDatabase;
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extaudit-sync-'));
    database = await createTestDatabase();
    store = await startTestStore();
    store.publish(one.id, '1.4', one.pack('1.4', { update_url: updateUrl }));
    await mkdir(join(folder, 'incoming'));
    await writeFile(join(folder, 'incoming/two.crx'), two.pack('2.5'));
    await writeFile(join(folder, 'incoming/two-new.crx'), two.pack('2.10'));
  });
  after(async () => {
    await store[Symbol.asyncDispose]();
    await database.close();
    await rm(folder, { recursive: true });
  });
  const sync = (args: readonly string[] = [], env: Record<string, string> = {}): Promise<Run> =>
    runBinary(['sync', ...args], {
      cwd: folder,
      env: {
        DATABASE_URL: database.url,
        EXTAUDIT_CHROME_STORE_URL: store.chromeUrl,
        EXTAUDIT_EDGE_STORE_URL: store.edgeUrl,
        EXTAUDIT_FIREFOX_STORE_URL: `${store.edgeUrl}/no-add-ons`,
        HOME: folder,
        ...env,
      },
    });

  it('0 fetches an id that the catalogue does not know from the Chrome Web Store, once', async () => {
    const first = await sync([one.id]);
    assert.deepEqual(
      [first.code, first.stdout],
      [
        0,
        `created  ${one.id}  1.4  chrome-web-store\n1 new version, 0 unchanged, 0 unlisted, 0 unclear, 0 failed\n`,
      ],
    );
    const downloads = store.counts.downloads;
    const second = await sync([one.id]);
    assert.match(second.stdout, /^unchanged {2}\w{32} {2}chrome-web-store$/m);
    assert.equal(store.counts.downloads, downloads);
  });

  it('0 without ids fetches what is new of all that it knows', async () => {
    store.publish(one.id, '1.5', one.pack('1.5', { update_url: updateUrl }));
    const { code, stdout } = await sync();
    assert.deepEqual(
      [code, stdout.split('\n')[0]],
      [0, `created  ${one.id}  1.5  chrome-web-store`],
    );
  });

  it('0 takes the newest of each extension in a folder, whatever stores say', async () => {
    const before = store.requests.length;
    const { code, stdout } = await sync(['--folder', 'incoming'], { EXTAUDIT_OFFLINE: 'true' });
    assert.deepEqual([code, stdout.split('\n')[0]], [0, `created  ${two.id}  2.10  folder`]);
    assert.equal(store.requests.length, before);
    const named = await sync([two.id], { EXTAUDIT_WATCHED_FOLDER: 'incoming' });
    assert.match(named.stdout, /^unlisted {2}\w{32} {2}chrome-web-store$/m);
  });

  it('0 takes what the browsers of this machine have installed', async () => {
    const path = join(folder, '.config/chromium/Default/Extensions', three.id, '3.1_0');
    await mkdir(path, { recursive: true });
    const manifest = { manifest_version: 3, name: 'Three', version: '3.1', update_url: updateUrl };
    await writeFile(join(path, 'manifest.json'), JSON.stringify(manifest));
    const { code, stdout } = await sync(['--profiles']);
    assert.deepEqual(
      [code, stdout.split('\n')[0]],
      [0, `created  ${three.id}  3.1  browser-profile`],
    );
  });

  it('1 for an id that the store does not have, with the others fetched', async () => {
    const four = makeTestExtension('Four');
    store.publish(four.id, '4.4', four.pack('4.4'));
    const unknown = 'n'.repeat(32);
    const { code, stdout, stderr } = await sync([unknown, four.id, '--store', 'edge-add-ons']);
    assert.equal(code, 1);
    assert.match(stderr, /^n{32}: failed at edge-add-ons: the store has no such extension$/m);
    assert.match(stdout, /^created {2}\w{32} {2}4\.4 {2}edge-add-ons$/m);
  });

  it('1 without ids names each that failed and that its store does not list, and why once', async () => {
    const five = makeTestExtension('Five');
    store.publish(five.id, '5.5', five.pack('5.5', { update_url: updateUrl }));
    assert.equal((await sync([five.id])).code, 0);
    store.publish(one.id, '1.6', two.pack('1.6'));
    store.publish(five.id, '5.6', two.pack('5.6'));
    const { code, stdout, stderr } = await sync();
    store.publish(one.id, '1.5', one.pack('1.5'));
    store.publish(five.id, '5.5', five.pack('5.5', { update_url: updateUrl }));
    assert.equal(code, 1);
    for (const id of [one.id, five.id]) {
      assert.ok(stdout.includes(`failed  ${id}  chrome-web-store\n`), stdout);
    }
    assert.ok(stdout.includes(`unlisted  ${two.id}  chrome-web-store\n`), stdout);
    assert.match(stderr, /is signed with the key of/);
    assert.match(stdout, /^0 new versions, .* 2 failed$/m);
  });

  it('1 for a package that is not the one that the store told of, and takes nothing', async () => {
    store.publish(one.id, '1.6', two.pack('1.6'));
    const { code, stdout, stderr } = await sync([one.id]);
    assert.deepEqual([code, /is signed with the key of/.test(stderr)], [1, true]);
    assert.match(stdout, /^0 new versions/m);
    store.publish(one.id, '1.5', one.pack('1.5'));
  });

  it('1 when the store cannot be asked, and leaves it alone for a while', async () => {
    store.faults = { lookUp: { kind: 'status', status: 503, retryAfter: '600' } };
    const down = await sync([one.id]);
    store.faults = {};
    assert.deepEqual([down.code, /it answered 503/.test(down.stderr)], [1, true]);
    const before = store.counts.lookUps;
    assert.equal((await sync([one.id])).code, 1);
    assert.equal(store.counts.lookUps, before);
  });

  it('1 offline, for what is no id, and for a folder that is not there', async () => {
    const offline = await sync([], { EXTAUDIT_OFFLINE: 'true' });
    assert.deepEqual([offline.code, /EXTAUDIT_OFFLINE is true/.test(offline.stderr)], [1, true]);
    const wrong = await sync(['react-devtools']);
    assert.deepEqual([wrong.code, /is no extension id/.test(wrong.stderr)], [1, true]);
    const gone = await sync(['--folder', 'gone']);
    assert.deepEqual([gone.code, /gone cannot be read/.test(gone.stderr)], [1, true]);
    const unnamed = await sync(['--folder']);
    assert.deepEqual([unnamed.code, /EXTAUDIT_WATCHED_FOLDER/.test(unnamed.stderr)], [1, true]);
  });

  it('0 fetches a Firefox add-on by its own id from addons.mozilla.org, and what is new of it without ids', async () => {
    await using addOns = await startTestAddOnStore();
    const geckoId = 'ebb@tides.dev';
    const env = { EXTAUDIT_FIREFOX_STORE_URL: addOns.firefoxUrl };
    addOns.publish(geckoId, '1.0', packTestAddOn(geckoId, '1.0'));
    const first = await sync([geckoId], env);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^created {2}[a-p]{32} {2}1\.0 {2}firefox-add-ons$/m);
    addOns.publish(geckoId, '1.1', packTestAddOn(geckoId, '1.1'));
    const second = await sync([], env);
    assert.match(second.stdout, /^created {2}[a-p]{32} {2}1\.1 {2}firefox-add-ons$/m);
    addOns.remove(geckoId);
    assert.match((await sync([geckoId], env)).stdout, /^unlisted /m);
  });
});

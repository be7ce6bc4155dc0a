import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { osqueryRow, takeInventory } from '../../testing/test-inventory.ts';

const [updated, gone, came, moved, same] = ['b', 'c', 'd', 'e', 'f'].map((letter) =>
  letter.repeat(32),
);

describe('GET /api/v1/inventories/{inventoryId}/changes', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp({ work: true });
    cookie = await app.signIn();
  });
  after(() => app.close());

  const row = (identifier: string | undefined, version: string, hostname: string) =>
    osqueryRow({ identifier: identifier ?? '', version, hostname });

  it('200 with what came, went, was updated or is on other machines since the import before', async () => {
    const evening = [
      row(updated, '1.9', 'pc-1'),
      row(updated, '1.9', 'pc-2'),
      row(gone, '3', 'pc-1'),
      row(moved, '5', 'pc-1'),
      row(same, '7', 'pc-1'),
    ];
    const first = await takeInventory(app, cookie, evening);
    const path = `/api/v1/inventories/${first.inventoryId}/changes`;
    const alone = await app.send('GET', path, { cookie });
    assert.deepEqual([alone.body.data['from'], alone.body.data['changes']], [null, []]);
    const morning = [
      row(updated, '1.10', 'pc-1'),
      row(updated, '1.9', 'pc-2'),
      row(came, '2', 'pc-2'),
      row(moved, '5', 'pc-1'),
      row(moved, '5', 'pc-2'),
      row(same, '7', 'pc-1'),
    ];
    await takeInventory(app, cookie, morning);
    const { status, body } = await app.send('GET', path, { cookie });
    assert.equal(status, 200, body.error);
    const changes = body.data['changes'] as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual(
      new Map(changes.map((change) => [change['extension_id'], change['what']])),
      new Map([
        [updated, 'updated'],
        [gone, 'disappeared'],
        [came, 'appeared'],
        [moved, 'machines_changed'],
      ]),
    );
    const update = changes.find((change) => change['extension_id'] === updated);
    assert.deepEqual(update?.['before'], [{ version: '1.9', machines: 2 }]);
    assert.deepEqual(update?.['after'], [
      { version: '1.10', machines: 1 },
      { version: '1.9', machines: 1 },
    ]);
    const { import_id: to } = body.data['to'] as { import_id: string };
    const none = await app.send('GET', `${path}?from=${to}&to=${to}`, { cookie });
    assert.equal(none.body.data['total_changes'], 0);
  });

  it('with what an update asks for that the version before did not, by the manifests that the source shows', async () => {
    const told = (version: string, manifest: object, hostname = 'pc-1') =>
      osqueryRow({
        identifier: updated ?? '',
        version,
        hostname,
        manifest_json: JSON.stringify({
          manifest_version: 3,
          name: 'House tool',
          version,
          ...manifest,
        }),
      });
    const gainedBy = async (source: string, before: object, after: object): Promise<unknown> => {
      const query = `source=${source}`;
      const { inventoryId } = await takeInventory(app, cookie, before, query);
      await takeInventory(app, cookie, after, query);
      const path = `/api/v1/inventories/${inventoryId}/changes`;
      const { body } = await app.send('GET', path, { cookie });
      return (body.data['changes'] as readonly Readonly<Record<string, unknown>>[])[0]?.['gained'];
    };
    const narrow = { permissions: ['storage'], host_permissions: ['https://a.example/*'] };
    const wide = {
      permissions: ['storage', 'debugger'],
      host_permissions: ['https://a.example/*', 'https://b.example/*'],
    };
    const gained = [
      'asks for the permission "debugger"',
      'asks for the permission "https://b.example/*"',
      'makes Chrome warn: "Access the page debugger backend"',
      'makes Chrome warn: "Read and change all your data on all websites"',
    ];
    assert.deepEqual(await gainedBy('wider', [told('1', narrow)], [told('2', wide)]), gained);
    assert.deepEqual(await gainedBy('narrower', [told('1', wide)], [told('2', narrow)]), []);
    // The newest is compared, whichever machines have it.
    const mixed = [told('2', wide, 'pc-2'), told('1', narrow, 'pc-1')];
    assert.deepEqual(await gainedBy('mixed', [told('1', narrow, 'pc-2')], mixed), gained);
    assert.equal(await gainedBy('moved', [told('1', narrow)], [told('1', narrow, 'pc-2')]), null);
    const untold = [row(updated, '1', 'pc-1')];
    assert.equal(await gainedBy('untold', untold, [told('2', wide)]), null);
    const odd = { permissions: { a: 1 }, host_permissions: ['\0', null, 3], description: '\0' };
    assert.deepEqual(
      await gainedBy('odd', [told('1', odd)], [told('2', { ...narrow, ...odd })]),
      [],
    );
  });

  it('404 for an import that is not there', async () => {
    const { inventoryId } = await takeInventory(app, cookie, 'd'.repeat(32), 'source=other');
    const path = `/api/v1/inventories/${inventoryId}/changes?from=${crypto.randomUUID()}`;
    const { status, body } = await app.send('GET', path, { cookie });
    assert.deepEqual([status, body['code']], [404, 'import_not_found']);
  });
});

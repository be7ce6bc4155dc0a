import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { firefoxExtensionId } from '@extaudit/engine';
import {
  packTestAddOn,
  startTestAddOnStore,
  type TestAddOnStore,
} from '../../testing/test-add-on-store.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { startTestStore, type TestStore } from '../../testing/test-store.ts';
import { openTestStores } from '../../testing/test-stores.ts';

const geckoId = 'ebb@tides.dev';
const id = firefoxExtensionId(geckoId);

function pack(version: string, permissions: readonly string[]): Uint8Array {
  // What Chrome would make the id of; Firefox knows no such key.
  const key = Buffer.alloc(64, 7).toString('base64');
  return packTestAddOn(geckoId, version, { permissions, key });
}

describe('a Firefox add-on, by its own id', () => {
  let app: TestApp;
  let addOns: TestAddOnStore;
  let chrome: TestStore;
  let cookie: string;
  before(async () => {
    [addOns, chrome] = [await startTestAddOnStore(), await startTestStore()];
    const stores = new Map();
    app = await startTestApp({ work: true, services: { stores } });
    const { firefoxUrl } = addOns;
    for (const [name, connector] of openTestStores({ ...chrome, firefoxUrl }, app.services))
      stores.set(name, connector);
    cookie = await app.signIn('analyst');
    await app.work?.pretendWorker();
    await app.work?.startWorkers({ stores });
  });
  after(async () => {
    await app.close();
    await addOns[Symbol.asyncDispose]();
    await chrome[Symbol.asyncDispose]();
  });

  async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < 1_200; tries += 1) {
      const value = await read();
      if (value !== undefined) return value;
      await sleep(50);
    }
    assert.fail('it did not come to an end');
  }

  const detail = async () => {
    const path = `/api/v1/extensions/${encodeURIComponent(geckoId)}`;
    return (await app.send('GET', path, { cookie })).body.data;
  };

  it('is fetched from addons.mozilla.org, and each version of it is one of the same extension', async () => {
    addOns.publish(geckoId, '1.0', pack('1.0', ['storage']));
    const json = { extension_id: geckoId };
    const asked = await app.send('POST', '/api/v1/extensions', { cookie, json });
    assert.deepEqual([asked.status, asked.body.data['store']], [202, 'firefox-add-ons']);
    const path = `/api/v1/fetches/${String(asked.body.data['fetch_id'])}`;
    const fetch = await until(async () => {
      const { body } = await app.send('GET', path, { cookie });
      return body.data['state'] === 'queued' ? undefined : body.data;
    });
    assert.deepEqual(
      [fetch['state'], fetch['extension_id'], fetch['failure']],
      ['completed', id, null],
    );
    const shown = await detail();
    assert.deepEqual([shown['extension_id'], shown['gecko_id']], [id, geckoId]);
    await until(async () => (await detail())['risk'] ?? undefined);
  });

  it('is found by it in lists and in bulk, and watched for new versions', async () => {
    const search = `/api/v1/extensions?search=${encodeURIComponent(geckoId)}`;
    const { body: list } = await app.send('GET', search, { cookie });
    assert.deepEqual(
      list.result.map((item) => [item['extension_id'], item['gecko_id']]),
      [[id, geckoId]],
    );
    const bulk = await app.send('POST', '/api/v1/risk-engine/bulk-analysis', {
      cookie,
      json: { extension_ids: [geckoId, id] },
    });
    const results = bulk.body.data['results'] as readonly Record<string, unknown>[];
    assert.deepEqual(
      results.map(({ extension_id }) => extension_id),
      [id],
    );
    const made = await app.send('POST', '/api/v1/monitors', {
      cookie,
      json: { extension_id: geckoId },
    });
    assert.equal(made.status, 201, made.body.error);
    const monitor = made.body.data['monitor'] as Record<string, unknown>;
    assert.equal(monitor['extension_id'], id);
    addOns.publish(geckoId, '1.1', pack('1.1', ['storage', 'tabs']));
    const detect = `/api/v1/monitors/${String(monitor['id'])}/detect`;
    const detected = await app.send('POST', detect, { cookie, json: {} });
    assert.deepEqual([detected.status, detected.body.data['store_asked']], [200, true]);
    await until(async () => ((await detail())['version'] === '1.1' ? true : undefined));
    const versions = (await detail())['extension_versions'] as readonly { version: string }[];
    assert.deepEqual(
      versions.map(({ version }) => version),
      ['1.1', '1.0'],
    );
    const version = await app.send('GET', `/api/v1/extensions/${id}/versions/1.1`, { cookie });
    const [held] = version.body.data['packages'] as readonly { origin: string }[];
    assert.equal(held?.origin, 'store');
    addOns.disable(geckoId, 'mozilla');
    app.clock.skipSeconds += 3_600;
    await app.send('POST', detect, { cookie, json: {} });
    assert.equal((await detail())['status'], 'obsolete');
  });

  it('is told to fetch from no store of another browser', async () => {
    const json = { extension_id: geckoId, store: 'chrome-web-store' };
    const { status, body } = await app.send('POST', '/api/v1/extensions', { cookie, json });
    assert.equal(status, 400);
    assert.match(body.error ?? '', /it must be firefox-add-ons/);
  });

  it('is 404 where it is not known, and 400 where no browser allows such an id', async () => {
    const of = async (name: string) =>
      (await app.send('GET', `/api/v1/extensions/${encodeURIComponent(name)}`, { cookie })).status;
    assert.deepEqual([await of('nobody@tides.dev'), await of('no one@tides.dev')], [404, 400]);
  });
});

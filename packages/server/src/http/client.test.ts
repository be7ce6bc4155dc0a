import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { ApiError, callOperation, operations } from '@extaudit/contract';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const storeId = 'ienfalfjdbdpebioblfackkekamfmbnh';

describe("the contract's client", () => {
  let service: TestApp;
  let signedIn: { baseUrl: string; headers: { cookie: string } };
  before(async () => {
    service = await startTestApp({ work: true });
    signedIn = { baseUrl: service.url, headers: { cookie: await service.signIn() } };
  });
  after(() => service.close());

  it('uploads a file and reads lists and single objects in their envelopes', async () => {
    const path = import.meta
      .resolve('@tomjs/electron-devtools-files/package.json')
      .replace('package.json', `extensions/${storeId}.crx`);
    const file = new Blob([await readFile(fileURLToPath(path))]);
    const upload = await callOperation(signedIn, operations.uploadExtension, { body: { file } });
    assert.deepEqual([upload.status, upload.data.extension_id], [201, storeId]);

    const list = await callOperation(signedIn, operations.listExtensions, {
      query: { search: 'angular', page_size: 7 },
    });
    assert.deepEqual([list.total_count, list.page_size, list.result.length], [1, 7, 1]);
    const { data } = await callOperation(signedIn, operations.getExtension, {
      params: { extensionId: storeId },
    });
    assert.equal(data.version, upload.data.version);
  });

  it('rejects with the status and the message of the service', async () => {
    const call = callOperation({ baseUrl: service.url }, operations.getExtension, {
      params: { extensionId: storeId },
    });
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, /sign in/.test(error.message)], [401, true]);
      assert.ok(error.requestId);
      return true;
    });
  });

  it('says which parameter of a path is missing', async () => {
    await assert.rejects(callOperation(signedIn, operations.getExtension), /extensionId/);
  });
});

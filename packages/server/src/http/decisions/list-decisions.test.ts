import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestDecision } from '../../testing/test-decision.ts';

const extension_id = 'dcbadcbadcbadcbadcbadcbadcbadcba';

describe('GET /api/v1/decisions', () => {
  let app: TestApp;
  let cookie: string;
  const ids: string[] = [];
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('analyst');
    const { db } = app.database;
    for (const [over, set] of [
      [{}, {}],
      [{ action: 'block', extension_id }, {}],
      [{ action: 'watch', permission: 'tabs', rule: undefined, expires: undefined }, {}],
      [{ versions: '>=3' }, { expires: '2021-06-30' }],
      [{ versions: '>=4' }, { taken_back_at: new Date() }],
    ] as const) {
      const { id } = await insertTestDecision(app, cookie, over);
      ids.push(id);
      if (Object.keys(set).length > 0) {
        await db.updateTable('decision').set(set).where('decision_id', '=', id).execute();
      }
    }
    await insertTestDecision(app, await app.signIn(), {});
  });
  after(() => app.close());

  const positions = async (query: string): Promise<string> => {
    const { status, body } = await app.send('GET', `/api/v1/decisions?${query}`, { cookie });
    assert.equal(status, 200, body.error);
    return body.result.map((item) => ids.indexOf(String(item['id']))).join('');
  };

  it("200 with the account's own, the newest first, and every filter", async () => {
    assert.equal(await positions(''), '43210');
    assert.equal(await positions(`extension_id=${extension_id}`), '1');
    assert.equal(await positions('action=watch'), '2');
    assert.equal(await positions('action=accept'), '430');
    assert.equal(await positions('state=holding'), '210');
    assert.equal(await positions('state=expired'), '3');
    assert.equal(await positions('state=taken_back'), '4');
    assert.equal(await positions('state=expired&action=block'), '');
  });

  it('200 page by page, with the counts of the specification', async () => {
    const { body } = await app.send('GET', '/api/v1/decisions?page=2&page_size=2', { cookie });
    assert.deepEqual(
      body.result.map(({ id }) => ids.indexOf(String(id))),
      [2, 1],
    );
    const { page, page_size, total_count, total_pages } = body;
    assert.deepEqual([page, page_size, total_count, total_pages], [2, 2, 5, 3]);
    assert.equal(await positions('page=9'), '');
  });

  it('404 for an inventory that the account does not have', async () => {
    const path = `/api/v1/decisions?inventory=${crypto.randomUUID()}`;
    const { status, body } = await app.send('GET', path, { cookie });
    assert.deepEqual([status, body['code']], [404, 'inventory_not_found']);
  });

  it('400 for a state or an action that there is not', async () => {
    for (const query of ['state=open', 'action=deny', 'extension_id=abc']) {
      const { status } = await app.send('GET', `/api/v1/decisions?${query}`, { cookie });
      assert.equal(status, 400, query);
    }
  });
});

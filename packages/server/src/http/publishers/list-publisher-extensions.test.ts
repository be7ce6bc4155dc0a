import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';

const path = '/api/v1/publishers/maker-7/extensions';

describe('GET /api/v1/publishers/{publisherId}/extensions', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    const ids = ['maker-7', 'maker-8', 'idle'];
    await db
      .insertInto('publisher')
      .values(ids.map((publisher_id) => ({ publisher_id })))
      .execute();
    for (const [index, letter] of ['a', 'b', 'c', 'd'].entries()) {
      await insertTestExtension(db, {
        extension_id: letter.repeat(32),
        publisher_id: letter === 'c' ? 'maker-8' : 'maker-7',
        name: `Tool ${9 - index}`,
        user_count: 5,
        last_update: `2023-04-0${index + 1}T00:00:00Z`,
      });
    }
  });
  after(() => app.close());

  async function ids(query: string): Promise<string> {
    const { status, body } = await app.send('GET', `${path}?${query}`, { cookie });
    assert.equal(status, 200, body.error);
    return body.result.map((item) => String(item['extension_id'])[0]).join('');
  }

  it("200 lists the publisher's own, the latest update first", async () => {
    assert.equal(await ids(''), 'dba');
    assert.equal(await ids('sort=name&order=asc'), 'dba');
    assert.equal(await ids('sort=updated_at&order=asc'), 'abd');
    const { body } = await app.send('GET', path, { cookie });
    const { page, page_size, total_count, total_pages } = body;
    assert.deepEqual([page, page_size, total_count, total_pages], [1, 25, 3, 1]);
    assert.equal(body.result[0]?.['name'], 'Tool 6');
  });

  it('200 breaks ties by id, and is empty past the end and for who has none', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => ids(`sort=usercount&page_size=1&page=${page}`)),
    );
    assert.deepEqual(pages, ['d', 'b', 'a', '']);
    const idle = await app.send('GET', path.replace('maker-7', 'idle'), { cookie });
    assert.deepEqual([idle.body.result, idle.body['total_pages']], [[], 0]);
  });

  it('400 for a parameter that is not allowed, naming it', async () => {
    const sort = await app.send('GET', `${path}?sort=author`, { cookie });
    const message =
      'sort must be one of name, rating, usercount, updated_at, risk_score, effective_risk_score';
    assert.deepEqual([sort.status, sort.body.error], [400, message]);
    assert.equal((await app.send('GET', `${path}?page_size=101`, { cookie })).status, 400);
  });

  it('404 for an unknown publisher', async () => {
    const answer = await app.send('GET', path.replace('maker-7', 'maker-9'), { cookie });
    assert.deepEqual([answer.status, answer.body.error], [404, 'publisher not found']);
  });
});

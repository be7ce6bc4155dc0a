import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { accountOf } from '../../testing/test-monitor.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';

const path = '/api/v1/extensions';

describe('GET /api/v1/extensions', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const letters = 'abcdefgh';
    for (const [index, letter] of letters.split('').entries()) {
      await insertTestExtension(app.database.db, {
        extension_id: letter.repeat(32),
        name: `Extension ${letter}`,
        description: index === 3 ? '100% of_it \\ here' : 'nothing',
        user_count: index < 4 ? 7 : index,
        rating_value: index < 2 ? 4.4 : (index * 3) % 5,
        status: index % 2 === 0 ? 'active' : 'obsolete',
        category: index === 5 ? 'games' : 'productivity',
        item_category: index === 6 ? 'theme' : 'extension',
        payment_type: index === 7 ? 'free' : 'in_store',
        last_update: `2025-01-0${index + 1}T00:00:00.000Z`,
      });
    }
  });
  after(() => app.close());

  async function ids(query: string): Promise<string> {
    const { status, body } = await app.send('GET', `${path}?${query}`, { cookie });
    assert.equal(status, 200, body.error);
    return body.result.map((item) => String(item['extension_id'])[0]).join('');
  }

  it('200 lists the latest update first, 25 on a page', async () => {
    const { body } = await app.send('GET', path, { cookie });
    const { page, page_size, total_count, total_pages } = body;
    assert.deepEqual(
      { page, page_size, total_count, total_pages },
      {
        page: 1,
        page_size: 25,
        total_count: 8,
        total_pages: 1,
      },
    );
    assert.equal(await ids(''), 'hgfedcba');
    assert.equal(body.result[0]?.['last_update'], '2025-01-08T00:00:00.000Z');
  });

  it('200 with every field of the specification', async () => {
    const { body } = await app.send('GET', `${path}?page_size=1`, { cookie });
    assert.deepEqual(body.result, [
      {
        extension_id: 'h'.repeat(32),
        gecko_id: null,
        name: 'Extension h',
        description: 'nothing',
        version: '4.2.0',
        status: 'obsolete',
        user_count: 7,
        rating_value: 1,
        rating_count: 56,
        category: 'productivity',
        is_trusted_publisher: false,
        last_update: '2025-01-08T00:00:00.000Z',
        risk: null,
        effective_risk: null,
        decisions: [],
        audit_state: 'unseen',
        unknown_fields: [],
      },
    ]);
  });

  const orders = {
    'sort=updated_at&order=asc': 'abcdefgh',
    'sort=updated_at': 'hgfedcba',
    'sort=name': 'hgfedcba',
    'sort=name&order=asc': 'abcdefgh',
    'sort=rating': 'badgehcf',
    'sort=rating&order=asc': 'fchegdab',
    'sort=usercount': 'hdcbagfe',
    'sort=usercount&order=asc': 'efgabcdh',
  };
  for (const [query, expected] of Object.entries(orders)) {
    it(`200 in the order of ${query}, ties by id, on one page and on many`, async () => {
      assert.equal(await ids(query), expected);
      const pages = await Promise.all(
        [1, 2, 3].map((page) => ids(`${query}&page_size=3&page=${page}`)),
      );
      assert.deepEqual(pages, [expected.slice(0, 3), expected.slice(3, 6), expected.slice(6)]);
    });
  }

  it('200 counts the last page although it is not full', async () => {
    const { body } = await app.send('GET', `${path}?page_size=3&page=3`, { cookie });
    assert.deepEqual([body['total_count'], body['total_pages'], body.result.length], [8, 3, 2]);
  });

  it('200 filters by status, categories, payment and text, and all at once', async () => {
    assert.equal(await ids('status=active'), 'geca');
    assert.equal(await ids('category=games'), 'f');
    assert.equal(await ids('item_category=theme'), 'g');
    assert.equal(await ids('payment_type=free'), 'h');
    assert.equal(await ids('search=EXTENSION%20b'), 'b');
    assert.equal(await ids('search=100%25%20of_it%20%5C'), 'd');
    assert.equal(await ids('search=%25'), 'd');
    assert.equal(await ids('search='), 'hgfedcba');
    assert.equal(await ids('search=NOTHING&status=obsolete'), 'hfb');
    assert.equal(await ids('category=Games'), '');
    assert.equal(await ids('status=active&category=games'), '');
    const all = 'category=productivity&item_category=extension&payment_type=in_store&status=active';
    assert.equal(await ids(`${all}&search=extension&sort=name&order=asc`), 'ace');
  });

  it('200 with an empty list past the end, and 0 pages when nothing matches', async () => {
    const past = await app.send('GET', `${path}?page=2147483647&page_size=100`, { cookie });
    assert.deepEqual([past.body.result, past.body['total_count']], [[], 8]);
    const none = await app.send('GET', `${path}?search=absent`, { cookie });
    assert.deepEqual([none.body.result, none.body['total_pages']], [[], 0]);
  });

  it('200 whatever unknown parameters say', async () => {
    assert.equal(await ids('colour=blue&__proto__=x&constructor=y'), 'hgfedcba');
  });

  const invalid = {
    'page=0': 'page must be an integer from 1 to 2147483647',
    'page=': 'page must be an integer from 1 to 2147483647',
    'page=1.5': 'page must be an integer from 1 to 2147483647',
    'page=abc': 'page must be an integer from 1 to 2147483647',
    'page=1e3': 'page must be an integer from 1 to 2147483647',
    'page=99999999999999999999': 'page must be an integer from 1 to 2147483647',
    'page=1&page=2': 'page must be an integer from 1 to 2147483647',
    'page=-1': 'page must be an integer from 1 to 2147483647',
    'page_size=0': 'page_size must be an integer from 1 to 100',
    'page_size=101': 'page_size must be an integer from 1 to 100',
    'sort=colour':
      'sort must be one of name, rating, usercount, updated_at, risk_score, effective_risk_score',
    'order=up': 'order must be one of asc, desc',
    'status=': 'status must be one of active, obsolete',
    'payment_type=gratis': 'payment_type must be one of free, in_app, in_store',
    'search=a&search=b': 'search must be a string of at most 200 characters long',
    'search=%00': 'search must not contain NUL or unpaired surrogates',
  };
  for (const [query, message] of Object.entries(invalid)) {
    it(`400 for ${query}, saying what is allowed`, async () => {
      const { status, body } = await app.send('GET', `${path}?${query}`, { cookie });
      assert.deepEqual([status, body.error], [400, message]);
    });
  }

  it('200 with those of an inventory, 404 for one that is not there', async () => {
    const id = crypto.randomUUID();
    const now = new Date();
    const { db } = app.database;
    await sql`INSERT INTO inventory (inventory_id, account_id, source, users, stale_after_days, created_at, extensions)
      VALUES (${id}, ${await accountOf(app, cookie)}, 'osquery', 'names', 9, ${now}, 2)`.execute(
      db,
    );
    await sql`INSERT INTO inventory_extension (inventory_id, extension_id)
      VALUES (${id}, ${'b'.repeat(32)}), (${id}, ${'z'.repeat(32)})`.execute(db);
    const { body } = await app.send('GET', `${path}?inventory=${id}`, { cookie });
    assert.deepEqual(
      body.result.map((item) => item['extension_id']),
      ['b'.repeat(32)],
    );
    const missing = await app.send('GET', `${path}?inventory=${crypto.randomUUID()}`, { cookie });
    assert.deepEqual([missing.status, missing.body['code']], [404, 'inventory_not_found']);
  });
});

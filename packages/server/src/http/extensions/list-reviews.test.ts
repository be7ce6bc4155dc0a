import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';

const id = 'mnopmnopmnopmnopmnopmnopmnopmnop';
const path = `/api/v1/extensions/${id}/reviews`;

describe('GET /api/v1/extensions/{extensionId}/reviews', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    await insertTestExtension(db, { extension_id: id });
    await insertTestExtension(db, { extension_id: 'e'.repeat(32) });
    const review = (name: string, rating: number, day: number, text: string) => ({
      review_id: randomUUID(),
      extension_id: id,
      reviewer_name: name,
      rating,
      review_date: `2024-06-0${day}`,
      review_text: text,
      review_text_hash: `hash of ${text}`,
    });
    await db
      .insertInto('review')
      .values([
        review('Zoe', 4, 1, '100% of_it \\ works'),
        review('adam', 2, 2, 'breaks EVERYTHING'),
        review('Mia', 4, 3, 'nice'),
        review('Bob', 1, 4, 'takes everything'),
        { ...review('Other', 3, 5, 'elsewhere'), extension_id: 'e'.repeat(32) },
      ])
      .execute();
  });
  after(() => app.close());

  const get = (query: string) => app.send('GET', `${path}?${query}`, { cookie });

  async function names(query: string): Promise<string> {
    const { status, body } = await get(query);
    assert.equal(status, 200, body.error);
    return body.result.map((item) => String(item['reviewer_name'])).join(' ');
  }

  it('200 with every field, the latest first, 25 on a page', async () => {
    const { status, body } = await get('');
    assert.equal(status, 200);
    assert.deepEqual(body.result[0], {
      extension_id: id,
      reviewer_name: 'Bob',
      rating: 1,
      review_date: '2024-06-04',
      review_text: 'takes everything',
      review_text_hash: 'hash of takes everything',
    });
    const { page, page_size, total_count, total_pages } = body;
    assert.deepEqual([page, page_size, total_count, total_pages], [1, 25, 4, 1]);
    assert.equal(await names(''), 'Bob Mia adam Zoe');
  });

  it('200 in the order asked for, reviewers in any case, ties by id on every page', async () => {
    assert.equal(await names('sort=reviewer_name&order=asc'), 'adam Bob Mia Zoe');
    assert.equal(await names('sort=reviewer_name'), 'Zoe Mia Bob adam');
    assert.equal(await names('sort=review_date&order=asc'), 'Zoe adam Mia Bob');
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => names(`sort=rating&page_size=1&page=${page}`)),
    );
    assert.deepEqual(new Set(pages.slice(0, 2)), new Set(['Zoe', 'Mia']));
    assert.deepEqual(pages.slice(2), ['adam', 'Bob']);
  });

  it('200 filters by rating and by text in any case, wildcards taken literally', async () => {
    assert.equal(await names('rating=4'), 'Mia Zoe');
    assert.equal(await names('search=Everything'), 'Bob adam');
    assert.equal(await names('search=everything&rating=2'), 'adam');
    assert.equal(await names('search=%25'), 'Zoe');
    assert.equal(await names('search=of_it%20%5C'), 'Zoe');
  });

  it('200 with an empty list past the end, and 0 pages when nothing matches', async () => {
    const past = await get('page=9&page_size=3');
    assert.deepEqual([past.body.result, past.body['total_pages']], [[], 2]);
    const none = await get('rating=5');
    assert.deepEqual([none.body.result, none.body['total_pages']], [[], 0]);
  });

  const invalid = {
    'page=0': 'page must be an integer from 1 to 2147483647',
    'page_size=101': 'page_size must be an integer from 1 to 100',
    'rating=0': 'rating must be an integer from 1 to 5',
    'rating=6': 'rating must be an integer from 1 to 5',
    'rating=4.5': 'rating must be an integer from 1 to 5',
    'sort=stars': 'sort must be one of reviewer_name, rating, review_date',
    'order=down': 'order must be one of asc, desc',
  };
  for (const [query, message] of Object.entries(invalid)) {
    it(`400 for ${query}, saying what is allowed`, async () => {
      const { status, body } = await get(query);
      assert.deepEqual([status, body.error], [400, message]);
    });
  }

  it('404 for an unknown extension', async () => {
    const unknown = path.replace(id, 'f'.repeat(32));
    const { status, body } = await app.send('GET', unknown, { cookie });
    assert.deepEqual([status, body.error], [404, 'extension not found']);
  });
});

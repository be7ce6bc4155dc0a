import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { saveFeed } from '../../intel/save-feed.ts';
import { saveFacts } from '../../storage/catalogue/fact.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';

const known = 'abcdefghijklmnopabcdefghijklmnop';
const hash = 'c0ffee00'.repeat(8);
const listed = { source: 'Example research', confidence: 'high' } as const;

describe('GET /api/v1/intelligence/entries', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    await insertTestExtension(db, { extension_id: known });
    const told = {
      ...listed,
      date: '2031-02-03',
      reference: 'https://research.example/report',
      threats: ['data-theft'],
    };
    await saveFeed(
      db,
      'one',
      [
        { ...told, kind: 'extension_id', value: known },
        { ...listed, kind: 'domain', value: 'campaign.example.com' },
        { ...listed, kind: 'file_sha256', value: hash, confidence: 'low' },
        {
          ...listed,
          kind: 'vulnerable_library',
          value: 'jquery@1.2.0..3.5.0#cve-2020-11022',
          severity: 'medium',
        },
      ],
      new Date(),
    );
    await saveFeed(db, 'other', [{ ...listed, kind: 'extension_id', value: known }], new Date());
    const fact = { kind: 'library', file: 'w.js', line: 3, places: 1 } as const;
    const facts = ['jquery@3.4.1', 'jquery@3.5.0'].map((value) => ({ ...fact, value }));
    await db.transaction().execute((trx) => saveFacts(trx, new Map([[known, facts]])));
  });
  after(() => app.close());

  const ask = async (query: string) => {
    const path = `/api/v1/intelligence/entries${query}`;
    const { status, body } = await app.send('GET', path, { cookie });
    assert.equal(status, 200, body.error);
    return body.result;
  };
  const values = async (query: string): Promise<readonly unknown[]> =>
    (await ask(query)).map(({ value, feed }) => `${String(value)} ${String(feed)}`);

  it('200 with who says what since when, and how often the catalogue has it', async () => {
    const [entry] = await ask(`?value=${known}`);
    assert.deepEqual(entry, {
      kind: 'extension_id',
      value: known,
      feed: 'one',
      source: 'Example research',
      confidence: 'high',
      severity: null,
      date: '2031-02-03',
      reference: 'https://research.example/report',
      threats: ['data-theft'],
      matches: 1,
    });
  });

  it('200 for a host below a listed domain, a hash in any case, and a library by its name', async () => {
    assert.deepEqual(await values('?value=CDN.campaign.example.com'), ['campaign.example.com one']);
    assert.deepEqual(await values('?value=example.com'), []);
    assert.deepEqual(await values(`?value=${hash.toUpperCase()}`), [`${hash} one`]);
    const [library] = await ask('?value=jquery');
    assert.deepEqual([library?.['severity'], library?.['matches']], ['medium', 1]);
  });

  it('200 with what is of a kind, a confidence and a feed', async () => {
    assert.deepEqual(await values('?kind=extension_id&feed=other'), [`${known} other`]);
    assert.deepEqual(await values('?confidence=low'), [`${hash} one`]);
  });

  it('400 for a kind that there is not', async () => {
    const path = '/api/v1/intelligence/entries?kind=host';
    const { status, body } = await app.send('GET', path, { cookie });
    assert.equal(status, 400);
    assert.match(body.error, /kind must be one of extension_id, /);
  });
});

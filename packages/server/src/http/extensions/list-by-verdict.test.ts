import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { currentRuleset, permhashesOf, type SecurityReport } from '@extaudit/engine';
import { sampleReport } from '../../../../engine/testing/sample-result.ts';
import { refreshVerdicts } from '../../domain/catalogue/refresh-verdicts.ts';
import { saveFeed } from '../../intel/save-feed.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import {
  insertTestAnalysis,
  insertTestExtension,
  insertTestReport,
} from '../../testing/test-catalogue.ts';

const idOf = (letter: string): string => letter.repeat(32);

describe('GET /api/v1/extensions by verdict', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    const permissions = ['debugger', '<all_urls>'];
    const { permhash } = permhashesOf({ permissions });
    await db.insertInto('permission_set').values({ permhash, permissions }).execute();
    const publisher = { publisher_id: 'p-7', author: 'Ångström Labs' };
    await db.insertInto('publisher').values(publisher).execute();
    const clean = { risk_score: 12, risk_level: 'low', classification: 'clean' } as const;
    await reported('a', { ruleset_hash: currentRuleset, ...clean, headline: 'Does little.' });
    await reported('b', { ruleset_hash: currentRuleset });
    await reported('c', { ruleset_hash: 'of another rule set', risk_score: 63 });
    const waiting = await insertTestExtension(db, { extension_id: idOf('d'), permhash });
    await insertTestAnalysis(db, waiting.versionId, { state: 'queued' });
    const failed = await insertTestExtension(db, { extension_id: idOf('e'), permhash });
    await insertTestAnalysis(db, failed.versionId, { state: 'failed', reason: 'it is damaged' });
    await insertTestExtension(db, { extension_id: idOf('f'), permhash });
    const texts = { name: 'Ruler of Pixels', description: 'Measures.', publisher_id: 'p-7' };
    await insertTestExtension(db, { extension_id: idOf('g'), ...texts });
    await insertTestExtension(db, { extension_id: idOf('h') });
    const entry = { kind: 'extension_id', source: 'labs', confidence: 'high' } as const;
    await saveFeed(db, 'labs', [{ ...entry, value: idOf('h') }], new Date());
    await refreshVerdicts(db, new Date());
  });
  after(() => app.close());

  async function reported(letter: string, report: Partial<SecurityReport>): Promise<void> {
    const { db } = app.database;
    const { versionId } = await insertTestExtension(db, { extension_id: idOf(letter) });
    await insertTestReport(db, versionId, sampleReport(report));
  }

  async function letters(query: string): Promise<string> {
    const path = `/api/v1/extensions?sort=name&page_size=100&${query}`;
    const { status, body } = await app.send('GET', path, { cookie });
    assert.equal(status, 200, body.error);
    assert.equal(body['total_count'], body.result.length);
    const found = body.result.map((item) => String(item['extension_id']).slice(0, 1));
    return found.toSorted((a, b) => (a < b ? -1 : 1)).join('');
  }

  it('200 with the state of each audit, and those without a verdict apart from all others', async () => {
    const states = {
      audited: 'ab',
      outdated: 'c',
      waiting: 'd',
      failed: 'e',
      unaudited: 'f',
      unseen: 'gh',
    };
    for (const [state, expected] of Object.entries(states)) {
      assert.equal(await letters(`audit_state=${state}`), expected, state);
    }
    assert.equal(await letters('risk_level=unknown'), 'defg');
    assert.equal(await letters('classification=unknown'), 'defg');
  });

  it('200 by level, class and score as shown, what is known of an id alone and old reports included', async () => {
    assert.equal(await letters('risk_level=low'), 'a');
    assert.equal(await letters('risk_level=high'), 'bc');
    assert.equal(await letters('risk_level=critical'), 'h');
    assert.equal(await letters('classification=malicious'), 'h');
    assert.equal(await letters('classification=clean&risk_level=low'), 'a');
    assert.equal(await letters('classification=clean&risk_level=high'), '');
    assert.equal(await letters('min_risk_score=0'), 'abch');
    assert.equal(await letters('min_risk_score=63'), 'ch');
    assert.equal(await letters('min_risk_score=59&status=obsolete'), 'ch');
  });

  it('200 by permission, publisher, words apart and id', async () => {
    assert.equal(await letters('permission=debugger'), 'def');
    assert.equal(await letters('permission=%3Call_urls%3E&audit_state=failed'), 'e');
    const { status, body } = await app.send('GET', '/api/v1/extensions?permission=debug', {
      cookie,
    });
    assert.deepEqual(
      [status, body.error],
      [
        400,
        'permission: there is no permission "debug"; did you mean debugger? Otherwise, a name in double quotes is looked for as manifests write it',
      ],
    );
    assert.equal(await letters('publisher_id=p-7'), 'g');
    assert.equal(await letters('search=PIXELS%20measures%20%C3%85NGSTR%C3%96M'), 'g');
    assert.equal(await letters('search=pixels%20counts'), '');
    assert.equal(await letters(`search=${idOf('e')}`), 'e');
    assert.equal(await letters(`search=${idOf('e')}%20ruler`), '');
  });

  it('200 by the name that the publisher has now', async () => {
    const { db } = app.database;
    await db.updateTable('publisher').set({ author: 'Meier & Sons' }).execute();
    await refreshVerdicts(db, new Date());
    assert.equal(await letters('search=meier'), 'g');
    assert.equal(await letters('search=labs'), '');
  });

  it('200 from where the page before ended, whatever comes and goes meanwhile', async () => {
    const { db } = app.database;
    const page = async (after: string) => {
      const path = `/api/v1/extensions?sort=risk_score&page_size=3${after}`;
      const { body } = await app.send('GET', path, { cookie });
      const { next } = body['pagination'] as { next: string | null };
      const found = body.result.map((item) => String(item['extension_id'])[0]).join('');
      return { found, next: next === null ? undefined : `&after=${next}` };
    };
    const first = await page('');
    assert.equal(first.found, 'hba');
    await db.deleteFrom('extension').where('extension_id', '=', idOf('a')).execute();
    await insertTestExtension(db, { extension_id: idOf('p') });
    const second = await page(first.next ?? '');
    assert.equal(second.found, 'pgf');
    const third = await page(second.next ?? '');
    assert.deepEqual(third, { found: 'edc', next: undefined });
  });

  const madeUp = [
    'x',
    '%00',
    encodeURIComponent(Buffer.from('{}').toString('base64')),
    cursor(['extensions updated_at desc', '1', '2', '3']),
    cursor(['extensions updated_at desc', '99999999999999999999', 'a']),
    cursor(['extensions updated_at desc', "1'; DROP TABLE extension", 'a']),
    cursor(['extensions updated_at asc', '1', 'a']),
    cursor(['extensions updated_at desc', '1', 'a\0']),
    cursor(['extensions updated_at desc', '1', '\ud800']),
  ];
  for (const after of madeUp) {
    it(`400 for the made-up cursor ${after}`, async () => {
      const answer = await app.send('GET', `/api/v1/extensions?after=${after}`, { cookie });
      assert.equal(answer.status, 400);
      assert.match(answer.body.error, /^after must /);
    });
  }
});

function cursor(texts: readonly string[]): string {
  return Buffer.from(JSON.stringify(texts)).toString('base64url');
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { htmlReportPolicy } from '@extaudit/engine';
import { sampleReport } from '../../../../engine/testing/sample-result.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import {
  insertTestAnalysis,
  insertTestExtension,
  insertTestReport,
} from '../../testing/test-catalogue.ts';

const path = (letter: string): string =>
  `/api/v1/extensions/${letter.repeat(32)}/versions/4.2.0/analysis`;

describe('the report of an analysis in other forms', () => {
  let app: TestApp;
  let cookie: string;
  let waitingId: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    const { versionId } = await insertTestExtension(db, { extension_id: 'a'.repeat(32) });
    await insertTestReport(db, versionId, sampleReport());
    const waiting = await insertTestExtension(db, { extension_id: 'b'.repeat(32) });
    waitingId = await insertTestAnalysis(db, waiting.versionId, { state: 'queued' });
  });
  after(() => app.close());

  const forms = {
    sarif: ['application/sarif+json', '"version": "2.1.0"'],
    html: ['text/html', '<h1>Tab Counter 4.2.0</h1>'],
    markdown: ['text/markdown', '# Tab Counter 4.2.0'],
    summary: ['application/vnd.extaudit.summary+json', '"risk_score":58'],
    cyclonedx: ['application/vnd.cyclonedx+json', '"specVersion": "1.6"'],
  } as const;
  for (const [format, [type, said]] of Object.entries(forms)) {
    it(`200 as ${format}, by the query and by Accept`, async () => {
      const asked = await fetch(`${app.url}${path('a')}?format=${format}`, { headers: { cookie } });
      assert.equal(asked.headers.get('content-type'), `${type}; charset=utf-8`);
      const text = await asked.text();
      assert.ok(text.includes(said), text.slice(0, 500));
      const accepted = await fetch(`${app.url}${path('a')}`, { headers: { cookie, accept: type } });
      assert.equal(await accepted.text(), text);
    });
  }

  it('200 as a summary by its view as well, unless another form is asked for', async () => {
    const read = async (query: string) =>
      (await fetch(`${app.url}${path('a')}?${query}`, { headers: { cookie } })).text();
    assert.equal(await read('view=summary'), await read('format=summary'));
    assert.equal(await read('view=summary&format=html'), await read('format=html'));
    const { status, body } = await app.send('GET', `${path('a')}?view=full`, { cookie });
    assert.deepEqual([status, body.error], [400, 'view must be one of summary']);
  });

  it('200 with a page that may do nothing but show its own style', async () => {
    const headers = { cookie };
    const page = await fetch(`${app.url}${path('a')}?format=html`, { headers });
    assert.equal(
      page.headers.get('content-security-policy'),
      `${htmlReportPolicy}; frame-ancestors 'none'; sandbox`,
    );
  });

  it('404 while there is no report, and the state of the analysis in JSON', async () => {
    for (const asked of [path('b'), `/api/v1/analyses/${waitingId}`]) {
      const none = await app.send('GET', `${asked}?format=html`, { cookie });
      assert.deepEqual([none.status, none.body.error], [404, 'this analysis has no report yet']);
      assert.equal((await app.send('GET', asked, { cookie })).body.data['status'], 'queued');
    }
  });

  it('406 for a form that there is none of', async () => {
    for (const format of ['pdf', '', 'SARIF', 'constructor', 'sarif&format=html']) {
      const answer = await app.send('GET', `${path('a')}?format=${format}`, { cookie });
      assert.deepEqual(
        [answer.status, answer.body['code'], answer.body.error],
        [
          406,
          'not_acceptable',
          'format must be one of json, sarif, html, markdown, summary, cyclonedx',
        ],
      );
    }
  });
});

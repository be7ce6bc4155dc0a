import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ListedHit } from '@extaudit/contract';
import { saveFeed } from '../../intel/save-feed.ts';
import { type Fact, saveFacts } from '../../storage/catalogue/fact.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension, insertTestPackage } from '../../testing/test-catalogue.ts';

const [one, other] = ['abcdefghijklmnopabcdefghijklmnop', 'ponmlkjihgfedcbaponmlkjihgfedcba'];
const unknown = 'ppppppppppppppppoooooooooooooooo';
const file = 'c0ffee00'.repeat(8);
const range = 'jquery@1.2.0..3.5.0#cve-2020-11022';
const pattern = 'jquery#content#jQuery v(§§version§§)';
const listed = { source: 'list', confidence: 'high' } as const;

describe('GET /api/v1/intelligence/entries/{kind}/{value}/extensions', () => {
  let app: TestApp;
  let cookie: string;
  let packageSha256: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    const { versionId } = await insertTestExtension(db, { extension_id: one });
    await insertTestPackage(db, versionId);
    await insertTestExtension(db, { extension_id: other });
    const row = db.selectFrom('version').select('package_sha256');
    const stored = row.where('extension_version_id', '=', versionId);
    packageSha256 = (await stored.executeTakeFirstOrThrow()).package_sha256 ?? '';
    const entries = [
      { ...listed, kind: 'extension_id', value: one },
      { ...listed, kind: 'extension_id', value: unknown },
      { ...listed, kind: 'package_sha256', value: packageSha256 },
      { ...listed, kind: 'file_sha256', value: file },
      { ...listed, kind: 'domain', value: 'evil.example' },
      { ...listed, kind: 'vulnerable_library', value: range },
      { ...listed, kind: 'library_pattern', value: pattern },
    ] as const;
    await saveFeed(db, 'feed', entries, new Date());
    const fact = (kind: Fact['kind'], value: string): Fact => ({
      kind,
      value,
      file: 'w.js',
      line: 7,
      places: 2,
    });
    const facts = new Map([
      [one, [fact('host', 'notevil.example'), fact('library', 'jquery@3.5.0')]],
      [
        other,
        [
          fact('host', 'evil.example'),
          fact('host', 'cdn.evil.example'),
          fact('file', file),
          fact('library', 'jquery@3.4.1'),
        ],
      ],
    ]);
    await db.transaction().execute((trx) => saveFacts(trx, facts));
  });
  after(() => app.close());

  /** `a evil.example w.js:7` */
  async function matches(kind: string, value: string): Promise<readonly string[]> {
    const path = `/api/v1/intelligence/entries/${kind}/${encodeURIComponent(value)}/extensions`;
    const { status, body } = await app.send('GET', path, { cookie });
    assert.equal(status, 200, body.error);
    assert.equal(body['total_count'], body.result.length);
    const hits = body.result as unknown as readonly ListedHit[];
    return hits.map(({ extension_id: [letter], value, file, line }) =>
      [letter, value, ...(file === null ? [] : [`${file}:${line}`])].join(' '),
    );
  }

  it('200 with the extension of an id, and with none where the catalogue does not have it', async () => {
    assert.deepEqual(await matches('extension_id', one), [`a ${one}`]);
    assert.deepEqual(await matches('extension_id', unknown), []);
  });

  it('200 with the extension of which the package is a version', async () => {
    assert.deepEqual(await matches('package_sha256', packageSha256), [`a ${packageSha256}`]);
  });

  it('200 with the places of a file, of hosts below a domain, and of vulnerable releases', async () => {
    assert.deepEqual(await matches('file_sha256', file), [`p ${file} w.js:7`]);
    assert.deepEqual(await matches('domain', 'evil.example'), [
      'p cdn.evil.example w.js:7',
      'p evil.example w.js:7',
    ]);
    assert.deepEqual(await matches('vulnerable_library', range), ['p jquery@3.4.1 w.js:7']);
    assert.deepEqual(await matches('library_pattern', pattern), []);
  });

  it('404 for what no feed names', async () => {
    const path = `/api/v1/intelligence/entries/domain/${one}/extensions`;
    const { status, body } = await app.send('GET', path, { cookie });
    assert.equal(status, 404);
    assert.equal(body['code'], 'intelligence_entry_not_found');
  });

  it('400 for a kind that there is not', async () => {
    const path = `/api/v1/intelligence/entries/host/evil.example/extensions`;
    const { status, body } = await app.send('GET', path, { cookie });
    assert.equal(status, 400, body.error);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ListedHit } from '@extaudit/contract';
import { permhashesOf, type SecurityReport } from '@extaudit/engine';
import { sql } from 'kysely';
import { sampleFinding, sampleReport } from '../../../../engine/testing/sample-result.ts';
import { refreshVerdicts } from '../../domain/catalogue/refresh-verdicts.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestExtension, insertTestReport } from '../../testing/test-catalogue.ts';

const idOf = (letter: string): string => letter.repeat(32);
const sha256 = '0f'.repeat(32);
const host = (name: string) => ({ host: name, sends_data: true, receives: [] });

describe('GET /api/v1/search', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    const permissions = ['cookies', '*://*.bank.example/*'];
    const { permhash } = permhashesOf({ permissions });
    await db.insertInto('permission_set').values({ permhash, permissions }).execute();
    await reported('a', {
      hosts: [{ ...host('evil.example'), file: 'w.js', line: 7 }, host('cdn.evil.example')],
      apis: [{ api: 'chrome.cookies.getAll', file: 'w.js', line: 3, uses: 4 }],
    });
    await reported('b', {
      hosts: [host('evil.example'), host('notevil.example')],
      apis: [{ api: 'chrome.cookies.set', file: 'v.js', line: 9, uses: 1 }],
      findings: [sampleFinding({ id: 'keys-leave' })],
      scripts: sampleReport()
        .scripts.slice(1)
        .map((one) => ({ ...one, file: 'js/my file.js', sha256 })),
    });
    const texts = { name: 'Mail: fast', description: 'Reads https://mail.example', user_count: 7 };
    await insertTestExtension(db, { extension_id: idOf('c'), ...texts, permhash });
    await insertTestExtension(db, { extension_id: idOf('d'), user_count: 9, permhash });
    await reported('g', { hosts: [host('[2001:db8::7:1]'), host('[2001:db8:0:0:0:0:7:2]')] });
    await refreshVerdicts(db, new Date());
  });
  after(() => app.close());

  async function reported(letter: string, report: Partial<SecurityReport>): Promise<string> {
    const { db } = app.database;
    const { versionId } = await insertTestExtension(db, { extension_id: idOf(letter) });
    await insertTestReport(db, versionId, sampleReport({ ...quiet, ...report }));
    return versionId;
  }
  const quiet = { hosts: [], findings: [], flows: [], libraries: [], scripts: [] };

  async function ask(query: string, more = '') {
    const path = `/api/v1/search?q=${encodeURIComponent(query)}${more}`;
    const { status, body } = await app.send('GET', path, { cookie });
    assert.equal(status, 200, body.error);
    return body;
  }
  /** `a evil.example w.js:7` */
  const hits = async (query: string): Promise<readonly string[]> => {
    const body = await ask(query);
    assert.equal(body['total_count'], body.result.length);
    return (body.result as unknown as readonly ListedHit[]).map(
      ({ extension_id: [letter], value, file, line }) =>
        [letter, value, ...(file === null ? [] : [`${file}:${line}`])].join(' '),
    );
  };

  it('200 with the place, the extension and its verdict', async () => {
    const { result } = await ask('api:chrome.cookies.getAll');
    const [{ risk, ...hit } = {}] = result;
    assert.deepEqual(hit, {
      kind: 'api',
      value: 'chrome.cookies.getAll',
      extension_id: idOf('a'),
      name: 'Tab Counter',
      version: '4.2.0',
      file: 'w.js',
      line: 3,
      places: 4,
      user_count: 1234,
      audit_state: 'outdated',
    });
    assert.equal((risk as { headline: string }).headline, sampleReport().headline);
  });

  it('200 by host, with all below it by *., and nothing that only ends alike', async () => {
    assert.deepEqual(await hits('host:EVIL.example'), ['a evil.example w.js:7', 'b evil.example']);
    assert.deepEqual(await hits('host:*.evil.example'), [
      'a cdn.evil.example',
      'a evil.example w.js:7',
      'b evil.example',
    ]);
    assert.deepEqual(await hits('host:vil.example'), []);
  });

  it('200 by host, from an address or a match pattern, too', async () => {
    const here = await hits('host:cdn.evil.example');
    assert.equal(here.length, 1);
    for (const query of ['https://CDN.evil.example:8443/x?y#z', '*://cdn.evil.example/*'])
      assert.deepEqual(await hits(`host:${query}`), here, query);
    assert.deepEqual(await hits('host:*://*.evil.example/*'), await hits('host:*.evil.example'));
  });

  it('200 by IPv6 address, in brackets or not, with or without a port', async () => {
    const written = ['2001:db8::7:1', '[2001:DB8::7:1]', '[2001:db8::7:1]:443', '2001:0db8:0::7:1'];
    for (const query of [...written, 'https://[2001:db8::7:1]:8443/x'])
      assert.deepEqual(await hits(`host:${query}`), ['g [2001:db8::7:1]'], query);
    assert.deepEqual(await hits('host:2001:db8:0:0:0:0:7:2'), ['g [2001:db8:0:0:0:0:7:2]']);
    assert.deepEqual(await hits('host:2001:db8::7'), []);
    for (const query of ['2001:db8::7:1%eth0', '[2001:db8::7:1%eth0]:443'])
      assert.deepEqual(await hits(`host:${query}`), ['g [2001:db8::7:1]'], query);
  });

  it('200 by API, finding, file name and hash, and permission', async () => {
    assert.deepEqual(await hits('api:chrome.cookies.*'), [
      'a chrome.cookies.getAll w.js:3',
      'b chrome.cookies.set v.js:9',
    ]);
    for (const name of ['cookies.getAll', 'browser.cookies.getAll', 'cookies.get*'])
      assert.deepEqual(await hits(`api:${name}`), ['a chrome.cookies.getAll w.js:3']);
    assert.deepEqual(await hits('api:cookies.remove'), []);
    assert.deepEqual(await hits('finding:keys-leave'), ['b keys-leave background.js:3']);
    assert.deepEqual(await hits(`file:${sha256.toUpperCase()}`), [
      `b ${sha256} js/my file.js:null`,
    ]);
    assert.deepEqual(await hits('file:*/my file.js'), ['b js/my file.js js/my file.js:null']);
    assert.deepEqual(await hits('permission:*://*.bank.example/*'), [
      'd *://*.bank.example/* manifest.json:null',
      'c *://*.bank.example/* manifest.json:null',
    ]);
  });

  it('200 by words apart, whatever colons they have', async () => {
    assert.deepEqual(await hits('fast: mail'), []);
    assert.deepEqual(await hits('fast mail:'), ['c Mail: fast']);
    assert.deepEqual(await hits('https://mail.example'), ['c Mail: fast']);
    assert.deepEqual(await hits('Mail: fast'), ['c Mail: fast']);
  });

  it('200 from where the page before ended', async () => {
    const first = await ask('host:*.example', '&page_size=2');
    const { next } = first['pagination'] as { next: string };
    const second = await ask('host:*.example', `&page_size=2&after=${next}`);
    const all = await ask('host:*.example');
    assert.deepEqual([...first.result, ...second.result], all.result);
    assert.deepEqual(second['pagination'], { next: null });
    assert.equal(all['total_count'], 4);
    const numbered = await ask('host:*.example', '&page_size=2&page=2');
    assert.deepEqual(numbered.result, second.result);
    const other = await app.send('GET', `/api/v1/search?q=host:evil.example&after=${next}`, {
      cookie,
    });
    assert.equal(other.status, 400);
  });

  it('200 by what the report on the current version says, and by nothing that is gone', async () => {
    const { db } = app.database;
    const versionId = await reported('e', { hosts: [host('first.example')] });
    await refreshVerdicts(db, new Date());
    assert.deepEqual(await hits('host:first.example'), ['e first.example']);
    const again = sampleReport({ ...quiet, hosts: [host('second.example')] });
    await db
      .updateTable('analysis')
      .set({ superseded_at: new Date() })
      .where('extension_version_id', '=', versionId)
      .execute();
    await insertTestReport(db, versionId, again);
    await refreshVerdicts(db, new Date());
    assert.deepEqual(await hits('host:first.example'), []);
    assert.deepEqual(await hits('host:second.example'), ['e second.example']);
    await db.deleteFrom('extension').where('extension_id', '=', idOf('e')).execute();
    assert.deepEqual(await hits('host:second.example'), []);
    const { rows } = await sql`SELECT FROM fact_value AS v WHERE extensions <>
      (SELECT count(*) FROM fact AS f WHERE f.fact_value_id = v.fact_value_id)`.execute(db);
    assert.deepEqual(rows, []);
  });

  const invalid = {
    'host:': /^q must say what to find after host:$/,
    'host:evil.example  api:chrome.tabs':
      /^q must ask for one fact; it has api:chrome\.tabs as well\. /,
    'hosts:evil.example': /^q must be words, or begin with one of host:, .*; did you mean host:$/,
    'host:ev*l.example': /^q must have at most one \*, first or last, and 2 characters beside it$/,
    'host:*evil*': /at most one \*/,
    'api:*': /2 characters beside it/,
    'host:e*': /2 characters beside it/,
  };
  for (const [query, message] of Object.entries(invalid)) {
    it(`400 for ${query}, saying what is right`, async () => {
      const answer = await app.send('GET', `/api/v1/search?q=${query}`, { cookie });
      assert.equal(answer.status, 400);
      assert.match(answer.body.error, message);
    });
  }

  const mistyped = {
    'finding:cookie-sent': /there is no rule "cookie-sent"; did you mean cookies-sent\?/,
    'flow:cookies': /must name a source and a sink, .* or all sinks of a source: flow:cookies>\*/,
    'flow:cookeis>network': /there is no source "cookeis"; did you mean cookies\?/,
    'flow:cookies>netwrok': /there is no sink "netwrok"; did you mean network\?/,
    'permission:debuger': /there is no permission "debuger"; did you mean debugger\?/,
  };
  for (const [query, message] of Object.entries(mistyped)) {
    it(`400 for ${query}, which no report can hold`, async () => {
      const path = `/api/v1/search?q=${encodeURIComponent(query)}`;
      const answer = await app.send('GET', path, { cookie });
      assert.equal(answer.status, 400);
      assert.match(answer.body.error, message);
    });
  }

  it('400 for a mistyped permission although a manifest has it, and 200 for it in double quotes', async () => {
    const { db } = app.database;
    const ask = (q: string) =>
      app.send('GET', `/api/v1/search?q=${encodeURIComponent(q)}`, { cookie });
    const before = await ask('permission:bookmark');
    assert.deepEqual(await hits('permission:"bookmark"'), []);
    const permissions = ['bookmark'];
    const { permhash } = permhashesOf({ permissions });
    await db.insertInto('permission_set').values({ permhash, permissions }).execute();
    await insertTestExtension(db, { extension_id: idOf('k'), permhash });
    const after = await ask('permission:bookmark');
    assert.deepEqual([before.status, after.status], [400, 400]);
    assert.equal(after.body.error, before.body.error);
    assert.match(after.body.error, /did you mean bookmarks\? Otherwise, a name in double quotes /);
    assert.deepEqual(await hits('permission:"bookmark"'), ['k bookmark manifest.json:null']);
    const path = `/api/v1/extensions?permission=${encodeURIComponent('"bookmark"')}`;
    const { body } = await app.send('GET', path, { cookie });
    assert.deepEqual(
      body.result.map((item) => item['extension_id']),
      [idOf('k')],
    );
    await db.deleteFrom('extension').where('extension_id', '=', idOf('k')).execute();
  });

  it('200 without hits for what a report or a manifest could hold', async () => {
    for (const query of [
      'flow:screenshot>proxy',
      'finding:page-override',
      'permission:brandNewApi',
    ])
      assert.deepEqual(await hits(query), [], query);
  });

  it('400 where more values match than anybody reads', async () => {
    const hosts = Array.from({ length: 1_001 }, (_, number) => host(`n${number}.flood.example`));
    await reported('f', { hosts });
    await refreshVerdicts(app.database.db, new Date());
    const answer = await app.send('GET', '/api/v1/search?q=host:*.flood.example', { cookie });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.error, 'q must be more exact: more than 1000 values match');
  });

  it('400 without a query', async () => {
    const answer = await app.send('GET', '/api/v1/search', { cookie });
    assert.deepEqual([answer.status, answer.body.error], [400, 'q is required']);
  });
});

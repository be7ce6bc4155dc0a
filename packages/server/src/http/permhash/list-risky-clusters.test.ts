import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { saveFeed } from '../../intel/save-feed.ts';
import type { Database } from '../../storage/database/database.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertExtensionAsking } from '../../testing/test-permissions.ts';

const path = '/api/v1/permhash/clusters/risky';
const letters = 'abcdefghijklmnop';

describe('GET /api/v1/permhash/clusters/risky', () => {
  let app: TestApp;
  let cookie: string;
  let inserted = 0;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('viewer');
    const { db } = app.database;
    await add(db, 3, 100, ['proxy', 'storage']);
    await add(db, 2, 500, ['debugger']);
    await add(db, 2, 40, ['nativeMessaging', '*://*/*', 'management']);
    await add(db, 1, 9_999, ['cookies', '<all_urls>', 'webRequest']);
    await add(db, 2, 70, ['storage']);
    await add(db, 4, 7_000, []);
    await add(db, 2, 60, ['alarms', 'tabs']);
  });
  after(() => app.close());

  async function add(db: Database, count: number, users: number, permissions: readonly string[]) {
    for (let number = 0; number < count; number += 1) {
      const row = { extension_id: idOf((inserted += 1)), user_count: users + number };
      await insertExtensionAsking(db, row, permissions);
    }
  }
  async function list(query = ''): Promise<Record<string, unknown>[]> {
    const { status, body } = await app.send('GET', `${path}?${query}`, { cookie });
    assert.equal(status, 200, body.error);
    return [...body.result];
  }
  const named = (clusters: readonly Record<string, unknown>[]): string[] =>
    clusters.map(({ risk_level, permissions }) => `${String(risk_level)} ${String(permissions)}`);

  it('200 lists by level and users; neither the harmless, nor those without permissions', async () => {
    assert.deepEqual(named(await list()), [
      'critical debugger',
      'critical *://*/*,management,nativeMessaging',
      'high proxy,storage',
    ]);
  });

  it('200 with the same clusters one by one, by cursor', async () => {
    const walked: unknown[] = [];
    for (let place = ''; walked.length < 9;) {
      const asked = `${path}?min_extensions=1&page_size=1${place}`;
      const { body } = await app.send('GET', asked, { cookie });
      walked.push(...body.result);
      const { next } = body['pagination'] as { next: string | null };
      if (next === null) break;
      place = `&after=${next}`;
    }
    assert.equal(walked.length, 4);
    assert.deepEqual(walked, await list('min_extensions=1'));
  });

  it('200 with every field, a reason for each pattern, and samples by users', async () => {
    const [, cluster] = await list();
    assert.ok(cluster);
    const { permhash, sample_extensions, ...rest } = cluster;
    assert.match(String(permhash), /^[0-9a-f]{64}$/);
    assert.deepEqual(rest, {
      risk_level: 'critical',
      risk_reasons: [
        'nativeMessaging together with broad host access: programs on the machine can be driven from any page',
        'management: can switch other extensions off',
      ],
      permissions: ['*://*/*', 'management', 'nativeMessaging'],
      extension_count: 2,
      total_users: 81,
      known_malicious: 0,
    });
    assert.deepEqual(sample_extensions, [
      { extension_id: idOf(7), name: 'Tab Counter', user_count: 41, is_trusted_publisher: false },
      { extension_id: idOf(6), name: 'Tab Counter', user_count: 40, is_trusted_publisher: false },
    ]);
  });

  it('200 filters by size and level, and pages without overlap', async () => {
    assert.deepEqual(named(await list('min_extensions=3')), ['high proxy,storage']);
    assert.equal((await list('min_extensions=1')).length, 4);
    assert.deepEqual(named(await list('risk_level=high&min_extensions=1')), [
      'high <all_urls>,cookies,webRequest',
      'high proxy,storage',
    ]);
    assert.deepEqual(await list('risk_level=medium'), []);
    const pages = await Promise.all([1, 2, 3].map((page) => list(`page_size=2&page=${page}`)));
    assert.deepEqual(
      pages.map(({ length }) => length),
      [2, 1, 0],
    );
    const { body } = await app.send('GET', path, { cookie });
    assert.deepEqual([body['page_size'], body['total_count'], body['total_pages']], [25, 3, 1]);
  });

  it('200 counts the known malicious of confidence medium or better, whichever came first', async () => {
    const { db } = app.database;
    const entry = { kind: 'extension_id', source: 'test list' } as const;
    await saveFeed(
      db,
      'test',
      [
        { ...entry, value: idOf(1), confidence: 'high' },
        { ...entry, value: idOf(2), confidence: 'low' },
        { ...entry, value: idOf(14), confidence: 'medium' },
        { ...entry, value: idOf(15), confidence: 'medium' },
        { ...entry, value: idOf(99), confidence: 'medium' },
      ],
      new Date(),
    );
    inserted = 98;
    await add(db, 1, 30, ['proxy', 'storage']);
    const [proxy] = await list('risk_level=high&min_extensions=3');
    assert.deepEqual([proxy?.['extension_count'], proxy?.['known_malicious']], [4, 2]);
    assert.match(
      String(proxy?.['risk_reasons']),
      /2 of its 4 extensions are known to be malicious/,
    );
    const medium = await list('risk_level=medium');
    assert.deepEqual(named(medium), ['medium alarms,tabs']);
    assert.deepEqual(medium[0]?.['risk_reasons'], [
      '1 of its 2 extensions are known to be malicious',
    ]);

    const two = [15, 16].map((number) => idOf(number));
    const confidence = 'high' as const;
    const sure = two.map((value) => ({ ...entry, value, confidence }));
    await saveFeed(db, 'test', sure, new Date());
    assert.deepEqual(named(await list('risk_level=high')), [
      'high proxy,storage',
      'high alarms,tabs',
    ]);

    await saveFeed(db, 'test', [{ ...entry, value: idOf(2), confidence: 'high' }], new Date());
    const [after] = await list('risk_level=high&min_extensions=3');
    assert.equal(after?.['known_malicious'], 1);
    assert.deepEqual(await list('risk_level=medium'), []);
    await saveFeed(db, 'test', [], new Date());
    assert.equal((await list('risk_level=high&min_extensions=3'))[0]?.['known_malicious'], 0);
  });

  it('200 with what a thousand honest extensions share last, and said to say little', async () => {
    const { db } = app.database;
    await sql`INSERT INTO extension (extension_id, name, version, user_count, last_update, permhash)
      SELECT translate(lpad(to_hex(n), 32, '0'), '0123456789abcdef', ${letters}), 'Copy ' || n, '1.2', 9, now(), permhash
      FROM generate_series(5000, 5998) AS n, permission_set
      WHERE permissions = ARRAY['debugger']`.execute(db);
    assert.deepEqual(named(await list()), [
      'critical *://*/*,management,nativeMessaging',
      'high proxy,storage',
      'critical debugger',
    ]);
    const [common] = await list('min_extensions=1000');
    assert.deepEqual([common?.['extension_count'], common?.['total_users']], [1001, 9_992]);
    assert.match(
      String(common?.['risk_reasons']),
      /common, so it says little by itself: 0 of its 1001/,
    );
  });

  const invalid = {
    'page=0': 'page must be an integer from 1 to 2147483647',
    'page_size=101': 'page_size must be an integer from 1 to 100',
    'min_extensions=0': 'min_extensions must be an integer from 1 to 2147483647',
    'min_extensions=two': 'min_extensions must be an integer from 1 to 2147483647',
    'risk_level=low': 'risk_level must be one of medium, high, critical',
  };
  for (const [query, message] of Object.entries(invalid)) {
    it(`400 for ${query}, saying what is allowed`, async () => {
      const { status, body } = await app.send('GET', `${path}?${query}`, { cookie });
      assert.deepEqual([status, body.error], [400, message]);
    });
  }
});

function idOf(number: number): string {
  const digits = number.toString(16).padStart(32, '0');
  return digits.replaceAll(/./g, (digit) => letters[Number.parseInt(digit, 16)] ?? '');
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { saveFeed } from '../../intel/save-feed.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';
import { osqueryRow, takeInventory } from '../../testing/test-inventory.ts';

const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
const idOf = (letter: string): string => letter.repeat(32);

describe('GET /api/v1/inventories/{inventoryId}/rows', () => {
  let app: TestApp;
  let cookie: string;
  let path: string;
  before(async () => {
    app = await startTestApp({ work: true });
    cookie = await app.signIn('analyst');
    for (const [at, letter] of letters.slice(0, 3).entries()) {
      await insertTestExtension(app.database.db, {
        extension_id: idOf(letter),
        name: `Extension ${letter}`,
        verdict_score: 30 + at,
        verdict_order: 5 + at,
        risk_level: 'medium',
        classification: 'clean',
        headline: 'Nothing speaks against it.',
        analyzed_at: new Date('2026-02-03T04:05:06Z'),
      });
    }
    const rows = letters.flatMap((letter, at) =>
      Array.from({ length: at + 1 }, (_, machine) =>
        osqueryRow({ identifier: idOf(letter), hostname: `pc-${machine}`, name: `=${letter}` }),
      ),
    );
    const { inventoryId } = await takeInventory(app, cookie, rows);
    path = `/api/v1/inventories/${inventoryId}/rows`;
  });
  after(() => app.close());

  const idsOf = async (query: string): Promise<string> => {
    const { status, body } = await app.send('GET', `${path}?${query}`, { cookie });
    assert.equal(status, 200, body.error);
    return body.result.map((row) => String(row['extension_id']).charAt(0)).join('');
  };

  it('200 in order of risk, then of machines, what nobody has judged last', async () => {
    assert.equal(await idsOf(''), 'cbafed');
    assert.equal(await idsOf('sort=machines'), 'fedcba');
    assert.equal(await idsOf('risk_level=unknown'), 'fed');
    assert.equal(await idsOf('risk_level=medium&search=extension%20B'), 'b');
  });

  it('200 with what a list that is not sure says of an extension without a verdict', async () => {
    const entry = { kind: 'extension_id', confidence: 'low', source: 'labs' } as const;
    await saveFeed(app.database.db, 'labs', [{ ...entry, value: idOf('d') }], new Date());
    const { body } = await app.send('GET', `${path}?risk_level=unknown`, { cookie });
    const texts = body.result.map((row) => (row['reason'] as { message: string }).message);
    assert.deepEqual(
      texts.map((text) => text.includes('A list that nobody verified calls it malicious.')),
      [false, false, true],
    );
  });

  it('200 by cursor misses and repeats nothing', async () => {
    let [after, ids] = ['', ''];
    do {
      const query = `page_size=2${after === '' ? '' : `&after=${after}`}`;
      ids += await idsOf(query);
      const { body } = await app.send('GET', `${path}?${query}`, { cookie });
      after = (body['pagination'] as { next: string | null }).next ?? '';
    } while (after !== '');
    assert.equal(ids, 'cbafed');
  });

  it('200 as CSV in which no cell is a formula', async () => {
    const response = await fetch(`${app.url}${path}?format=csv`, { headers: { cookie } });
    assert.match(response.headers.get('content-type') ?? '', /^text\/csv/);
    const lines = (await response.text()).trim().split('\r\n');
    assert.equal(lines.length, 7);
    assert.ok(lines[0]?.startsWith('extension_id,gecko_id,name,risk_score'), lines[0]);
    assert.ok(
      lines.every((line) => !/(?:^|,|")=/.test(line)),
      lines.join('\n'),
    );
  });

  it("200 with what the account's decisions concern, beside the verdict as it is", async () => {
    const json = { action: 'watch', extension_id: idOf('b'), reason: 'Somebody looks at it.' };
    const made = await app.send('POST', '/api/v1/decisions', { cookie, json });
    assert.equal(made.status, 201, made.body.error);
    const { body } = await app.send('GET', path, { cookie });
    const decided = body.result.map(({ decisions }) => decisions as { action: string }[]);
    assert.deepEqual(
      decided.map((decisions) => decisions.map(({ action }) => action).join()),
      ['', 'watch', '', '', '', ''],
    );
    const [, watched, , unjudged] = body.result;
    assert.deepEqual(watched?.['effective_risk'], watched?.['risk']);
    assert.equal(unjudged?.['effective_risk'], null);
  });

  it('404 for an inventory that is not there', async () => {
    const missing = path.replace(/[0-9a-f-]{36}/, crypto.randomUUID());
    assert.equal((await app.send('GET', missing, { cookie })).status, 404);
  });
});

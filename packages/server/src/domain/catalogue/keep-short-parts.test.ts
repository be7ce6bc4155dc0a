import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { likePattern } from '../../storage/database/page.ts';
import { insertTestExtension } from '../../testing/test-catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { keepShortParts } from './keep-short-parts.ts';
import { searchCatalogue } from './search-catalogue.ts';

const idOf = (number: number): string =>
  number
    .toString(16)
    .replaceAll(/./g, (digit) => letters[Number.parseInt(digit, 16)] ?? '')
    .padStart(32, 'a');
const letters = 'abcdefghijklmnop';

const texts = [
  '100% sure_of \\ back, {"quoted"} \'it\'',
  'ÉCOLE İstanbul STRASSE straße ΣΊΣΥΦΟΣ',
  'e\u0301 is not é',
  '你好世界',
  '👩‍💻 for 😀😀',
  'x y\u00A0z\u2003w\tq\nr',
  'NULL {} , "" \uFFFD',
];
const searches = [
  ' a  ea ',
  'x y',
  'se 1 2',
  '9z 1',
  's 1',
  'se ea 21',
  'ea se',
  'zq a',
  'é i',
  'a A',
  'A',
  'sea s 9',
  'x y z',
  '你 好 😀',
  ...String.raw`% _ \ \% %s e_ {" " ' 'i {} , "" a A ea qq zq nu yz xy z`.split(' '),
  ...'é e\u0301 \u0301 É İ i\u0307 ß SS Σ Σς σ ς'.split(' '),
  ...'你 你好 好你 😀 😀😀 👩 👩\u200D \u200D💻 \uFFFD'.split(' '),
];

const pageSize = 50;
const pagesMax = 3;

describe('searches of one and two letters', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    for (const [number, description] of texts.entries()) {
      await insertTestExtension(database.db, { extension_id: idOf(number), description });
    }
    // More than are read at once.
    await sql`INSERT INTO extension (extension_id, name, version, last_update)
      SELECT lpad(translate(to_hex(i), '0123456789abcdef', 'abcdefghijklmnop'), 32, 'a'), 'Sea ' || i, '1', now()
      FROM generate_series(100, 2199) AS i`.execute(database.db);
  });
  after(() => database.close());

  /** Each search finds and counts what the words stand in, and no more, on its first pages. */
  async function agree(): Promise<void> {
    const { db } = database;
    for (const search of searches) {
      const words = search.split(/\s+/u).filter((word) => word !== '');
      const conditions = words.map((word) => sql`search_text LIKE lower(${likePattern(word)})`);
      const { rows } = await sql<{ id: string }>`SELECT extension_id AS id FROM extension
        WHERE ${sql.join(conditions, sql` AND `)} ORDER BY user_count DESC, extension_id DESC`.execute(
        db,
      );
      const found: string[] = [];
      for (let after: string | undefined; found.length < pagesMax * pageSize;) {
        const page = await searchCatalogue(db, search, { page: 1, pageSize, after });
        assert.equal(page.totalCount, rows.length, search);
        found.push(...page.items.map(({ extension }) => extension.extensionId));
        if (page.next === null) break;
        after = page.next;
      }
      const expected = rows.slice(0, pagesMax * pageSize).map(({ id }) => id);
      assert.deepEqual(found, expected, search);
    }
  }

  async function staleTexts(): Promise<number> {
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM stale_short_parts`.execute(
      database.db,
    );
    return rows[0]?.count ?? -1;
  }

  it('find the same before anything is kept, afterwards, and while texts change', async () => {
    const { db } = database;
    await agree();
    await keepShortParts(db);
    assert.equal(await staleTexts(), 0);
    await agree();
    await sql`UPDATE extension SET description = '你 %', name = 'zq' WHERE extension_id = ${idOf(0)}`.execute(
      db,
    );
    await sql`UPDATE extension SET description = '' WHERE extension_id = ${idOf(3)}`.execute(db);
    await sql`UPDATE extension SET user_count = 5 WHERE extension_id = ${idOf(4)}`.execute(db);
    await sql`DELETE FROM extension WHERE extension_id IN (${idOf(100)}, ${idOf(5)})`.execute(db);
    await insertTestExtension(db, { extension_id: idOf(9), description: 'İ qq' });
    assert.equal(await staleTexts(), 5);
    await agree();
    await keepShortParts(db);
    await agree();
    const { rows } = await sql`SELECT part, extensions FROM short_part EXCEPT
      SELECT part, count(*) FROM extension_short_parts, unnest(string_to_array(parts, ' ')) AS part GROUP BY 1`.execute(
      db,
    );
    assert.deepEqual(rows, []);
    // The bits say the same as the parts, and neither says more.
    const bits = sql`SELECT part, block * 2048 + n AS place FROM common_part, generate_series(0, 2047) AS n
      WHERE get_bit(members, n) = 1`;
    const parts = sql`SELECT part, place FROM extension_short_parts, unnest(string_to_array(parts, ' ')) AS part
      WHERE part ~ '^[a-z0-9]{1,2}$'`;
    const { rows: differing } = await sql`
      (${bits} EXCEPT ${parts}) UNION ALL (${parts} EXCEPT ${bits})`.execute(db);
    assert.deepEqual(differing, []);
  });

  it('count each text once while several processes keep parts, and find texts that change meanwhile', async () => {
    const { db } = database;
    await sql`UPDATE extension SET description = 'wq' || md5(extension_id)`.execute(db);
    await Promise.all([
      keepShortParts(db),
      sql`UPDATE extension SET description = 'kq' || md5(extension_id) WHERE extension_id < ${idOf(1_000)}`.execute(
        db,
      ),
      keepShortParts(db),
    ]);
    await agree();
    await keepShortParts(db);
    await agree();
    assert.equal(await staleTexts(), 0);
  });
});

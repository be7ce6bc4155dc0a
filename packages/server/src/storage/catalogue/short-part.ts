import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Lookup } from './extension-lookup.ts';

/** Any fixed number that nothing else locks. */
const keepLock = 0x65787407;

/** One at a time, or a count could be added to what another has counted. @returns whether nobody else is at it */
export async function lockShortParts(trx: DatabaseTransaction): Promise<boolean> {
  const lock = sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${keepLock}) AS held`;
  return (await lock.execute(trx)).rows[0]?.held === true;
}

/** Of an extension whose text may have changed. */
export interface StaleText {
  readonly extensionId: string;
  /** In lower case; null where the extension is gone. */
  readonly text: string | null;
  /** What is kept of what it was before. */
  readonly parts: readonly string[];
}

/**
 * Takes marks. What changes from now on marks again.
 * @param lettersMax of all texts, and as many parts, together; but always of one extension
 */
export async function takeStaleTexts(
  trx: DatabaseTransaction,
  marksMax: number,
  lettersMax: number,
): Promise<readonly StaleText[]> {
  const { rows } = await sql<StaleText>`
    WITH taken AS (
      DELETE FROM stale_short_parts
      WHERE ctid = ANY(ARRAY(SELECT place FROM (
        SELECT place, sum(letters) OVER (ORDER BY place) - letters AS letters_before
        FROM (SELECT ctid AS place, extension_id FROM stale_short_parts LIMIT ${marksMax}) AS m
        LEFT JOIN extension AS e USING (extension_id)
        LEFT JOIN extension_short_parts AS k USING (extension_id),
        LATERAL (SELECT greatest(coalesce(length(e.search_text), 0), length(k.parts) / 2)) AS l (letters)) AS w
        WHERE letters_before < ${lettersMax}))
      RETURNING extension_id)
    SELECT t.extension_id AS "extensionId", e.search_text AS text, coalesce(string_to_array(k.parts, ' '), '{}') AS parts
    FROM (SELECT DISTINCT extension_id FROM taken) AS t
    LEFT JOIN extension AS e ON e.extension_id = t.extension_id
    LEFT JOIN extension_short_parts AS k ON k.extension_id = t.extension_id`.execute(trx);
  return rows;
}

export interface KeptParts {
  readonly extensionId: string;
  readonly parts: readonly string[];
}

/**
 * Keeps the parts of extensions in place of those before.
 * @param gone extensions that are no longer there
 * @param changes by how many extensions more or fewer have a part
 */
export async function saveShortParts(
  trx: DatabaseTransaction,
  kept: readonly KeptParts[],
  gone: readonly string[],
  changes: ReadonlyMap<string, number>,
): Promise<void> {
  const [ids, texts] = [
    kept.map(({ extensionId }) => extensionId),
    kept.map((one) => one.parts.join(' ')),
  ];
  await sql`DELETE FROM extension_short_parts WHERE extension_id = ANY(${gone}::text[])`.execute(
    trx,
  );
  await sql`INSERT INTO extension_short_parts (extension_id, parts)
    SELECT * FROM unnest(${ids}::text[], ${texts}::text[])
    ON CONFLICT (extension_id) DO UPDATE SET parts = excluded.parts`.execute(trx);
  const [parts, counts] = [[...changes.keys()], [...changes.values()]];
  await sql`MERGE INTO short_part AS s
    USING unnest(${parts}::text[], ${counts}::integer[]) AS c (part, change) ON s.part = c.part
    WHEN NOT MATCHED THEN INSERT VALUES (c.part, c.change)
    WHEN MATCHED AND s.extensions + c.change = 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET extensions = s.extensions + c.change`.execute(trx);
}

/**
 * Extensions that have a word of one or two letters in their text.
 * @returns none for a word that is longer in lower case
 */
export async function lookUpShortWords(
  db: Database,
  words: readonly string[],
): Promise<readonly { readonly word: string; readonly lookup: Lookup }[]> {
  const { rows } = await sql<{ word: string; part: string; extensions: number }>`
    SELECT word, part, (coalesce((SELECT s.extensions FROM short_part AS s WHERE s.part = w.part), 0)
      + (SELECT count(*) FROM extension AS e WHERE e.extension_id = ${anyStale} AND strpos(e.search_text, part) > 0)
      - (SELECT count(*) FROM extension_short_parts AS k
        WHERE k.extension_id = ${anyStale} AND part = ANY(string_to_array(k.parts, ' '))))::integer AS extensions
    FROM (SELECT word, lower(word) AS part FROM unnest(${words}::text[]) AS a (word)) AS w
    WHERE char_length(part) <= 2`.execute(db);
  return rows.map(({ word, part, extensions }) => ({
    word,
    lookup: {
      extensions,
      isExact: true,
      key: `part ${part}`,
      ids: sql`SELECT k.extension_id FROM extension_short_parts AS k WHERE string_to_array(k.parts, ' ') @> ARRAY[${part}]
          AND NOT EXISTS (SELECT FROM stale_short_parts AS s WHERE s.extension_id = k.extension_id)
        UNION ALL SELECT e.extension_id FROM extension AS e
          WHERE e.extension_id = ${anyStale} AND strpos(e.search_text, ${part}) > 0`,
      isMatch: sql`strpos(extension.search_text, ${part}) > 0`,
      isOfRow: true,
    },
  }));
}

const anyStale = sql`ANY(ARRAY(SELECT extension_id FROM stale_short_parts))`;

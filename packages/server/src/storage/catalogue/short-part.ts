import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { anyStale, countCommonParts, isCommonPart } from './common-part.ts';
import type { CountMemory } from './count-memory.ts';
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
  /** Where its bits stand; null where nothing is kept. */
  readonly place: number | null;
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
      WHERE ctid = ANY(ARRAY(SELECT mark FROM (
        SELECT mark, sum(letters) OVER (ORDER BY mark) - letters AS letters_before
        FROM (SELECT ctid AS mark, extension_id FROM stale_short_parts LIMIT ${marksMax}) AS m
        LEFT JOIN extension AS e USING (extension_id)
        LEFT JOIN extension_short_parts AS k USING (extension_id),
        LATERAL (SELECT greatest(coalesce(length(e.search_text), 0), length(k.parts) / 2)) AS l (letters)) AS w
        WHERE letters_before < ${lettersMax}))
      RETURNING extension_id)
    SELECT t.extension_id AS "extensionId", e.search_text AS text, coalesce(string_to_array(k.parts, ' '), '{}') AS parts, k.place
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
 * @returns the place of each that is kept, by its id
 */
export async function saveShortParts(
  trx: DatabaseTransaction,
  kept: readonly KeptParts[],
  gone: readonly string[],
  changes: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const [ids, texts] = [
    kept.map(({ extensionId }) => extensionId),
    kept.map((one) => one.parts.join(' ')),
  ];
  await sql`DELETE FROM extension_short_parts WHERE extension_id = ANY(${gone}::text[])`.execute(
    trx,
  );
  // What is there is not inserted once more, or each change of a text would use up a place.
  const { rows } = await sql<{ extensionId: string; place: number }>`
    MERGE INTO extension_short_parts AS k
    USING unnest(${ids}::text[], ${texts}::text[]) AS c (extension_id, parts) ON k.extension_id = c.extension_id
    WHEN NOT MATCHED THEN INSERT (extension_id, parts) VALUES (c.extension_id, c.parts)
    WHEN MATCHED THEN UPDATE SET parts = c.parts
    RETURNING k.extension_id AS "extensionId", k.place`.execute(trx);
  const [parts, counts] = [[...changes.keys()], [...changes.values()]];
  await sql`MERGE INTO short_part AS s
    USING unnest(${parts}::text[], ${counts}::integer[]) AS c (part, change) ON s.part = c.part
    WHEN NOT MATCHED THEN INSERT VALUES (c.part, c.change)
    WHEN MATCHED AND s.extensions + c.change = 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET extensions = s.extensions + c.change`.execute(trx);
  return new Map(rows.map(({ extensionId, place }) => [extensionId, place]));
}

/** Words of one or two letters, and the extensions that have all of them in their text. */
export interface FoundParts {
  readonly words: readonly string[];
  /** Absent without such words. */
  readonly lookup: Lookup | undefined;
}

/**
 * Leaves out words that are longer in lower case.
 * @param counts that large counts of several words may be as old as
 */
export async function lookUpShortWords(
  db: Database,
  words: readonly string[],
  counts?: CountMemory,
): Promise<FoundParts> {
  const { rows } = await sql<CountedPart>`
    SELECT word, part, (coalesce((SELECT s.extensions FROM short_part AS s WHERE s.part = w.part), 0)
      + (SELECT count(*) FROM extension AS e WHERE e.extension_id = ${anyStale} AND strpos(e.search_text, part) > 0)
      - (SELECT count(*) FROM extension_short_parts AS k
        WHERE k.extension_id = ${anyStale} AND part = ANY(string_to_array(k.parts, ' '))))::integer AS extensions,
      (SELECT coalesce(sum(c.extensions), 0)::integer FROM extension_count AS c) AS total
    FROM (SELECT word, lower(word) AS part FROM unnest(${words}::text[]) AS a (word)) AS w
    WHERE char_length(part) <= 2`.execute(db);
  const [first, ...others] = tellingParts(rows);
  const lookup =
    first && others.length > 0
      ? await lookUpParts(db, [first, ...others], counts)
      : first && lookupOf(first);
  return { words: rows.map(({ word }) => word), lookup };
}

interface CountedPart {
  readonly word: string;
  readonly part: string;
  /** That have it in their text. */
  readonly extensions: number;
  /** All that there are. */
  readonly total: number;
}

/** Each part once, and of those that every text has only one, where there is no other. */
function tellingParts(rows: readonly CountedPart[]): readonly CountedPart[] {
  const parts = [...new Map(rows.map((row) => [row.part, row])).values()];
  const telling = parts.filter(({ extensions, total }) => extensions < total);
  return telling.length > 0 ? telling : parts.slice(0, 1);
}

function lookupOf({ part, extensions }: CountedPart): Lookup {
  return {
    extensions,
    isExact: true,
    key: `part ${part}`,
    ids: sql`SELECT extensions_with_parts(ARRAY[${part}])`,
    isMatch: sql`strpos(extension.search_text, ${part}) > 0`,
    isOfRow: true,
  };
}

/** How many have all of them, no kept count says: bits are counted, or the index meets their lists. */
async function lookUpParts(
  db: Database,
  found: readonly CountedPart[],
  counts: CountMemory | undefined,
): Promise<Lookup> {
  const parts = found.map(({ part }) => part).toSorted();
  const key = `parts ${parts.join(' ')}`;
  const count = async (): Promise<number> => {
    if (found.some(({ extensions }) => extensions === 0)) return 0;
    const counted = parts.every(isCommonPart)
      ? countCommonParts(parts)
      : sql`count_with_parts(${parts}::text[])`;
    const { rows } = await sql<{ extensions: number }>`SELECT ${counted} AS extensions`.execute(db);
    return rows[0]?.extensions ?? 0;
  };
  return {
    extensions: await (counts ? counts.of(key, count) : count()),
    isExact: true,
    key,
    ids: sql`SELECT extensions_with_parts(${parts}::text[])`,
    isMatch: sql`(${sql.join(
      parts.map((part) => sql`strpos(extension.search_text, ${part}) > 0`),
      sql` AND `,
    )})`,
    isOfRow: true,
  };
}

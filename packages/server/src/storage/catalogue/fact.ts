import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { storableText } from '../database/storable-text.ts';

export const factKinds = ['host', 'api', 'file', 'library', 'finding', 'flow'] as const;
export type FactKind = (typeof factKinds)[number];

/** Something that the report on an extension's current version says. */
export interface Fact {
  readonly kind: FactKind;
  readonly value: string;
  /** Where it is seen first; null where the report does not say. */
  readonly file: string | null;
  readonly line: number | null;
  readonly places: number;
}

/** A value that facts have, with how many extensions have it. */
export interface FactValue {
  readonly id: number;
  readonly kind: FactKind;
  readonly value: string;
  readonly extensions: number;
}

/** A row of a B-tree index has 2,704 bytes, and a character up to 4. */
const valueCharactersMax = 600;
const rowsPerStatement = 20_000;

/** Lets the extensions have these facts and no others. One transaction at a time, after `lockVerdicts`. */
export async function saveFacts(
  trx: DatabaseTransaction,
  facts: ReadonlyMap<string, readonly Fact[]>,
): Promise<void> {
  const before = await listFacts(trx, [...facts.keys()]);
  const wanted = new Map(
    [...facts].flatMap(([extensionId, told]) =>
      told.map((fact) => {
        const row = { ...fact, extensionId, value: storableValue(fact.value) };
        return [keyOf(row), { ...row, file: fact.file && storableText(fact.file, 2_000) }];
      }),
    ),
  );
  const gone = [...before.values()].filter((row) => !wanted.has(keyOf(row)));
  const told = [...wanted].filter(([key, row]) => !isSame(before.get(key), row));
  const rows = told.map(([, row]) => row);
  if (gone.length + rows.length === 0) return;
  for (const part of inParts(rows)) {
    await sql`INSERT INTO fact_value (kind, value) SELECT DISTINCT kind, value FROM ${recordsOf(part)}
      ORDER BY kind, value ON CONFLICT DO NOTHING`.execute(trx);
  }
  // All at once and in one order, because those who delete an extension lock them, too.
  const values = rows.map(({ kind, value }) => ({ kind, value }));
  await sql`SELECT FROM fact_value AS v
    WHERE v.fact_value_id = ANY(${gone.map(({ valueId }) => valueId)}::bigint[])
      OR (v.kind, v.value) IN (SELECT kind, value FROM ${recordsOf(values)})
    ORDER BY fact_value_id FOR UPDATE`.execute(trx);
  await sql`DELETE FROM fact AS f USING unnest(${gone.map(({ valueId }) => valueId)}::bigint[],
      ${gone.map(({ extensionId }) => extensionId)}::text[]) AS g (fact_value_id, extension_id)
    WHERE f.fact_value_id = g.fact_value_id AND f.extension_id = g.extension_id`.execute(trx);
  for (const part of inParts(rows)) {
    await sql`INSERT INTO fact (fact_value_id, extension_id, file, line, places)
      SELECT v.fact_value_id, t."extensionId", t.file, t.line, t.places
      FROM ${recordsOf(part)} JOIN fact_value AS v USING (kind, value)
      ON CONFLICT (fact_value_id, extension_id)
        DO UPDATE SET file = excluded.file, line = excluded.line, places = excluded.places`.execute(
      trx,
    );
  }
  await sql`DELETE FROM fact_value WHERE extensions = 0
    AND fact_value_id = ANY(${gone.map(({ valueId }) => valueId)}::bigint[])`.execute(trx);
}

interface FactRow extends Fact {
  readonly extensionId: string;
}

/** @returns by `keyOf` */
async function listFacts(
  trx: DatabaseTransaction,
  extensionIds: readonly string[],
): Promise<ReadonlyMap<string, FactRow & { readonly valueId: number }>> {
  const { rows } = await sql<FactRow & { readonly valueId: number }>`
    SELECT f.extension_id AS "extensionId", f.fact_value_id AS "valueId", v.kind, v.value, f.file, f.line, f.places
    FROM fact AS f JOIN fact_value AS v USING (fact_value_id)
    WHERE f.extension_id = ANY(${extensionIds}::text[])`.execute(trx);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function keyOf({ extensionId, kind, value }: FactRow): string {
  return `${extensionId} ${kind} ${value}`;
}

function isSame(before: Fact | undefined, { file, line, places }: Fact): boolean {
  return before?.file === file && before.line === line && before.places === places;
}

function inParts<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const parts = Math.ceil(rows.length / rowsPerStatement);
  return Array.from({ length: parts }, (_, part) =>
    rows.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement),
  );
}

/** As JSON, because a report may hold more values than a statement may have parameters. */
function recordsOf(rows: readonly Partial<FactRow>[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t ("extensionId" text, kind text,
    value text COLLATE "C", file text, line integer, places integer)`;
}

/** As values are kept, and so as they are looked for. */
function storableValue(value: string): string {
  return storableText(value, valueCharactersMax);
}

/**
 * Values of a kind, in the order of their bytes.
 * @param pattern a value, or with `*` as its first or last character what it ends or begins with
 */
export async function findFactValues(
  db: Database,
  kind: FactKind,
  pattern: string,
  limit: number,
): Promise<readonly FactValue[]> {
  const { rows } = await sql<FactValue>`
    SELECT fact_value_id AS id, kind, value, extensions FROM fact_value
    WHERE kind = ${kind} AND extensions > 0 AND ${patternCondition(pattern)}
    ORDER BY value LIMIT ${limit}`.execute(db);
  return rows;
}

function patternCondition(pattern: string): RawBuilder<boolean> {
  const value = storableValue(pattern);
  if (pattern.startsWith('*')) {
    const end = Array.from(value.slice(1)).toReversed().join('');
    return sql`reverse(value) COLLATE "C" >= ${end}
      AND reverse(value) COLLATE "C" < ${end + lastCharacter}`;
  }
  if (pattern.endsWith('*')) {
    const start = value.slice(0, -1);
    return sql`value >= ${start} AND value < ${start + lastCharacter}`;
  }
  return sql`value = ${value}`;
}

const lastCharacter = '\u{10FFFF}';

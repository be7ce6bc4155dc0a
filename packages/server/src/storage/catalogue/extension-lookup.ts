import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { storableText } from '../database/storable-text.ts';

/** What is known of the extensions behind a filter before they are read: it decides by which way they are found. */
export interface Lookup {
  /** How many extensions match, at most; exactly where `isExact`. */
  readonly extensions: number;
  readonly isExact: boolean;
  /** Says what was asked, and for whom: of the same key as many match, for as long as counts are kept. */
  readonly key: string;
  /** The ids of all that match. */
  readonly ids: RawBuilder<unknown>;
  /** Whether the extension of the row matches. */
  readonly isMatch: RawBuilder<boolean>;
  /** Whether the row of the extension tells it, so that nothing else need be read to count. */
  readonly isOfRow?: boolean;
  /** The same where what decisions leave (`v`) is read apart from everybody's verdicts. */
  readonly apart?: { readonly decided: RawBuilder<boolean>; readonly others: RawBuilder<boolean> };
}

/** More are met soon enough by going through the list; fewer are read at once and sorted. */
const rareMax = 2_000;

export function isRare(extensions: number): boolean {
  return extensions <= rareMax;
}

/** @param purpose a `page` is a short walk along the order of the list, a `count` goes through all that match */
export function lookupCondition(lookup: Lookup, purpose: 'page' | 'count'): RawBuilder<boolean> {
  if (isRare(lookup.extensions)) {
    return sql`extension.extension_id = ANY(ARRAY(${lookup.ids}))`;
  }
  if (lookup.isOfRow && purpose === 'count') return sql`(${lookup.isMatch})`;
  // A scalar subquery is asked row by row; the other is joined as a whole.
  return purpose === 'page'
    ? sql`coalesce((SELECT true WHERE ${lookup.isMatch}), false)`
    : sql`extension.extension_id IN (${lookup.ids})`;
}

/** Extensions whose current version asks for a permission, as its manifest writes it. */
export async function lookUpPermission(db: Database, permission: string): Promise<Lookup> {
  const asks = sql`s.permissions @> ARRAY[${storableText(permission)}]`;
  const { rows } = await sql<{ extensions: number }>`
    SELECT coalesce(sum(extension_count), 0)::bigint AS extensions
    FROM permission_set AS s WHERE ${asks}`.execute(db);
  return {
    extensions: rows[0]?.extensions ?? 0,
    isExact: true,
    key: `permission ${permission}`,
    ids: sql`SELECT o.extension_id FROM extension AS o JOIN permission_set AS s USING (permhash) WHERE ${asks}`,
    isMatch: sql`EXISTS (SELECT FROM permission_set AS s WHERE s.permhash = extension.permhash AND ${asks})`,
  };
}

/** Extensions that have one of the values. */
export function lookUpFacts(
  values: readonly { readonly id: number; readonly extensions: number }[],
): Lookup {
  const isAny = sql`f.fact_value_id = ANY(${values.map(({ id }) => id)}::bigint[])`;
  return {
    extensions: values.reduce((sum, { extensions }) => sum + extensions, 0),
    isExact: values.length < 2,
    key: `facts ${values.map(({ id }) => id).join()}`,
    ids: sql`SELECT f.extension_id FROM fact AS f WHERE ${isAny}`,
    isMatch: sql`EXISTS (SELECT FROM fact AS f WHERE f.extension_id = extension.extension_id AND ${isAny})`,
  };
}

/** The one with the id, if the catalogue has it. */
export async function lookUpExtension(db: Database, extensionId: string): Promise<Lookup> {
  return lookUpIds(
    db,
    `extension ${extensionId}`,
    sql`SELECT e.extension_id FROM extension AS e WHERE e.extension_id = ${storableText(extensionId)}`,
  );
}

/** Extensions of which a version is judged by the package. */
export async function lookUpPackage(db: Database, sha256: string): Promise<Lookup> {
  return lookUpIds(
    db,
    `package ${sha256}`,
    sql`SELECT DISTINCT v.extension_id FROM version AS v WHERE v.package_sha256 = ${storableText(sha256)}`,
  );
}

/** @param ids few enough to be counted each time */
async function lookUpIds(db: Database, key: string, ids: RawBuilder<unknown>): Promise<Lookup> {
  const { rows } = await sql<{ extensions: number }>`
    SELECT count(*) AS extensions FROM (${ids}) AS found`.execute(db);
  return {
    extensions: rows[0]?.extensions ?? 0,
    isExact: true,
    key,
    ids,
    isMatch: sql`extension.extension_id IN (${ids})`,
  };
}

import { sql } from 'kysely';
import { readPlace, writeCursor } from '../database/cursor.ts';
import type { Database } from '../database/database.ts';
import { offsetOf, type Page, type PageRequest } from '../database/page.ts';
import { type ExtensionSummary, summaryColumns, toSummary } from './extension-summary.ts';
import type { Fact, FactValue } from './fact.ts';

/** A fact of an extension. */
export interface Hit extends Fact {
  readonly extension: ExtensionSummary;
}

/** Part of the extensions that have a value. */
interface Slice {
  readonly value: FactValue;
  readonly offset: number;
  /** Behind this extension. */
  readonly after: string;
}

/** The value, and the extension's id. */
const placeForms = [/^[^\0]{1,1000}$/su, /^[a-z0-9]{32}$/];

/**
 * Extensions that have the values, by value and then by id. How many there are is known, so that only the values of the
 * page are read.
 * @param values in the order of their bytes
 * @param list names what was asked for, for cursors
 * @throws Refusal where `after` is no cursor of this list
 */
export async function listHits(
  db: Database,
  values: readonly FactValue[],
  list: string,
  page: PageRequest & { readonly after?: string | undefined },
): Promise<Page<Hit> & { readonly next: string | null }> {
  const slices =
    page.after === undefined
      ? slicesFrom(values, offsetOf(page))
      : slicesBehind(values, readPlace(page.after, list, placeForms));
  const limit = page.pageSize + 1;
  // Each of the values has one extension at least.
  const rows = await readSlices(db, slices.slice(0, limit), limit);
  const items = rows.slice(0, page.pageSize);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  return {
    items,
    totalCount: values.reduce((sum, { extensions }) => sum + extensions, 0),
    next: last ? writeCursor(list, [last.value, last.extension.extensionId]) : null,
  };
}

function slicesFrom(values: readonly FactValue[], skipped: number): readonly Slice[] {
  let offset = skipped;
  return values.flatMap((value) => {
    const start = offset;
    offset = Math.max(0, offset - value.extensions);
    return start >= value.extensions ? [] : [{ value, offset: start, after: '' }];
  });
}

function slicesBehind(values: readonly FactValue[], place: readonly string[]): readonly Slice[] {
  const [value = '', id = ''] = place;
  const start = Buffer.from(value);
  return values.flatMap((each) => {
    const order = Buffer.compare(Buffer.from(each.value), start);
    return order < 0 ? [] : [{ value: each, offset: 0, after: order === 0 ? id : '' }];
  });
}

async function readSlices(
  db: Database,
  slices: readonly Slice[],
  limit: number,
): Promise<readonly Hit[]> {
  if (slices.length === 0) return [];
  const hits = sql<{
    position: number;
    extensionId: string;
    file: string | null;
    line: number | null;
    places: number;
  }>`(SELECT s.position, f.extension_id AS "extensionId", f.file, f.line, f.places
    FROM unnest(${slices.map(({ value }) => value.id)}::bigint[], ${slices.map(({ offset }) => offset)}::bigint[],
      ${slices.map(({ after }) => after)}::text[]) WITH ORDINALITY AS s (id, skipped, after, position)
    CROSS JOIN LATERAL (SELECT extension_id FROM fact WHERE fact_value_id = s.id AND extension_id > s.after
      ORDER BY extension_id OFFSET s.skipped LIMIT ${limit}) AS place
    JOIN fact AS f ON f.fact_value_id = s.id AND f.extension_id = place.extension_id
    ORDER BY s.position, f.extension_id LIMIT ${limit})`;
  const rows = await db
    .selectFrom(hits.as('hit'))
    .innerJoin('extension', 'extension.extension_id', 'hit.extensionId')
    .select(summaryColumns)
    .select(['hit.position', 'hit.file', 'hit.line', 'hit.places'])
    .orderBy('hit.position')
    .orderBy('extension.extension_id')
    .execute();
  return rows.flatMap(({ position, file, line, places, ...row }) => {
    const slice = slices[position - 1];
    if (!slice) return [];
    const { kind, value } = slice.value;
    return [{ kind, value, file, line, places, extension: toSummary(row) }];
  });
}

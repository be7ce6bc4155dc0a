import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../errors.ts';
import type { SortOrder } from './page.ts';

/** One of the expressions that a list is ordered by; together they are another one for each row, and none is null. */
export interface CursorPart {
  readonly expression: RawBuilder<unknown>;
  /** Its value as a text that reads back exactly. */
  readonly text: RawBuilder<string>;
  /** Of such texts. */
  readonly form: RegExp;
  readonly read: (text: string) => RawBuilder<unknown>;
  /** Sorted the other way round than the list. */
  readonly isReversed?: boolean;
}

export function reversed(part: CursorPart): CursorPart {
  return { ...part, isReversed: true };
}

export function booleanPart(expression: RawBuilder<unknown>): CursorPart {
  const read = (text: string) => sql`${text}::boolean`;
  return { expression, text: sql`(${expression})::text`, form: /^(?:true|false)$/, read };
}

export function integerPart(expression: RawBuilder<unknown>): CursorPart {
  const read = (text: string) => sql`${text}::integer`;
  return { expression, text: sql`(${expression})::text`, form: /^-?\d{1,9}$|^1\d{9}$/, read };
}

export function bigintPart(expression: RawBuilder<unknown>): CursorPart {
  const read = (text: string) => sql`${text}::bigint`;
  return { expression, text: sql`(${expression})::text`, form: /^-?\d{1,18}$/, read };
}

export function numberPart(expression: RawBuilder<unknown>): CursorPart {
  const read = (text: string) => sql`${text}::double precision`;
  const form = /^-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]\d{1,2})?$/;
  return { expression, text: sql`(${expression})::text`, form, read };
}

/** To the microsecond, as the database has it. */
export function momentPart(expression: RawBuilder<unknown>): CursorPart {
  const read = (text: string) =>
    sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`;
  const microseconds = sql<string>`(extract(epoch FROM ${expression}) * 1000000)::bigint::text`;
  return { expression, text: microseconds, form: /^-?\d{1,17}$/, read };
}

/** As days, so that no form of it is a date that there is not. */
export function datePart(expression: RawBuilder<unknown>): CursorPart {
  const read = (text: string) => sql`date '1970-01-01' + ${text}::integer`;
  const text = sql<string>`(${expression} - date '1970-01-01')::text`;
  return { expression, text, form: /^-?\d{1,6}$|^\d{7}$/, read };
}

export function uuidPart(expression: RawBuilder<unknown>): CursorPart {
  const read = (text: string) => sql`${text}::uuid`;
  const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  return { expression, text: sql`(${expression})::text`, form, read };
}

export function textPart(expression: RawBuilder<unknown>): CursorPart {
  const read = (text: string) => sql`${text}::text`;
  return { expression, text: sql`${expression}`, form: /^[^\0]{0,2000}$/su, read };
}

/** What a row has to tell for `cursorBehind`: as one text, because of most rows nobody reads it. */
export function placeOf(parts: readonly CursorPart[]): RawBuilder<string> {
  return sql`json_build_array(${sql.join(parts.map(({ text }) => text))})::text`;
}

/** @param place of the last row that was shown, as `placeOf` tells it */
export function cursorBehind(list: string, place: string): string {
  return writeCursor(list, JSON.parse(place) as readonly string[]);
}

/**
 * An opaque text for the place behind a row.
 * @param list names the list and its order, in which alone the cursor means something
 */
export function writeCursor(list: string, place: readonly string[]): string {
  return Buffer.from(JSON.stringify([list, ...place])).toString('base64url');
}

/** @returns the values at the place @throws Refusal where the text is no cursor of this list */
export function readCursor(
  cursor: string,
  list: string,
  parts: readonly CursorPart[],
): readonly RawBuilder<unknown>[] {
  const forms = parts.map(({ form }) => form);
  const place = readPlace(cursor, list, forms);
  return parts.map(({ read }, index) => read(place[index] ?? ''));
}

/**
 * @param forms of the texts that the place consists of
 * @throws Refusal where the cursor is none of this list
 */
export function readPlace(
  cursor: string,
  list: string,
  forms: readonly RegExp[],
): readonly string[] {
  const [name, ...place] = textsIn(cursor);
  const isPlace = place.every((text, index) => forms[index]?.test(text) && text.isWellFormed());
  if (name === list && place.length === forms.length && isPlace) return place;
  throw new Refusal('invalid_parameter', 'after must be `next` of the same list in the same order');
}

/** Whether a row stands behind the values in the order of the list. */
export function isBehind(
  parts: readonly CursorPart[],
  order: SortOrder,
  values: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  if (parts.some(({ isReversed }) => isReversed)) return isBehindMixed(parts, order, values);
  const row = sql.join(parts.map(({ expression }) => expression));
  const place = sql.join(values);
  return order === 'asc' ? sql`(${row}) > (${place})` : sql`(${row}) < (${place})`;
}

/** Part by part, each first bounded by itself, which an index of the order can serve. */
function isBehindMixed(
  [part, ...parts]: readonly CursorPart[],
  order: SortOrder,
  [value, ...values]: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  if (!part || !value) return sql`false`;
  const { expression } = part;
  const isUp = directionOf(part, order) === 'asc';
  const further = isUp ? sql`${expression} > ${value}` : sql`${expression} < ${value}`;
  if (parts.length === 0) return sql`${further}`;
  const bound = isUp ? sql`${expression} >= ${value}` : sql`${expression} <= ${value}`;
  return sql`(${bound} AND (${further} OR ${isBehindMixed(parts, order, values)}))`;
}

export function directionOf({ isReversed }: CursorPart, order: SortOrder): SortOrder {
  return isReversed ? (order === 'asc' ? 'desc' : 'asc') : order;
}

function textsIn(cursor: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string');
    return isTexts ? value : [];
  } catch {
    return [];
  }
}

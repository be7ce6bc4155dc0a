import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import {
  cursorBehind,
  type CursorPart,
  directionOf,
  isBehind,
  placeOf,
  readCursor,
} from './cursor.ts';
import { offsetOf, type Page, type PageRequest, type SortOrder } from './page.ts';

/** A page by its number, or by the cursor of the page before. */
export interface CursorPageRequest extends PageRequest {
  readonly after?: string | undefined;
}

export interface CursorPage<T> extends Page<T> {
  /** The cursor behind the page; null on the last one. */
  readonly next: string | null;
}

interface ListOrder {
  /** The name of the list in this order, in which alone its cursors mean something. */
  readonly list: string;
  readonly parts: readonly CursorPart[];
  readonly order: SortOrder;
}

/** A page of what the query selects. @throws Refusal where `after` is no cursor of this list */
export async function readPage<Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  { list, parts, order }: ListOrder,
  page: CursorPageRequest,
): Promise<Omit<CursorPage<Row>, 'totalCount'>> {
  const place = page.after === undefined ? undefined : readCursor(page.after, list, parts);
  const rows = (await (place ? query.where(isBehind(parts, order, place)) : query)
    .select(placeOf(parts).as('place'))
    .orderBy(sql.join(parts.map((part) => sorted(part, order))))
    .limit(page.pageSize + 1)
    .offset(place ? 0 : offsetOf(page))
    .execute()) as unknown as readonly (Row & { readonly place: string })[];
  const shown = rows.slice(0, page.pageSize);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ place: _place, ...row }) => row as unknown as Row),
    next: last === undefined ? null : cursorBehind(list, last.place),
  };
}

function sorted(part: CursorPart, order: SortOrder): RawBuilder<unknown> {
  const direction = directionOf(part, order) === 'asc' ? sql`ASC` : sql`DESC`;
  return sql`${part.expression} ${direction}`;
}

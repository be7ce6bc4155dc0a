import { type SelectQueryBuilder, sql } from 'kysely';
import {
  cursorBehind,
  type CursorPart,
  integerPart,
  isBehind,
  momentPart,
  numberPart,
  placeOf,
  readCursor,
  textPart,
} from '../database/cursor.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { offsetOf, type Page, type PageRequest, type SortOrder } from '../database/page.ts';
import type { EffectiveScope } from './effective-scope.ts';
import { type CountMemory, createCountMemory } from './count-memory.ts';
import { isUpTo } from './effective-lookup.ts';
import { readByEffectiveRisk } from './effective-order.ts';
import { countExtensionsOfKind } from './extension-count.ts';
import { applyFilters, type ExtensionFilters, wordsOf } from './extension-filters.ts';
import { isRare } from './extension-lookup.ts';
import { type ExtensionSummary, summaryColumns, toSummary } from './extension-summary.ts';

type ExtensionSort = keyof typeof sortParts;

export interface ExtensionOrder {
  readonly by: ExtensionSort;
  readonly order: SortOrder;
  /** By `risk_score`: without what the account accepts. */
  readonly effectiveFor?: EffectiveScope | undefined;
}

export interface ListPart {
  readonly after?: string | undefined;
  readonly limit: number;
  readonly offset?: number;
}

/** With the cursor behind it, written for the few that somebody goes on from. */
export interface ListedSummary {
  readonly summary: ExtensionSummary;
  readonly cursor: () => string;
}

export interface ExtensionPageRequest extends PageRequest {
  readonly after?: string | undefined;
  readonly counts?: CountMemory | undefined;
}

/**
 * Ties are ordered by extension id, so that pages neither repeat nor skip. What nobody has judged by the current rule set is
 * below all that somebody has.
 * @param page with `after`, the page behind that cursor; with `counts`, large counts of searches may be as old as these are kept
 * @throws Refusal where `after` is no cursor of a list in this order
 */
export async function listExtensions(
  db: Database,
  filters: ExtensionFilters,
  sort: ExtensionOrder,
  page: ExtensionPageRequest,
): Promise<Page<ExtensionSummary> & { readonly next: string | null }> {
  const offset = page.after === undefined ? offsetOf(page) : 0;
  const part = { after: page.after, limit: page.pageSize + 1, offset };
  const isSearch = wordsOf(filters.search).length > 0;
  const counting = countMatching(db, filters, page.counts);
  // How many have the words decides how they are found: a walk along the order passes by everything when few do.
  const found = isSearch ? foundAtOnce(db, filters, await counting) : filters;
  // What no extension has was looked for in all of them already.
  if (isSearch && page.after === undefined && (await counting) === 0) {
    return { items: [], totalCount: 0, next: null };
  }
  const [rows, totalCount] = await Promise.all([readExtensions(db, found, sort, part), counting]);
  const shown = rows.slice(0, page.pageSize);
  const next = rows.length > shown.length ? (shown.at(-1)?.cursor() ?? null) : null;
  return { items: shown.map(({ summary }) => summary), totalCount, next };
}

/** The same extensions, where they are few by their ids. @param extensions how many match */
function foundAtOnce(
  db: Database,
  filters: ExtensionFilters,
  extensions: number,
): ExtensionFilters {
  if (!isRare(extensions)) return filters;
  const matching = applyFilters(db.selectFrom('extension'), filters, 'count');
  const ids = sql`${matching.select('extension.extension_id')}`;
  return { lookups: [{ extensions, isExact: true, key: '', ids, isMatch: sql`true` }] };
}

/** A part of the list. @throws Refusal as `listExtensions` */
export async function readExtensions(
  db: Database,
  filters: ExtensionFilters,
  { by, order, effectiveFor }: ExtensionOrder,
  part: ListPart,
): Promise<readonly ListedSummary[]> {
  if (effectiveFor) return readByEffectiveRisk(db, filters, effectiveFor, order, part);
  const parts = [...sortParts[by], idPart];
  const list = `extensions ${by} ${order}`;
  const direction = order === 'asc' ? sql`ASC` : sql`DESC`;
  const places = part.after === undefined ? undefined : readCursor(part.after, list, parts);
  const sorted = sql.join(parts.map(({ expression }) => sql`${expression} ${direction}`));
  const wanted = applyFilters(db.selectFrom('extension'), filters, 'page')
    .$if(by === 'risk_score', (query) =>
      query.where(isUpTo(sql`coalesce(extension.risk_score, -1)`, filters)),
    )
    .$if(places !== undefined, (query) => query.where(isBehind(parts, order, places ?? [])))
    .orderBy(sorted)
    .limit(part.limit)
    .offset(part.offset ?? 0);
  // Nothing is read or worked out for rows that are only skipped: their place in the index is enough.
  const page = part.offset
    ? db
        .selectFrom(wanted.select('extension.extension_id as id').as('page'))
        .innerJoin('extension', 'extension.extension_id', 'page.id')
    : db.selectFrom(wanted.selectAll('extension').as('extension'));
  const rows = await (page as SelectQueryBuilder<Tables, 'extension', object>)
    .select(summaryColumns)
    .select(placeOf(parts).as('place'))
    .orderBy(sorted)
    .execute();
  return rows.map(({ place, ...row }) => ({
    summary: toSummary(row),
    cursor: () => cursorBehind(list, place),
  }));
}

/** What the kept counts cannot tell has to be counted now. */
async function countMatching(
  db: Database,
  { search, ...filters }: ExtensionFilters,
  counts: CountMemory | undefined,
): Promise<number> {
  const asked = wordsOf(search).length > 0 ? { ...filters, search } : filters;
  const kept = await countExtensionsOfKind(db, asked);
  if (kept !== undefined) return kept;
  const count = async (): Promise<number> => {
    const { total } = await applyFilters(db.selectFrom('extension'), asked, 'count')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return total;
  };
  const { lookups = [], ...rest } = asked;
  const key = JSON.stringify([rest, lookups.map((lookup) => lookup.key)]);
  return counts ? counts.of(key, count) : count();
}

/** For `ExtensionPageRequest`. */
export function createExtensionCounts(): CountMemory {
  return createCountMemory((count) => !isRare(count));
}

const sortParts = {
  name: [textPart(sql`lower(extension.name)`)],
  rating: [numberPart(sql`extension.rating_value`)],
  usercount: [integerPart(sql`extension.user_count`)],
  updated_at: [momentPart(sql`extension.last_update`)],
  risk_score: [
    integerPart(sql`coalesce(extension.risk_score, -1)`),
    numberPart(sql`coalesce(extension.risk_order, -1)`),
  ],
} as const satisfies Record<string, readonly CursorPart[]>;

const idPart = textPart(sql`extension.extension_id`);

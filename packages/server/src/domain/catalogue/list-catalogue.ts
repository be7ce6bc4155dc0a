import type { operations, QueryOf } from '@extaudit/contract';
import type { CountMemory } from '../../storage/catalogue/count-memory.ts';
import { lookUpEffective } from '../../storage/catalogue/effective-lookup.ts';
import type { ExtensionFilters } from '../../storage/catalogue/extension-filters.ts';
import { type ExtensionOrder, readExtensions } from '../../storage/catalogue/extension-list.ts';
import type { ExtensionSummary } from '../../storage/catalogue/extension-summary.ts';
import type { CursorPageRequest } from '../../storage/database/cursor-page.ts';
import type { Database } from '../../storage/database/database.ts';
import type { EffectiveScope } from '../../storage/catalogue/effective-scope.ts';
import { lookUpInventory } from '../../storage/inventory/inventory-lookup.ts';
import { lookUpWords } from './look-up-words.ts';
import {
  type CatalogueHit,
  factLookup,
  permissionLookup,
  prepareSearch,
} from './search-catalogue.ts';

type Query = QueryOf<typeof operations.listExtensions>;
type ListQuery = { readonly [Name in keyof Query]?: Query[Name] | undefined };

/**
 * What a query asks for, looked up as far as its filters need. @throws Refusal where one cannot be understood
 * @param scope whose inventories and decisions can be asked for
 * @param counts that large counts of searches may be as old as
 */
export async function filtersOf(
  db: Database,
  query: ListQuery,
  scope?: EffectiveScope,
  counts?: CountMemory,
): Promise<ExtensionFilters> {
  const { permission, host, finding, inventory } = query;
  const effective = {
    riskLevel: query.effective_risk_level,
    classification: query.effective_classification,
    scoreMin: query.min_effective_risk_score,
  };
  const asksEffective = Object.values(effective).some((value) => value !== undefined);
  const words = await lookUpWords(db, query.search, counts);
  const lookups = await Promise.all([
    ...(permission === undefined ? [] : [permissionLookup(db, permission, 'permission')]),
    ...(host === undefined ? [] : [factLookup(db, 'host', host, 'host')]),
    ...(finding === undefined ? [] : [factLookup(db, 'finding', finding, 'finding')]),
    ...(inventory === undefined ? [] : [lookUpInventory(db, scope?.accountId ?? '', inventory)]),
    ...(scope && asksEffective ? [lookUpEffective(db, scope, effective)] : []),
  ]);
  return {
    search: words.search,
    status: query.status,
    category: query.category,
    itemCategory: query.item_category,
    paymentType: query.payment_type,
    publisherId: query.publisher_id,
    riskLevel: query.risk_level,
    classification: query.classification,
    auditState: query.audit_state,
    scoreMin: query.min_risk_score,
    lookups: [...words.lookups, ...lookups],
  };
}

/** @param scope whose decisions count */
export function orderOf(
  sort: NonNullable<Query['sort']>,
  order: NonNullable<Query['order']>,
  scope: EffectiveScope,
): ExtensionOrder {
  return sort === 'effective_risk_score'
    ? { by: 'risk_score', order, effectiveFor: scope }
    : { by: sort, order };
}

/** Read at a time, so that a list of any length needs the memory of these. */
const rowsAtATime = 1_000;

/** All extensions that match, as they are read; rejects at once where `after` is no cursor of the list. */
export async function eachExtension(
  db: Database,
  filters: ExtensionFilters,
  order: ExtensionOrder,
  after?: string,
): Promise<AsyncIterable<readonly ExtensionSummary[]>> {
  return eachPart(after, async (place) => {
    const rows = await readExtensions(db, filters, order, { after: place, limit: rowsAtATime });
    const next = rows.length < rowsAtATime ? null : (rows.at(-1)?.cursor() ?? null);
    return { items: rows.map(({ summary }) => summary), next };
  });
}

/** All hits of a search, as they are read; rejects at once where the query cannot be understood. */
export async function eachHit(
  db: Database,
  query: string,
  after?: string,
): Promise<AsyncIterable<readonly CatalogueHit[]>> {
  const search = await prepareSearch(db, query);
  return eachPart(after, (place) => search({ page: 1, pageSize: rowsAtATime, after: place }));
}

/** All items of a list, as its pages are read; rejects at once where `after` is no cursor of the list. */
export async function eachPage<Item>(
  after: string | undefined,
  list: (page: CursorPageRequest) => Promise<Part<Item>>,
): Promise<AsyncIterable<readonly Item[]>> {
  return eachPart(after, (place) => list({ page: 1, pageSize: rowsAtATime, after: place }));
}

interface Part<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export async function eachPart<Item>(
  start: string | undefined,
  read: (after: string | undefined) => Promise<Part<Item>>,
): Promise<AsyncIterable<readonly Item[]>> {
  const first = await read(start);
  return (async function* rest() {
    let part = first;
    for (;;) {
      // The database finds the next part while this one is written.
      const ahead = part.next === null ? undefined : read(part.next);
      // Where nobody wants it any more, nobody is told that it failed.
      ahead?.catch(() => undefined);
      yield part.items;
      if (ahead === undefined) return;
      part = await ahead;
    }
  })();
}

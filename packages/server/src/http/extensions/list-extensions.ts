import { operations, type QueryOf } from '@extaudit/contract';
import { factLookup } from '../../domain/catalogue/search-catalogue.ts';
import type { ExtensionFilters } from '../../storage/catalogue/extension-filters.ts';
import { listExtensions as list } from '../../storage/catalogue/extension-list.ts';
import { lookUpPermission } from '../../storage/catalogue/extension-lookup.ts';
import type { Database } from '../../storage/database/database.ts';
import { answer, route } from '../route.ts';
import { summaryData } from './extension-data.ts';

type Query = QueryOf<typeof operations.listExtensions>;

export const listExtensions = route(operations.listExtensions, async ({ query }, { db }) => {
  const { page, page_size: pageSize, sort, order, after } = query;
  const request = { page, pageSize, after };
  const found = await list(db, await filtersOf(db, query), { by: sort, order }, request);
  const items = found.items.map(summaryData);
  return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
});

async function filtersOf(db: Database, query: Query): Promise<ExtensionFilters> {
  const { permission, host, finding } = query;
  const lookups = await Promise.all([
    ...(permission === undefined ? [] : [lookUpPermission(db, permission)]),
    ...(host === undefined ? [] : [factLookup(db, 'host', host, 'host')]),
    ...(finding === undefined ? [] : [factLookup(db, 'finding', finding, 'finding')]),
  ]);
  return {
    search: query.search,
    status: query.status,
    category: query.category,
    itemCategory: query.item_category,
    paymentType: query.payment_type,
    publisherId: query.publisher_id,
    riskLevel: query.risk_level,
    classification: query.classification,
    auditState: query.audit_state,
    scoreMin: query.min_risk_score,
    lookups,
  };
}

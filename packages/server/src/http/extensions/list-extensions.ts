import { operations, type QueryOf } from '@extaudit/contract';
import type { ExtensionFilters } from '../../storage/catalogue/extension-filters.ts';
import { listExtensions as list } from '../../storage/catalogue/extension-list.ts';
import { answer, route } from '../route.ts';
import { summaryData } from './extension-data.ts';

export const listExtensions = route(operations.listExtensions, async ({ query }, { db }) => {
  const { page, page_size: pageSize, sort, order, after } = query;
  const request = { page, pageSize, after };
  const found = await list(db, filtersOf(query), { by: sort, order }, request);
  const items = found.items.map(summaryData);
  return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
});

function filtersOf(query: QueryOf<typeof operations.listExtensions>): ExtensionFilters {
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
    permission: query.permission,
  };
}

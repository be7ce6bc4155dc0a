import { countOf, textOf, type RawSearch } from '../../api/search-values.ts';
import type { QueryOf } from '@extaudit/contract';
import type { operations } from '@extaudit/client';

type Query = QueryOf<typeof operations.listExtensions>;

/** What the catalogue's address holds; what is left out is as the API has it. */
export type CatalogueSearch = Partial<
  Pick<
    Query,
    | 'page'
    | 'page_size'
    | 'sort'
    | 'order'
    | 'search'
    | 'status'
    | 'category'
    | 'risk_level'
    | 'classification'
    | 'audit_state'
    | 'min_risk_score'
    | 'effective_risk_level'
    | 'effective_classification'
    | 'min_effective_risk_score'
    | 'permission'
    | 'host'
    | 'finding'
  >
>;

const texts = [
  'sort',
  'order',
  'search',
  'status',
  'category',
  'risk_level',
  'classification',
  'audit_state',
  'effective_risk_level',
  'effective_classification',
  'permission',
  'host',
  'finding',
] as const;
const counts = ['page', 'page_size', 'min_risk_score', 'min_effective_risk_score'] as const;

/** Keeps what the API asks for; it names itself what is wrong with a value. */
export function catalogueSearch(raw: RawSearch): CatalogueSearch {
  const entries = [
    ...texts.map((name) => [name, textOf(raw[name])] as const),
    ...counts.map((name) => [name, countOf(raw[name])] as const),
  ].filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as CatalogueSearch;
}
